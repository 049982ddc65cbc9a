import { Bookmark, BookmarkPlus, RotateCcw, Save } from "lucide-react";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../ui/popup/menu-entry.ts";
import type { ViewDesk } from "./use-view-desk.tsx";
import { viewActions } from "./view-actions.tsx";

/** The views of a page as a menu, for a row of filters. Next to it, saving or updating the view is one press. */
export function ViewsMenu({ desk }: { desk: ViewDesk }) {
  const { own, isEdited } = desk;
  return (
    <>
      <Menu
        items={itemsOf(desk)}
        label="Views"
        trigger={
          <FilterButton
            active={own !== undefined}
            icon={Bookmark}
            label={own ? `${own.name}${isEdited ? " (edited)" : ""}` : "Views"}
            onClear={() => desk.openView(desk.first)}
          />
        }
      />
      {own && isEdited && <IconButton icon={Save} label="Update view" onClick={desk.update} size="sm" />}
      {desk.isLoaded && !desk.open && (
        <IconButton icon={BookmarkPlus} label="Save view" onClick={desk.askToSave} size="sm" />
      )}
      {desk.dialog}
    </>
  );
}

function itemsOf(desk: ViewDesk): MenuEntry[] {
  const { views, open, own, isEdited } = desk;
  return [
    {
      choice: "Views",
      options: views.map(({ id, name }) => ({ value: id, label: name })),
      value: open?.id ?? "",
      onValueChange: (id) => {
        const view = views.find((one) => one.id === id);
        if (view) desk.openView(view);
      },
    },
    "separator",
    { label: "Save view…", icon: BookmarkPlus, onSelect: desk.askToSave },
    ...(own && isEdited
      ? [
          { label: "Update view", icon: Save, onSelect: desk.update },
          { label: "Reset", icon: RotateCcw, onSelect: () => desk.openView(own) },
        ]
      : []),
    ...viewActions(desk, "down"),
  ];
}
