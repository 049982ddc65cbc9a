import type { FormEvent, ReactNode, RefObject } from "react";

export interface DialogProps {
  /** False for one that is rendered while it is closed, too. */
  open?: boolean | undefined;
  onClose: () => void;
  title: string;
  /** A sentence under the title, read out with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons: Cancel, then the verb. */
  footer?: ReactNode;
  /** Makes body and footer one form, so that Enter in a field presses the verb. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** At most this many pixels wide, and never more than 90% of the window. On a phone it is as wide as the screen. */
  width?: number;
  /** The element to focus. Defaults to the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  role?: "dialog" | "alertdialog";
  /** Nothing in it takes the focus, and it may be long: the text does, so that keys scroll it. */
  isOnlyText?: boolean;
  /** False where a press on the backdrop does not close it: a person may press the page before they have read it. */
  isClosedByPress?: boolean;
  /** Typed text is saved at once, kept as a draft or only searched for, so closing the dialog does not ask. */
  keepsWords?: boolean;
}
