import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { ChevronDown, ChevronRight, Cpu, User } from "lucide-react";
import { useId } from "react";
import { formatClock } from "../../lib/format-more-dates.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { cx } from "../../ui/base/cx.ts";
import { AuditDetail } from "./audit-detail.tsx";
import { actorName, actPhrase, asideOf, isSuspicious, objectOf } from "./entry-words.ts";
import type { AuditFilters } from "./filters.ts";

export interface AuditRowProps {
  entry: AuditEntry;
  isOpen: boolean;
  onToggle: () => void;
  onFilter: (change: AuditFilters) => void;
}

/** One act in a line, which opens to all that is known of it. */
export function AuditRow({ entry, isOpen, onToggle, onFilter }: AuditRowProps) {
  const detailId = useId();
  const object = objectOf(entry);
  const aside = asideOf(entry);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        onClick={onToggle}
        className={cx(
          "grid w-full grid-cols-[64px_minmax(0,1fr)_16px] items-center gap-x-3 px-4 py-2 text-left",
          "hover:bg-surface-hover focus-visible:-outline-offset-2",
          "md:min-h-[38px] md:grid-cols-[64px_minmax(120px,200px)_minmax(0,1fr)_minmax(0,130px)_16px] md:py-1",
          isOpen && "bg-surface-selected",
        )}
      >
        <span className="font-mono text-muted text-xs">{formatClock(entry.at)}</span>
        <span className="flex min-w-0 items-center gap-2">
          <Mark entry={entry} />
          <span className={cx("truncate", entry.actor ? "font-medium" : "text-muted")}>
            {actorName(entry)}
          </span>
        </span>
        <span className="min-w-0 max-md:order-1 max-md:col-start-2 md:truncate">
          <span className={isSuspicious(entry.action) ? "font-medium text-warning-text" : "text-muted"}>
            {actPhrase(entry.action)}
          </span>
          {object && (
            <>
              {" "}
              <b className="font-semibold">{object}</b>
            </>
          )}
          {aside && (
            <>
              {" "}
              <span className="text-faint text-xs">{aside}</span>
            </>
          )}
        </span>
        <span className="truncate font-mono text-faint text-xs max-md:hidden">{entry.address}</span>
        <Chevron className="size-4 text-faint" />
      </button>
      {isOpen && <AuditDetail id={detailId} entry={entry} onFilter={onFilter} />}
    </li>
  );
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
