import type { ReactElement, ReactNode } from "react";
import type { FloatingPlace } from "../base/floating.ts";
import type { IconType } from "../icon/icon-type.ts";
import type { PopupTriggerProps } from "./use-lazy-popup.ts";

interface MenuRow {
  label: string;
  icon?: IconType;
  /** Stands in place of the icon: a presence shape, a department dot. */
  lead?: ReactNode;
  disabled?: boolean;
}

export interface MenuAction extends MenuRow {
  onSelect?: () => void;
  /** An empty link element, `<Link to="/settings" />`, when choosing means going there. */
  link?: ReactElement;
  danger?: boolean;
  shortcut?: string;
  /** A word more, at the right: until when, or how many. */
  note?: string;
}

export interface MenuChoice {
  /** The name of the set, for assistive tech. */
  choice: string;
  /** Shows the name above the set, where its options do not explain themselves. */
  hasHeading?: boolean;
  options: readonly (MenuRow & {
    value: string;
    /** A line under the label that says what choosing it means. */
    detail?: string;
  })[];
  value: string;
  onValueChange: (value: string) => void;
  /** The digits choose, as shown at the right of each option. */
  hasDigits?: boolean;
}

/** A row to choose, a set of which one is on, or a line between. */
export type MenuEntry = MenuAction | MenuChoice | "separator";

export interface MenuProps extends FloatingPlace {
  /** The name of the menu, for assistive tech. */
  label: string;
  /** A Button or IconButton; a ref of its own is replaced. */
  trigger: ReactElement<PopupTriggerProps>;
  items: readonly MenuEntry[];
  /** Stands above the rows, and is no row itself: whose menu this is. */
  header?: ReactNode;
}
