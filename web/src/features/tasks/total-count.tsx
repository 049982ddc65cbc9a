import { Count } from "../../ui/badge/count.tsx";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";

/** How many tasks; the plain count stops at 99. */
export function TotalCount({ value }: { value: number }) {
  if (value <= 99) return <Count label="tasks" value={value} />;
  return (
    <span className="inline-grid h-4 flex-none place-items-center rounded-full bg-surface-active px-[5px] font-semibold text-2xs text-muted">
      {value}
      <VisuallyHidden> tasks</VisuallyHidden>
    </span>
  );
}
