import { type ReactNode, useId } from "react";
import { Count } from "../../../../ui/badge/count.tsx";

export interface SectionProps {
  title: string;
  count?: number | undefined;
  /** At the right of the title. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a task with its name over it. */
export function Section({ title, count, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center gap-2">
        <h3 id={id} className="flex items-center gap-2 font-semibold">
          {title}
          {count !== undefined && count > 0 && <Count value={count} />}
        </h3>
        {action && <div className="ml-auto flex items-center gap-1">{action}</div>}
      </div>
      {children}
    </section>
  );
}
