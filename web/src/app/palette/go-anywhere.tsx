import { useState } from "react";
import { tellLoadFailure } from "../../features/chat/load-failure.ts";
import { useShortcut } from "../../lib/shortcuts.ts";
import { lazyPart, useLazyPart } from "../../ui/lazy-part.ts";
import { useOnceTrue } from "../../ui/use-once-true.ts";

const palettePart = lazyPart(() => import("./palette.tsx"));
const sheetPart = lazyPart(() => import("./shortcut-sheet.tsx"));

/** The palette and the sheet of shortcuts, on every page of the workspace; their code comes when it is wanted. */
export function GoAnywhere() {
  const [shown, setShown] = useState<"palette" | "shortcuts" | null>(null);
  const palette = useLazyPart(palettePart, useOnceTrue(shown === "palette"), fail);
  const sheet = useLazyPart(sheetPart, useOnceTrue(shown === "shortcuts"), fail);
  useShortcut("goAnywhere", () => setShown("palette"));
  useShortcut("showShortcuts", () => setShown("shortcuts"));
  function fail() {
    setShown(null);
    tellLoadFailure();
  }
  return (
    <>
      {palette && (
        <palette.Palette
          open={shown === "palette"}
          onOpenChange={(open) => setShown(open ? "palette" : null)}
          onShowShortcuts={() => setShown("shortcuts")}
        />
      )}
      {sheet && (
        <sheet.ShortcutSheet
          open={shown === "shortcuts"}
          onOpenChange={(open) => setShown(open ? "shortcuts" : null)}
        />
      )}
    </>
  );
}
