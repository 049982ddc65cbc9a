import type { ReactNode } from "react";

export interface DrawerProps {
  /** False for one that is rendered while it is closed, too. */
  open?: boolean | undefined;
  /** `byEscape`: so that what is being written in it need not be gone by one key too many. */
  onClose: (byEscape?: boolean) => void;
  title: string;
  /** A detail comes from the right, inset by 8px; the navigation comes from the left, from edge to edge. */
  kind?: "detail" | "nav";
  /** Stands in the head in place of the title, which is then for assistive tech only. */
  head?: ReactNode;
  children?: ReactNode;
  /** Stays below the scrolling body: a composer, buttons. */
  footer?: ReactNode;
  /** The element to focus when it closes. Defaults to what had the focus before. */
  finalFocus?: () => HTMLElement | null;
  /** In pixels; 520 for a detail and 280 for the navigation, never more than the window. */
  width?: number;
  /** Typed text is saved at once or kept as a draft, so closing the drawer does not ask. */
  keepsWords?: boolean;
}
