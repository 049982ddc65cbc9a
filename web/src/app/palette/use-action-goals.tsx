import { Keyboard } from "lucide-react";
import { keyCaps } from "../../lib/page/shortcuts.ts";
import { KeyCaps } from "../../ui/badge/key-caps.tsx";
import type { Goal } from "./goal.ts";

/** Returns the actions that are available everywhere. */
export function useActionGoals(ofAreas: readonly Goal[], onShowShortcuts: () => void): Goal[] {
  return [
    ...ofAreas,
    {
      id: "shortcuts",
      label: "Keyboard shortcuts",
      mark: <Keyboard className="size-4 text-faint" />,
      hint: <KeyCaps caps={keyCaps("?")} />,
      run: onShowShortcuts,
    },
  ];
}
