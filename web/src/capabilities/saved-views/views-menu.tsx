import { Bookmark, Plus, RotateCcw, Save } from "lucide-react";
import { Button } from "../../ui/button/button.tsx";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../ui/popup/menu-entry.ts";
import { type SavedViewsProps, useViewDesk, type ViewDesk } from "./use-view-desk.tsx";
import { viewActions } from "./view-actions.tsx";
import { ViewHint } from "./view-hint.tsx";

/** The views of a page as a menu, for a row of filters. Next to it, saving or updating the view is one press. */
export function ViewsMenu(props: SavedViewsProps) {
  const desk = useViewDesk(props);
  const { own, isEdited } = desk;
  return (
    <>
      <Menu
        items={itemsOf(desk, props)}
        label="Views"
        trigger={
          <FilterButton
            active={own !== undefined}
            icon={Bookmark}
            label={own ? `${own.name}${isEdited ? " (edited)" : ""}` : "Views"}
            onClear={() => props.onOpen(props.given[0])}
          />
        }
      />
      {own && isEdited && (
        <Button className="max-md:hidden" onClick={desk.update} size="sm" variant="ghost">
          Update view
        </Button>
      )}
      {!desk.open && (
        <Button className="max-md:hidden" icon={Plus} onClick={desk.askToSave} size="sm" variant="ghost">
          Save view
        </Button>
      )}
      <ViewHint desk={desk} />
      {desk.dialog}
    </>
  );
}

function itemsOf(desk: ViewDesk, { onOpen }: SavedViewsProps): MenuEntry[] {
  const { views, open, own, isEdited } = desk;
  return [
    {
      choice: "Views",
      options: views.map(({ id, name }) => ({ value: id, label: name })),
      value: open?.id ?? "",
      onValueChange: (id) => {
        const view = views.find((one) => one.id === id);
        if (view) onOpen(view);
      },
    },
    "separator",
    { label: "Save view…", icon: Plus, onSelect: desk.askToSave },
    ...(own && isEdited
      ? [
          { label: "Update view", icon: Save, onSelect: desk.update },
          { label: "Reset", icon: RotateCcw, onSelect: () => onOpen(own) },
        ]
      : []),
    ...viewActions(desk, { back: "Move up", on: "Move down" }),
  ];
}
