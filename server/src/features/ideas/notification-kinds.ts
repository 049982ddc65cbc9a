import { undoOfferedMs } from "@atoll/contract/changes/limits";
import { type IdeaStatus, ideaStatusNames } from "@atoll/contract/ideas/limits";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import { type RawBuilder, sql } from "kysely";
import type {
  NotificationDefinition,
  SentNotification,
  StoredNotification,
  WordSources,
} from "../../platform/kinds/notification-kinds.ts";
import { putInWords } from "../../platform/kinds/notification-words.ts";
import { followersOf, interestedIn, writerOfIdea } from "./notify.ts";
import { isReadableBy } from "./readable.ts";

interface Subject {
  id: string;
  title: string;
  status: IdeaStatus;
  reply: string;
  reply_by: string | null;
  vote_count: number;
}

type Say = (actor: string, subject: Subject, entry: StoredNotification) => string;

/** The kinds of notifications about ideas. An entry is there as long as its person may read the idea. */
export const ideaNotificationDefinitions: readonly NotificationDefinition[] = [
  {
    ...ofIdea(
      "idea.status",
      "concerned",
      (actor, { title, status, reply }) =>
        reply === ""
          ? `${actor} moved “${title}” to ${ideaStatusNames[status]}`
          : `${actor} answered “${title}”: ${ideaStatusNames[status]}`,
      // Without a person, every answer was undone.
      {
        isTrue: () => sql`i.reply_by IS NOT NULL`,
        actorsOf: ({ reply_by: by }) => (by === null ? [] : [by]),
      },
    ),
    canBeTakenBackMs: undoOfferedMs,
  },
  ofIdea("idea.comment", "concerned", (actor, { title }, { count }) =>
    count > 1 ? `${actor} wrote ${count} comments on “${title}”` : `${actor} commented on “${title}”`,
  ),
  ofIdea("idea.mention", "named", (actor, { title }) => `${actor} mentioned you on “${title}”`),
  ofIdea(
    "idea.votes",
    "concerned",
    (_actor, { title, vote_count: count }) => `${count} people voted for your idea “${title}”`,
  ),
  {
    ...ofIdea("idea.owner", "concerned", (actor, { title }) => `${actor} made you the owner of “${title}”`, {
      isTrue: (userId) => sql`i.owner_id = ${userId}`,
    }),
    canBeTakenBackMs: undoOfferedMs,
  },
];

interface More {
  /** SQL: the entry about the idea `i` is still true for a person. */
  isTrue?: (userId: RawBuilder<string>) => RawBuilder<unknown>;
  /** The people that the entry names, if the idea knows better: one that was undone leaves the answer before it. */
  actorsOf?: (subject: Subject) => string[];
}

function ofIdea(
  kind: NotificationKind,
  reason: NotificationReason,
  say: Say,
  { isTrue = () => sql`true`, actorsOf }: More = {},
): NotificationDefinition {
  return {
    kind,
    audience: (telling) => sql`SELECT DISTINCT id, ${reason} AS reason FROM (${peopleOf(telling)}) AS p
      WHERE id IS NOT NULL`,
    isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (
      SELECT FROM ideas i WHERE i.id = ${subjectId} AND ${isTrue(userId)} AND ${isReadableBy(userId)} LIMIT 1)`,
    async inWords(sources, entries) {
      const named = actorsOf ? await withActors(sources, entries, actorsOf) : entries;
      return putInWords(sources, named, select, (actor, subject, entry) => ({
        title: say(actor, subject, entry),
        ...(actorsOf && { actorIds: entry.actorIds }),
        ...(actorsOf && subject.reply !== "" && { excerpt: subject.reply }),
        link: `/ideas/${subject.id}`,
      }));
    },
  };
}

/** The entries with the actors that their ideas name. */
async function withActors(
  { db }: WordSources,
  entries: readonly StoredNotification[],
  actorsOf: (subject: Subject) => string[],
): Promise<StoredNotification[]> {
  const { rows } = await select(entries.map(({ subjectId }) => subjectId)).execute(db);
  const actors = new Map(rows.map((row) => [row.id, actorsOf(row)]));
  return entries.map((entry) => ({ ...entry, actorIds: actors.get(entry.subjectId) ?? entry.actorIds }));
}

/** SQL: the people that a rule means, else those who are named, as `SELECT … AS id`. */
function peopleOf({ subjectId, people, rule }: SentNotification): RawBuilder<unknown> {
  if (rule === "interested") return interestedIn(subjectId);
  if (rule === "followers") return followersOf(subjectId);
  if (rule === "author") return writerOfIdea(subjectId);
  return sql`SELECT id FROM unnest(${[...people]}::uuid[]) AS named (id)`;
}

/** The part of a reply that an entry quotes. */
const quoteLength = 200;

const select = (ids: string[]) => sql<Subject>`
  SELECT id, title, status, reply_by, left(coalesce(reply, ''), ${sql.lit(quoteLength)}) AS reply, vote_count
  FROM ideas WHERE id = ANY(${ids}::uuid[])`;
