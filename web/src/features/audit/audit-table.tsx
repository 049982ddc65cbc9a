import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { Cpu, User } from "lucide-react";
import type { KeyboardEvent } from "react";
import { formatDay, isSameDay } from "../../lib/time/format-date.ts";
import { formatClock } from "../../lib/time/format-more-dates.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { cx } from "../../ui/base/cx.ts";
import { actorName, actPhrase, asideOf, isSuspicious, objectOf } from "./entry-words.ts";

export interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** Others are on their way, for the filters have changed. */
  isOutdated: boolean;
  /** The number of the entry that is shown at the side. */
  shown: number | null;
  onShow: (entry: AuditEntry) => void;
}

/** Entries under the days they were written, each of which is shown whole when it is pressed. Design, "Audit log". */
export function AuditTable({ entries, isOutdated, shown, onShow }: AuditTableProps) {
  return (
    <div
      className={cx(
        "overflow-hidden rounded-lg border bg-surface-raised shadow-1 transition-opacity",
        isOutdated && "opacity-60",
      )}
    >
      {/* The rows are boxes on a phone, where there is no room for columns. */}
      <table
        aria-label="Audit log"
        aria-busy={isOutdated || undefined}
        className="w-full table-fixed border-separate border-spacing-0 max-md:block"
        onKeyDown={moveByArrows}
      >
        <thead className="max-md:sr-only">
          <tr>
            {heads.map(([head, width]) => (
              <th
                key={head}
                scope="col"
                className={cx(
                  "h-[34px] border-b bg-surface-sunken px-3 text-left font-semibold text-2xs text-faint first:pl-4 last:pr-4",
                  width,
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {groupByDay(entries).map(({ day, entries: ofDay }) => (
          <tbody key={day} className="max-md:block">
            <tr className="max-md:block">
              <th
                scope="rowgroup"
                colSpan={heads.length}
                className="h-8 border-b bg-surface px-4 text-left font-semibold text-2xs text-muted max-md:flex max-md:items-center"
              >
                {day}
              </th>
            </tr>
            {ofDay.map((entry) => (
              <Row
                key={entry.number}
                entry={entry}
                isShown={entry.number === shown}
                onShow={() => onShow(entry)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const heads = [
  ["Time", "w-[92px]"],
  ["Who", "w-[21%]"],
  ["Act", "w-[25%]"],
  ["What", ""],
  ["From", "w-[124px]"],
] as const;

interface RowProps {
  entry: AuditEntry;
  isShown: boolean;
  onShow: () => void;
}

function Row({ entry, isShown, onShow }: RowProps) {
  const object = objectOf(entry);
  const aside = asideOf(entry);
  const words = [actorName(entry), actPhrase(entry.action), object ?? aside].filter(Boolean).join(" ");
  return (
    // The button does the same; the row is a larger one for the pointer.
    <tr
      aria-selected={isShown}
      onClick={onShow}
      className={cx(
        "group cursor-pointer hover:bg-surface-hover aria-selected:bg-surface-selected",
        "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:px-4 max-md:py-2.5 in-[tbody:last-child]:max-md:last:border-b-0",
      )}
    >
      <td className={cx(cell, "font-mono text-muted text-xs max-md:col-start-2 max-md:row-start-1")}>
        {formatClock(entry.at)}
      </td>
      <td className={cx(cell, "max-md:col-start-1 max-md:row-start-1")}>
        <span className="flex min-w-0 items-center gap-2">
          <Mark entry={entry} />
          <span className={cx("truncate", entry.actor ? "font-medium" : "text-muted")}>
            {actorName(entry)}
          </span>
        </span>
      </td>
      <td className={cx(cell, "max-md:col-span-2 max-md:pt-1! max-md:pl-7!")}>
        <button
          type="button"
          aria-expanded={isShown}
          aria-label={words}
          className={cx(
            "max-w-full truncate text-left max-md:whitespace-normal",
            isSuspicious(entry.action) ? "font-medium text-warning-text" : "text-muted",
          )}
        >
          {actPhrase(entry.action)}
        </button>
      </td>
      <td className={cx(cell, "max-md:col-span-2 max-md:pl-7!", !object && !aside && "max-md:hidden")}>
        <span className="block truncate max-md:whitespace-normal">
          {object && <b className="font-medium">{object}</b>}
          {aside && <span className="text-faint text-xs">{aside}</span>}
        </span>
      </td>
      <td className={cx(cell, "font-mono text-faint text-xs max-md:hidden")}>
        <span className="block truncate">{entry.address}</span>
      </td>
    </tr>
  );
}

const cell =
  "h-[38px] min-w-0 px-3 first:pl-4 last:pr-4 md:border-b in-[tbody:last-child]:md:group-last:border-b-0 max-md:h-auto max-md:p-0! max-md:min-h-5";

/** Up and down go from row to row, as in a list. */
function moveByArrows(event: KeyboardEvent<HTMLTableElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const next = buttons[buttons.findIndex((one) => one.matches(":focus")) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Mark({ entry }: { entry: AuditEntry }) {
  if (entry.actor)
    return (
      <Avatar decorative userId={entry.actor.id} picture={undefined} name={entry.actor.name} size={20} />
    );
  const Icon = entry.action.startsWith("session.") ? User : Cpu;
  return (
    <span className="grid size-5 flex-none place-items-center rounded-full text-faint inset-ring-1 inset-ring-border-control">
      <Icon className="size-3 stroke-2" />
    </span>
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
