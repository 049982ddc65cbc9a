import type { ComponentPropsWithRef } from "react";
import { useDisabled } from "../base/use-disabled.ts";
import type { IconType } from "../icon/icon-type.ts";

export interface BarButtonProps extends ComponentPropsWithRef<"button"> {
  icon: IconType;
  label: string;
}

/** A button on the inverse surface of the bar. On a phone its label is below its icon, so that more of them fit. */
export function BarButton({ icon: Icon, label, ...rest }: BarButtonProps) {
  const control = useDisabled(rest);
  return (
    <button
      {...rest}
      {...control}
      className="inline-flex h-[30px] flex-none items-center gap-1.5 rounded-sm px-2 disabled:opacity-50 max-md:h-11 max-md:min-w-11 max-md:flex-col max-md:justify-center max-md:gap-1 max-md:px-1.5 max-md:text-2xs hover:bg-current/14 data-popup-open:bg-current/14"
      type="button"
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {label}
    </button>
  );
}
