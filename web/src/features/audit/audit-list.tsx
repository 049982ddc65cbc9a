import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { useState } from "react";
import { formatDay, isSameDay } from "../../lib/format-date.ts";
import { cx } from "../../ui/base/cx.ts";
import { AuditRow, type AuditRowProps } from "./audit-row.tsx";

export interface AuditListProps {
  entries: readonly AuditEntry[];
  /** Others are on their way, for the filters have changed. */
  isOutdated: boolean;
  onFilter: AuditRowProps["onFilter"];
}

/** Entries under the days they were written, each of which opens. */
export function AuditList({ entries, isOutdated, onFilter }: AuditListProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (number: number) =>
    setOpen((current) =>
      current.has(number)
        ? new Set([...current].filter((one) => one !== number))
        : new Set([...current, number]),
    );
  return (
    <div
      aria-busy={isOutdated || undefined}
      className={cx(
        "overflow-hidden rounded-lg border bg-surface-raised shadow-1 transition-opacity",
        isOutdated && "opacity-60",
      )}
    >
      {groupByDay(entries).map(({ day, entries: ofDay }) => (
        <section key={day} aria-label={day}>
          <h2 className="flex h-[34px] items-center border-b bg-surface-sunken px-4 font-semibold text-2xs text-faint">
            {day}
          </h2>
          <ul>
            {ofDay.map((entry) => (
              <AuditRow
                key={entry.number}
                entry={entry}
                isOpen={open.has(entry.number)}
                onToggle={() => toggle(entry.number)}
                onFilter={onFilter}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function groupByDay(entries: readonly AuditEntry[]): { day: string; entries: AuditEntry[] }[] {
  const groups: { day: string; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const previous = last?.entries.at(-1);
    if (last && previous && isSameDay(previous.at, entry.at)) last.entries.push(entry);
    else groups.push({ day: formatDay(entry.at), entries: [entry] });
  }
  return groups;
}
