import { useState } from "react";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { lazyPart, useOpenedPart } from "../../ui/base/lazy-part.ts";
import { showLoadFailure } from "../../ui/toast/load-failure.ts";
import { everywhere } from "./shortcuts.ts";

const palettePart = lazyPart(() => import("./palette.tsx"));
const sheetPart = lazyPart(() => import("./shortcut-sheet.tsx"));

/** The palette and the sheet of shortcuts, on every page of the workspace; their code comes when it is wanted. */
export function GoAnywhere() {
  const [shown, setShown] = useState<"palette" | "shortcuts" | null>(null);
  const palette = useOpenedPart(palettePart, shown === "palette", close, fail);
  const sheet = useOpenedPart(sheetPart, shown === "shortcuts", close, fail);
  useShortcut(everywhere.goAnywhere, () => setShown("palette"));
  useShortcut(everywhere.showShortcuts, () => setShown("shortcuts"));
  function close() {
    setShown(null);
  }
  function fail() {
    close();
    showLoadFailure();
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
