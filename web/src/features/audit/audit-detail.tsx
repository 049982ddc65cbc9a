import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { Box, User } from "lucide-react";
import type { ReactNode } from "react";
import { NameButton } from "../../capabilities/people/name-button.tsx";
import { formatInstant } from "../../lib/format-date.ts";
import { formatClock } from "../../lib/format-more-dates.ts";
import { Button } from "../../ui/button/button.tsx";
import { type FieldChange, fieldChanges } from "./changes.ts";
import { actorName } from "./entry-words.ts";
import type { AuditFilters } from "./filters.ts";

export interface AuditDetailProps {
  id: string;
  entry: AuditEntry;
  onFilter: (change: AuditFilters) => void;
}

/** All of an entry: when, who, from where, and each field before and after. */
export function AuditDetail({ id, entry, onFilter }: AuditDetailProps) {
  const { actor, subject } = entry;
  return (
    <div
      id={id}
      className="grid gap-x-6 gap-y-4 border-t bg-surface px-4 py-4 lg:grid-cols-[minmax(0,320px)_minmax(0,1fr)]"
    >
      <div className="flex flex-col items-start gap-3">
        <dl className="grid w-full grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-1.5">
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
                subject.name
              )}{" "}
              <span className="text-faint">{subject.type}</span>
            </Fact>
          )}
          <Fact name="From">{entry.address || "The server itself"}</Fact>
          <Fact name="Act">
            <span className="font-mono text-xs">{entry.action}</span>
          </Fact>
          <Fact name="Entry">{entry.number}</Fact>
          <Fact name="Fingerprint">
            <span className="break-all font-mono text-2xs text-muted">{entry.hash}</span>
          </Fact>
        </dl>
        <div className="flex flex-wrap gap-2">
          {actor && (
            <Button size="sm" icon={User} onClick={() => onFilter({ actor: actor.id })}>
              All by {actor.name}
            </Button>
          )}
          {subject && subject.id !== "" && subject.id !== actor?.id && (
            <Button size="sm" icon={Box} onClick={() => onFilter({ subject: subject.id })}>
              All about {subject.type === "session" ? "this session" : subject.name}
            </Button>
          )}
        </div>
      </div>
      <Changes changes={fieldChanges(entry)} />
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
    <div className="self-start overflow-hidden rounded-md border bg-surface-raised">
      <table aria-label="Before and after" className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            {["Field", "Before", "After"].map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`h-[30px] border-b bg-surface-sunken px-3 text-left font-semibold text-2xs text-faint ${index === 0 ? "w-[26%]" : ""}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field} className="group align-top">
              <th
                scope="row"
                className="break-words border-b px-3 py-1.5 text-left font-medium text-muted text-xs leading-5 group-last:border-b-0"
              >
                {field}
              </th>
              <Value value={before} look="bg-danger-soft/60 text-danger-text" />
              <Value value={after} look="bg-success-soft/60 text-success-text" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ value, look }: { value: string | null; look: string }) {
  return (
    <td
      className={`break-words border-b border-l px-3 py-1.5 leading-5 group-last:border-b-0 ${value === null ? "text-faint" : look}`}
    >
      {value ?? "–"}
    </td>
  );
}
