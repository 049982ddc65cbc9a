import { Fragment, type ReactNode } from "react";

/** Facts about a row, parted by a middle dot; empty ones are left out. */
export function MetaLine({ parts }: { parts: readonly ReactNode[] }) {
  const shown = parts.filter((part) => part !== "" && part !== null && part !== false && part !== undefined);
  return (
    <p className="flex min-w-0 flex-wrap gap-x-1.5 text-faint text-xs">
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line stay in their order
        <Fragment key={index}>
          {index > 0 && <span aria-hidden="true">·</span>}
          <span className="min-w-0">{part}</span>
        </Fragment>
      ))}
    </p>
  );
}
