import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";

/** A key of the keyboard; `inverse` for tooltips and other dark ground. */
export function Kbd({ children, inverse = false }: { children: ReactNode; inverse?: boolean }) {
  return (
    <kbd
      className={cx(
        "inline-block min-w-[18px] whitespace-nowrap rounded-xs border px-[5px] text-center font-medium font-ui text-2xs",
        inverse ? "border-current/35 text-inherit" : "border-strong bg-surface text-faint",
      )}
    >
      {children}
    </kbd>
  );
}
