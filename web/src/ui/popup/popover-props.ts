import type { ReactElement, ReactNode } from "react";
import type { FloatingPlace } from "../base/floating.ts";
import type { PopupTriggerProps } from "./use-lazy-popup.ts";

export interface PopoverProps extends FloatingPlace {
  /** The name of the popover, for assistive tech. */
  label: string;
  /** A Button or IconButton; a ref of its own is replaced. */
  trigger: ReactElement<PopupTriggerProps>;
  /** The content, or a function of it that is given the way to close. */
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
}
