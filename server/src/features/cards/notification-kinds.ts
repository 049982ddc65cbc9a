import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import { sql } from "kysely";
import { namesInWords, type ToldKind, type WordSources } from "../../platform/notification-kinds.ts";
import { isReadableBy } from "./readable.ts";

interface Subject {
  id: string;
  title: string;
  singular: string;
  link: string;
}

type Say = (actor: string, subject: Subject, count: number) => string;

/** Notification kinds about cards. An entry exists as long as its person may read the card. */
export const cardToldKinds: readonly ToldKind[] = [
  ofCard(
    "card.owner",
    "concerned",
    (actor, { singular, title }) => `${actor} gave you the ${singular} “${title}”`,
  ),
  ofCard("card.comment", "concerned", (actor, { title }, count) =>
    count > 1 ? `${actor} wrote ${count} comments on “${title}”` : `${actor} commented on “${title}”`,
  ),
  ofCard("card.alert", "concerned", (_actor, { title }, count) =>
    count > 1 ? `“${title}” fired ${count} times` : `“${title}” is firing, and you are on call`,
  ),
  ofCard("card.mention", "named", (actor, { title }) => `${actor} mentioned you on “${title}”`),
];

function ofCard(kind: NotificationKind, reason: NotificationReason, say: Say): ToldKind {
  return {
    kind,
    audience: ({ people }) =>
      sql`SELECT DISTINCT id, ${reason} AS reason FROM unnest(${[...people]}::uuid[]) AS named (id)`,
    isReadable: ({
      userId,
      subjectId,
    }) => sql<boolean>`EXISTS (SELECT FROM cards c JOIN card_types ct ON ct.id = c.type_id
      WHERE c.id = ${subjectId} AND ${isReadableBy(userId)} LIMIT 1)`,
    async inWords(sources, entries) {
      const [actors, subjects] = await Promise.all([
        sources.people.of(entries.flatMap(({ actorIds }) => actorIds)),
        findSubjects(sources, [...new Set(entries.map(({ subjectId }) => subjectId))]),
      ]);
      return new Map(
        entries.flatMap((entry) => {
          const subject = subjects.get(entry.subjectId);
          if (!subject) return [];
          const names = entry.actorIds.flatMap((id) => actors.get(id)?.name ?? []);
          const actor = namesInWords(names.slice(0, 2), names.length);
          return [[entry.id, { title: say(actor, subject, entry.count), link: subject.link }] as const];
        }),
      );
    },
  };
}

async function findSubjects({ db }: WordSources, ids: readonly string[]): Promise<Map<string, Subject>> {
  const { rows } = await sql<Subject>`SELECT c.id, c.title, ct.singular,
      concat('/', d.slug, '/', ct.slug, '/', c.id) AS link
    FROM cards c JOIN card_types ct ON ct.id = c.type_id JOIN departments d ON d.id = ct.department_id
    WHERE c.id = ANY(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
