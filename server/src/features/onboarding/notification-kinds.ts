import { onboardingLink } from "@atoll/contract/onboarding/links";
import { sql } from "kysely";
import {
  type EntryColumns,
  type NotificationDefinition,
  namesInWords,
  type StoredNotification,
  type WordSources,
} from "../../platform/kinds/notification-kinds.ts";
import { namedPeople } from "../../platform/kinds/notification-words.ts";
import { today } from "./readable.ts";

const named = namedPeople("concerned");

/** SQL: the entry's recipient is involved in `o`, which is in progress. */
const takesPart = ({ userId }: EntryColumns) => sql<boolean>`(o.stopped_at IS NULL
  AND (o.person_id = ${userId} OR o.manager_id = ${userId} OR o.buddy_id = ${userId}))`;
const isOnPath = (entry: EntryColumns) => sql<boolean>`EXISTS (
  SELECT FROM onboardings o WHERE o.id = ${entry.subjectId} AND ${takesPart(entry)} LIMIT 1)`;

interface Subject {
  id: string;
  person_id: string;
  path: string;
}

/** The kinds of notifications for newcomers and the people who lead them. An entry disappears once its item is done. */
export const onboardingNotificationDefinitions: readonly NotificationDefinition[] = [
  {
    kind: "onboarding.due",
    audience: named,
    isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (
      SELECT FROM onboarding_items i JOIN onboardings o ON o.id = i.onboarding_id
      WHERE i.id = ${subjectId} AND i.done_at IS NULL AND i.due_on <= ${today} AND o.stopped_at IS NULL
        AND ${userId} = CASE i.doer WHEN 'newcomer' THEN o.person_id ELSE o.manager_id END LIMIT 1)`,
    inWords: dueInWords,
  },
  {
    kind: "onboarding.started",
    audience: named,
    isReadable: isOnPath,
    inWords: (sources, entries) =>
      pathInWords(sources, entries, ({ person_id, path }, name, { userId }) =>
        person_id === userId ? `Your path “${path}” has started` : `${name} starts on the path “${path}”`,
      ),
  },
  {
    kind: "onboarding.nudged",
    audience: named,
    isReadable: isOnPath,
    inWords: (sources, entries) =>
      pathInWords(sources, entries, ({ path }, _name, _entry, actor) => `${actor} reminds you of “${path}”`),
  },
];

async function pathInWords(
  { db, people }: WordSources,
  entries: readonly StoredNotification[],
  say: (subject: Subject, name: string, entry: StoredNotification, actor: string) => string,
) {
  const { rows } = await sql<Subject>`SELECT o.id, o.person_id, t.name AS path
    FROM onboardings o JOIN onboarding_paths t ON t.id = o.path_id
    WHERE o.id = ANY(${[...new Set(entries.map(({ subjectId }) => subjectId))]}::uuid[])`.execute(db);
  const known = await people.of([
    ...rows.map(({ person_id }) => person_id),
    ...entries.flatMap(({ actorIds }) => actorIds),
  ]);
  const subjects = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    entries.flatMap((entry) => {
      const subject = subjects.get(entry.subjectId);
      if (!subject) return [];
      const actors = entry.actorIds.flatMap((id) => known.get(id)?.name ?? []);
      const actor = namesInWords(actors.slice(0, 2), actors.length);
      const title = say(subject, known.get(subject.person_id)?.name ?? "A colleague", entry, actor);
      return [[entry.id, { title, link: onboardingLink(subject.id) }] as const];
    }),
  );
}

interface DueItem {
  id: string;
  onboarding_id: string;
  kind: string;
  title: string;
  note: string;
  path: string;
  met: string | null;
}

/** Words entries without page titles, because the recipient may not be allowed to read the page. */
async function dueInWords({ db, people }: WordSources, entries: readonly StoredNotification[]) {
  const { rows } = await sql<DueItem>`SELECT i.id, i.onboarding_id, i.kind, i.title, i.note, t.name AS path,
      CASE i.meets WHEN 'buddy' THEN o.buddy_id WHEN 'manager' THEN o.manager_id ELSE i.person_id END AS met
    FROM onboarding_items i JOIN onboardings o ON o.id = i.onboarding_id JOIN onboarding_paths t ON t.id = o.path_id
    WHERE i.id = ANY(${entries.map(({ subjectId }) => subjectId)}::uuid[])`.execute(db);
  const known = await people.of(rows.flatMap(({ met }) => met ?? []));
  const items = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    entries.flatMap((entry) => {
      const item = items.get(entry.subjectId);
      if (!item) return [];
      const name = item.met === null ? "your buddy" : (known.get(item.met)?.name ?? "a colleague");
      const words: Record<string, string> = {
        read: `A page of “${item.path}” is due to be read`,
        sop: `A procedure of “${item.path}” is due to be confirmed`,
        meet: `Meet ${name}: due today on “${item.path}”`,
      };
      const title = words[item.kind] ?? `“${item.title}” is due on “${item.path}”`;
      return [[entry.id, { title, excerpt: item.note, link: onboardingLink(item.onboarding_id) }] as const];
    }),
  );
}
