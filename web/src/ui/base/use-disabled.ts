import {
  type ChangeEventHandler,
  type FocusEventHandler,
  type KeyboardEventHandler,
  type MouseEvent,
  useState,
} from "react";

interface Control<Element extends HTMLElement> {
  disabled?: boolean | undefined;
  "aria-disabled"?: boolean | "true" | "false" | undefined;
  onClick?: ((event: MouseEvent<Element>) => void) | undefined;
  onChange?: ChangeEventHandler<Element> | undefined;
  onKeyDown?: KeyboardEventHandler<Element> | undefined;
  onFocus?: FocusEventHandler<Element> | undefined;
  onBlur?: FocusEventHandler<Element> | undefined;
}

/**
 * Disables a control without taking the focus from it. Browsers drop the focus of an element that becomes disabled, so
 * the control that a person has just pressed by key keeps it, and ignores presses until the focus moves on.
 */
export function useDisabled<Element extends HTMLElement>(control: Control<Element>) {
  const [hasFocus, setHasFocus] = useState(false);
  const isOff = control.disabled === true;
  const keepsFocus = isOff && hasFocus;
  const props: Control<Element> & { "data-off"?: "" | undefined } = {
    disabled: isOff && !hasFocus,
    "aria-disabled": keepsFocus || control["aria-disabled"],
    "data-off": keepsFocus ? "" : undefined,
    onClick(event) {
      if (keepsFocus) event.preventDefault();
      else control.onClick?.(event);
    },
    onChange: control.onChange && ((event) => void (keepsFocus || control.onChange?.(event))),
    onKeyDown(event) {
      if (!keepsFocus) control.onKeyDown?.(event);
    },
    onFocus(event) {
      setHasFocus(true);
      control.onFocus?.(event);
    },
    onBlur(event) {
      setHasFocus(false);
      control.onBlur?.(event);
    },
  };
  return props;
}
