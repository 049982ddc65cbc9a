import type { ReactNode } from "react";
import { Option, type OptionProps } from "./option.tsx";

export interface OptionRowProps extends Omit<OptionProps, "className" | "children"> {
  mark: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  /** Stands at the end: what choosing does. */
  hint?: ReactNode;
}

/** One result in two lines: what it is called, and what tells it from others. */
export function OptionRow({ mark, title, detail, hint, ...option }: OptionRowProps) {
  return (
    <Option {...option} className="py-1.5 max-md:py-2">
      {mark}
      <span className="min-w-0 flex-1 leading-[18px]">
        <span className="block truncate font-semibold">{title}</span>
        <span className="block truncate text-muted text-xs">{detail}</span>
      </span>
      {hint}
    </Option>
  );
}
