import { ArrowLeft, ArrowRight, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../ui/popup/menu-entry.ts";
import type { ViewDesk } from "./use-view-desk.tsx";

/** What can be done with the open view. */
export function viewActions(desk: ViewDesk, way: { back: string; on: string }): MenuEntry[] {
  const { own, index, count } = desk;
  if (!own) return [];
  return [
    { label: "Rename…", icon: Pencil, onSelect: desk.askToRename },
    { label: way.back, icon: ArrowLeft, disabled: index === 0, onSelect: () => desk.move(-1) },
    { label: way.on, icon: ArrowRight, disabled: index === count - 1, onSelect: () => desk.move(1) },
    "separator",
    { label: "Delete view", icon: Trash2, danger: true, onSelect: desk.remove },
  ];
}

/** The menu of the open view, for a row of tabs. */
export function ViewActionsMenu({ desk }: { desk: ViewDesk }) {
  if (!desk.own) return null;
  const label = `Actions for the view ${desk.own.name}`;
  return (
    <Menu
      align="end"
      items={viewActions(desk, { back: "Move left", on: "Move right" })}
      label={label}
      trigger={<IconButton icon={Ellipsis} label={label} size="sm" />}
    />
  );
}
