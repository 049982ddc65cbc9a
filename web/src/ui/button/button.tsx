import type { ComponentPropsWithRef, MouseEvent } from "react";
import { cx } from "../base/cx.ts";
import { useDisabled } from "../base/use-disabled.ts";
import type { IconType } from "../icon/icon-type.ts";
import { Spinner } from "../progress/spinner.tsx";
import { type ButtonSize, type ButtonVariant, buttonClass, buttonIconClass } from "./button-class.ts";

export interface ButtonProps extends ComponentPropsWithRef<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Stands left of the label. */
  icon?: IconType;
  /** Stands right of the label, for a chevron that says the button opens something. */
  trailingIcon?: IconType;
  /** Keeps width and label, shows the ring, and lets no second press through. */
  loading?: boolean;
}

/** A button with a text label. One primary a region; danger only where something is deleted. */
export function Button({
  variant = "secondary",
  size = "md",
  icon: Icon,
  trailingIcon: Trailing,
  loading = false,
  type = "button",
  className,
  children,
  ...rest
}: ButtonProps) {
  const control = useDisabled(rest);
  // While loading the button stays focusable, so that the focus is not thrown away, but does nothing.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault();
    else control.onClick?.(event);
  }
  return (
    <button
      {...rest}
      {...control}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || control["aria-disabled"]}
      className={cx(buttonClass({ variant, size }), className)}
      onClick={handleClick}
    >
      {loading && (
        <Spinner size={Icon ? 14 : size === "xs" ? 10 : 12} className={cx(!Icon && spinnerRoom[size])} />
      )}
      {Icon && !loading && <Icon className={buttonIconClass(size)} />}
      <span className={cx("truncate", loading && !Icon && labelRoom[size])}>{children}</span>
      {Trailing && <Trailing className={buttonIconClass(size)} />}
    </button>
  );
}

// A spinner with no icon to replace takes its place and a gap of 4 out of the padding, so the width stays.
const spinnerRoom: Record<ButtonSize, string> = {
  lg: "-ml-2 -mr-0.5",
  md: "-ml-2 -mr-0.5",
  sm: "-ml-2 -mr-0.5",
  xs: "-ml-[7px] -mr-0.5",
};
const labelRoom: Record<ButtonSize, string> = { lg: "-mr-2", md: "-mr-2", sm: "-mr-2", xs: "-mr-[7px]" };
