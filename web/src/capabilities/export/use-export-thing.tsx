import { type ReactNode, useCallback, useState } from "react";
import { lazyPart, useOpenedPart } from "../../ui/base/lazy-part.ts";
import type { ThingToExport } from "./thing-exports.ts";

const dialogPart = lazyPart(() => import("./export-thing-dialog.tsx"));

/** The dialog that exports a thing, for the screen that has its menu. Closing it stops nothing. */
export function useExportThing(thing: ThingToExport): { openExport: () => void; exportDialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const openExport = useCallback(() => setIsOpen(true), []);
  const part = useOpenedPart(dialogPart, isOpen, close);
  return {
    openExport,
    exportDialog: part && isOpen ? <part.ExportThingDialog onClose={close} thing={thing} /> : null,
  };
}
