import { PaneEdge } from "../../../ui/layout/pane-edge.tsx";
import { RowMenus, type RowMenusProps } from "./row-menus.tsx";

export interface DrawerToolsProps extends RowMenusProps {
  onWidth: (widthPx: string) => void;
}

/** The menus and the resize handle of the chat list, which are not part of the first load. */
export function DrawerTools({ onWidth, ...menus }: DrawerToolsProps) {
  return (
    <>
      <RowMenus {...menus} />
      <PaneEdge
        label="Width of the list of chats"
        property="--spacing-chat-drawer"
        side="right"
        minPx={200}
        maxPx={440}
        onResize={(widthPx) => onWidth(widthPx === null ? "" : String(widthPx))}
        className="left-(--spacing-chat-drawer) -ml-1 pointer-coarse:-ml-3 max-md:hidden"
      />
    </>
  );
}
