import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import { type RawBuilder, sql } from "kysely";
import {
  type EntryWords,
  type NotificationDefinition,
  namesInWords,
  type StoredNotification,
  type WordSources,
} from "./notification-kinds.ts";

/** Returns the audience of a kind that only notifies the named people. */
export function namedPeople(reason: NotificationReason): NotificationDefinition["audience"] {
  return ({ people }) => sql`
    SELECT DISTINCT id, ${reason} AS reason FROM unnest(${[...people]}::uuid[]) AS named (id)`;
}

/**
 * Puts entries about rows into words, with one query for the rows and one for the names of the actors.
 * @param select the rows with these ids; entries about a row that it leaves out get no words.
 * @param say the words of one entry, with the names of who acted.
 */
export async function putInWords<Subject extends { id: string }>(
  { db, people }: WordSources,
  entries: readonly StoredNotification[],
  select: (ids: string[]) => RawBuilder<Subject>,
  say: (actor: string, subject: Subject, entry: StoredNotification) => EntryWords,
): Promise<Map<string, EntryWords>> {
  const [known, { rows }] = await Promise.all([
    people.of(entries.flatMap(({ actorIds }) => actorIds)),
    select([...new Set(entries.map(({ subjectId }) => subjectId))]).execute(db),
  ]);
  const subjects = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    entries.flatMap((entry) => {
      const subject = subjects.get(entry.subjectId);
      if (!subject) return [];
      const names = entry.actorIds.flatMap((id) => known.get(id)?.name ?? []);
      return [[entry.id, say(namesInWords(names.slice(0, 2), names.length), subject, entry)] as const];
    }),
  );
}
