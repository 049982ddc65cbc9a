import type { OpenAnnouncement, Reader } from "@atoll/contract/announcements/schemas";
import { CheckCheck, Eye, type LucideIcon } from "lucide-react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { PersonName } from "../../../capabilities/people/person-name.tsx";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import type { Selection } from "../../../ui/list/use-selection.ts";
import { type Column, TableRows } from "../../../ui/table/table-rows.tsx";
import { momentOf } from "../data/words.ts";

const states: Record<Reader["state"], { name: string; icon?: LucideIcon }> = {
  confirmed: { name: "Confirmed", icon: CheckCheck },
  read: { name: "Read", icon: Eye },
  unopened: { name: "Not opened" },
  left: { name: "Left" },
};

export interface ReaderRowsProps {
  readers: readonly Reader[];
  announcement: OpenAnnouncement;
  selection: Selection;
}

/** Whether a person has yet to read it, or to confirm a must-read. */
export const isToNudge = ({ state }: Reader, mustRead: boolean): boolean =>
  state === "unopened" || (mustRead && state === "read");

/** People of a ledger, each with what they have done: a table, and on a phone a list. Who is open can be chosen, to be nudged. */
export function ReaderRows({ readers, announcement, selection }: ReaderRowsProps) {
  const isPhone = useIsPhone();
  const { chosen } = selection;
  const isOpen = (reader: Reader) => isToNudge(reader, announcement.mustRead);
  const open = readers.filter(isOpen).map(({ person }) => person.id);
  const isAll = open.length > 0 && open.every((id) => chosen.has(id));
  const all = open.length > 0 && (
    <Checkbox
      checked={isAll}
      className="flex"
      hideLabel={!isPhone}
      indeterminate={!isAll && chosen.size > 0}
      label="Select everyone who has yet to read or confirm it"
      onChange={isAll ? selection.clear : selection.all}
    />
  );
  const box = (reader: Reader) => {
    const { id, name } = reader.person;
    return (
      isOpen(reader) && (
        <Checkbox
          checked={chosen.has(id)}
          className="flex"
          hideLabel
          label={`Choose ${name}`}
          onChange={() => selection.toggle(id)}
        />
      )
    );
  };
  if (isPhone)
    return (
      <>
        {all && <div className="border-b px-3 py-2">{all}</div>}
        <ul aria-label="People">
          {readers.map((reader) => (
            <li className="flex items-center gap-3 border-b px-3 py-2 last:border-b-0" key={reader.person.id}>
              <span className="w-6 flex-none">{box(reader)}</span>
              <Picture reader={reader} />
              <span className="min-w-0 flex-1">
                <PersonName person={reader.person} />
                <span className="block truncate text-muted text-xs">
                  {[departmentsOf(reader), whenOf(reader), nudgesOf(reader)].filter(Boolean).join(" · ")}
                </span>
              </span>
              <State reader={reader} />
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <TableRows
      columns={[{ key: "choose", header: "Choose", head: all, cell: box }, ...columns]}
      isSelected={({ person }) => chosen.has(person.id)}
      label="People"
      minWidth="640px"
      onSort={() => undefined}
      rowKey={({ person }) => person.id}
      rows={readers}
      sort={undefined}
    />
  );
}

const columns: readonly Column<Reader>[] = [
  {
    key: "name",
    header: "Name",
    cell: (reader) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Picture reader={reader} />
        <span className="min-w-0 truncate">
          <PersonName person={reader.person} />
        </span>
      </span>
    ),
  },
  { key: "department", header: "Department", cell: (reader) => words(departmentsOf(reader)) },
  { key: "state", header: "State", cell: (reader) => <State reader={reader} /> },
  { key: "when", header: "When", cell: (reader) => words(whenOf(reader)) },
  { key: "nudges", header: "Nudges", cell: (reader) => words(nudgesOf(reader) || "None") },
];

const words = (text: string) => <span className="whitespace-nowrap text-muted text-xs">{text}</span>;

function Picture({ reader: { person } }: { reader: Reader }) {
  return <PersonAvatar person={person} decorative size={28} />;
}

function State({ reader }: { reader: Reader }) {
  const { name, icon } = states[reader.state];
  return (
    <Badge icon={icon} tone={statusTones.reader[reader.state]}>
      {name}
    </Badge>
  );
}

const departmentsOf = ({ departments }: Reader) => departments.map(({ name }) => name).join(", ");

function nudgesOf({ nudges, nudgedAt }: Reader): string {
  return nudges === 0 || nudgedAt === null ? "" : `${nudges}, last ${momentOf(nudgedAt)}`;
}

function whenOf({ confirmedAt, readAt, confirmedEdition, state }: Reader): string {
  if (confirmedAt) return momentOf(confirmedAt);
  if (readAt) return momentOf(readAt);
  if (confirmedEdition !== null && state !== "left") return `Confirmed version ${confirmedEdition}`;
  return "Never";
}
