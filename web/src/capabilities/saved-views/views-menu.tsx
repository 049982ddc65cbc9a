import { Bookmark, BookmarkPlus, RotateCcw, Save } from "lucide-react";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../ui/popup/menu-entry.ts";
import type { PageViews } from "./use-page-views.tsx";
import { viewActions } from "./view-actions.tsx";

/** The views of a page as a menu, for a row of filters. Next to it, saving or updating the view is one press. */
export function ViewsMenu({ pageViews }: { pageViews: PageViews }) {
  const { own, isEdited } = pageViews;
  return (
    <>
      <Menu
        items={itemsOf(pageViews)}
        label="Views"
        trigger={
          <FilterButton
            active={own !== undefined}
            icon={Bookmark}
            label={own ? `${own.name}${isEdited ? " (edited)" : ""}` : "Views"}
            onClear={() => pageViews.openView(pageViews.first)}
          />
        }
      />
      {own && isEdited && <IconButton icon={Save} label="Update view" onClick={pageViews.update} size="sm" />}
      {pageViews.isLoaded && !pageViews.open && (
        <IconButton icon={BookmarkPlus} label="Save view" onClick={pageViews.askToSave} size="sm" />
      )}
      {pageViews.dialog}
    </>
  );
}

function itemsOf(pageViews: PageViews): MenuEntry[] {
  const { views, open, own, isEdited } = pageViews;
  return [
    {
      choice: "Views",
      options: views.map(({ id, name }) => ({ value: id, label: name })),
      value: open?.id ?? "",
      onValueChange: (id) => {
        const view = views.find((one) => one.id === id);
        if (view) pageViews.openView(view);
      },
    },
    "separator",
    { label: "Save view…", icon: BookmarkPlus, onSelect: pageViews.askToSave },
    ...(own && isEdited
      ? [
          { label: "Update view", icon: Save, onSelect: pageViews.update },
          { label: "Reset", icon: RotateCcw, onSelect: () => pageViews.openView(own) },
        ]
      : []),
    ...viewActions(pageViews, "down"),
  ];
}
