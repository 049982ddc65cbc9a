import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../ui/popup/menu-entry.ts";
import type { PageViews } from "./use-page-views.tsx";

/** The ways to move a view, in a row of tabs and in a list. */
const moves = {
  across: { back: { label: "Move left", icon: ArrowLeft }, on: { label: "Move right", icon: ArrowRight } },
  down: { back: { label: "Move up", icon: ArrowUp }, on: { label: "Move down", icon: ArrowDown } },
} as const;

/** The actions on the open view. */
export function viewActions(pageViews: PageViews, direction: keyof typeof moves): MenuEntry[] {
  const { back, on } = moves[direction];
  const { own, index, count } = pageViews;
  if (!own) return [];
  return [
    { label: "Rename…", icon: Pencil, onSelect: pageViews.askToRename },
    { ...back, disabled: index === 0, onSelect: () => pageViews.move(-1) },
    { ...on, disabled: index === count - 1, onSelect: () => pageViews.move(1) },
    "separator",
    { label: "Delete view", icon: Trash2, danger: true, onSelect: pageViews.remove },
  ];
}

/** The menu of the open view, for a row of tabs. */
export function ViewActionsMenu({ pageViews }: { pageViews: PageViews }) {
  if (!pageViews.own) return null;
  const label = `Actions for the view ${pageViews.own.name}`;
  return (
    <Menu
      align="end"
      items={viewActions(pageViews, "across")}
      label={label}
      trigger={<IconButton icon={Ellipsis} label={label} size="sm" />}
    />
  );
}
