import type { ReactNode } from "react";
import { Count } from "../badge/count.tsx";
import { cx } from "../base/cx.ts";

interface SideRailProps {
  label: string;
  /** Below the text where there is no room next to it. A rail is left out there by default. */
  goesBelow?: boolean;
  children: ReactNode;
}

/** A column next to the text of a page, with sections about it. */
export function SideRail({ label, goesBelow = false, children }: SideRailProps) {
  return (
    <aside
      aria-label={label}
      className={cx(
        "flex w-80 flex-none flex-col gap-5 overflow-y-auto border-l bg-surface-sunken p-4",
        goesBelow ? "max-xl:w-full max-xl:border-t max-xl:border-l-0" : "max-xl:hidden",
      )}
    >
      {children}
    </aside>
  );
}

interface RailSectionProps {
  title: string;
  count?: number;
  /** At the end of the line of the title. */
  end?: ReactNode;
  children: ReactNode;
}

export function RailSection({ title, count, end, children }: RailSectionProps) {
  return (
    <section className="flex flex-col gap-1.5">
      <div className="flex min-h-5 items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        {count !== undefined && <Count value={count} />}
        {end && <div className="ml-auto text-muted text-xs">{end}</div>}
      </div>
      {children}
    </section>
  );
}
