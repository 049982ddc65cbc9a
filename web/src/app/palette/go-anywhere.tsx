import { useState } from "react";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { lazyPart, useOpenedPart } from "../../ui/base/lazy-part.ts";
import { showLoadFailure } from "../../ui/toast/load-failure.ts";
import type { Area } from "../area.ts";
import { useAreas } from "../use-areas.ts";
import { everywhere } from "./shortcuts.ts";

/** The palette and the sheet of shortcuts, on every page of the workspace; their code comes when it is wanted. */
export function GoAnywhere() {
  const areas = useAreas();
  const [palettePart] = useState(() => lazyPart(() => loadPalette(areas)));
  const [sheetPart] = useState(() => lazyPart(() => loadSheet(areas)));
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
          areas={palette.areas}
          open={shown === "palette"}
          onOpenChange={(open) => setShown(open ? "palette" : null)}
          onShowShortcuts={() => setShown("shortcuts")}
        />
      )}
      {sheet && (
        <sheet.ShortcutSheet
          ofAreas={sheet.ofAreas}
          open={shown === "shortcuts"}
          onOpenChange={(open) => setShown(open ? "shortcuts" : null)}
        />
      )}
    </>
  );
}

async function loadPalette(all: readonly Area[]) {
  const [{ Palette }, ...areas] = await Promise.all([
    import("./palette.tsx"),
    ...all.flatMap(({ palette }) => (palette ? [palette()] : [])),
  ]);
  return { Palette, areas };
}

async function loadSheet(all: readonly Area[]) {
  const { ShortcutSheet, loadGroups } = await import("./shortcut-sheet.tsx");
  return { ShortcutSheet, ofAreas: await loadGroups(all) };
}
