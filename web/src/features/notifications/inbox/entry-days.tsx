import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { type ReactNode, useId } from "react";
import { formatDay } from "../../../lib/time/format-date.ts";

export interface EntryDaysProps {
  entries: readonly NotificationEntry[];
  renderEntry: (entry: NotificationEntry) => ReactNode;
}

/** Entries under the days on which they were told last, by the person's own clock. */
export function EntryDays({ entries, renderEntry }: EntryDaysProps) {
  const now = new Date();
  return [...Map.groupBy(entries, ({ at }) => formatDay(at, now))].map(([day, ofDay]) => (
    <Day key={day} label={day}>
      {ofDay.map(renderEntry)}
    </Day>
  ));
}

function Day({ label, children }: { label: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 className="px-3 pt-3 pb-1 font-semibold text-2xs text-faint" id={titleId}>
        {label}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}
