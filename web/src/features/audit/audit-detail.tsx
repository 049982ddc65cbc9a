import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { Box, User } from "lucide-react";
import type { ReactNode } from "react";
import { NameButton } from "../../capabilities/people/name-button.tsx";
import { formatInstant } from "../../lib/time/format-date.ts";
import { formatClock } from "../../lib/time/format-more-dates.ts";
import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { type FieldChange, fieldChanges } from "./changes.ts";
import { actorName, actPhrase, asideOf, objectOf, subjectName } from "./entry-words.ts";
import type { AuditFilters } from "./filters.ts";

export interface AuditDetailProps {
  entry: AuditEntry;
  onFilter: (change: AuditFilters) => void;
}

/** All details of an entry: a sentence, time, actor, address, and each field before and after. */
export function AuditDetail({ entry, onFilter }: AuditDetailProps) {
  const { actor, subject } = entry;
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="leading-5">
        <b className="font-semibold">{actorName(entry)}</b> {actPhrase(entry.action)}{" "}
        <b className="font-semibold">{objectOf(entry)}</b>
        <span className="text-muted">{asideOf(entry)}</span>
      </p>
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <Fact name="When">
          {formatInstant(entry.at)}
          <span className="text-faint">{formatClock(entry.at).slice(5)}</span>
        </Fact>
        <Fact name="Who">
          {actor ? <NameButton userId={actor.id}>{actorName(entry)}</NameButton> : actorName(entry)}
        </Fact>
        {subject && (
          <Fact name="What">
            {subject.type === "user" ? (
              <NameButton userId={subject.id}>{subject.name}</NameButton>
            ) : (
              subjectName(subject)
            )}{" "}
            <span className="text-faint">{subject.type}</span>
          </Fact>
        )}
        <Fact name="From">{entry.address || "The server itself"}</Fact>
        <Fact name="Act">
          <span className="font-mono text-xs">{entry.action}</span>
        </Fact>
        <Fact name="Fingerprint">
          <span className="break-all font-mono text-2xs text-muted">{entry.hash}</span>
        </Fact>
      </dl>
      <Changes changes={fieldChanges(entry)} />
      <div className="flex flex-wrap gap-2">
        {actor && (
          <Button size="sm" icon={User} onClick={() => onFilter({ actor: actor.id })}>
            All by {actor.name}
          </Button>
        )}
        {subject && subject.id !== "" && subject.id !== actor?.id && (
          <Button size="sm" icon={Box} onClick={() => onFilter({ subject: subject.id })}>
            All about {subject.type === "session" ? "this session" : subjectName(subject)}
          </Button>
        )}
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted text-xs leading-5">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <p className="text-faint">This act changed no fields.</p>;
  return (
    <section>
      <h3 className="mb-2 font-semibold text-sm">Before and after</h3>
      <dl aria-label="Before and after" className="overflow-hidden rounded-md border">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="border-b last:border-b-0">
            <dt className="bg-surface-sunken px-3 py-1 font-semibold text-2xs text-faint">{field}</dt>
            {before !== null && (
              <Value sign="−" said="Before" value={before} look="bg-danger-soft/60 text-danger-text" />
            )}
            {after !== null && (
              <Value sign="+" said="After" value={after} look="bg-success-soft/60 text-success-text" />
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ sign, said, value, look }: { sign: string; said: string; value: string; look: string }) {
  return (
    <dd className={cx("flex gap-2 px-3 py-1 font-mono text-xs leading-5", look)}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{said}</span>
      <span className="min-w-0 break-words">{value}</span>
    </dd>
  );
}
