import { type IdeaStatus, ideaStatuses } from "@atoll/contract/ideas/limits";
import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import { type RawBuilder, sql } from "kysely";
import type { Telling, ToldEntry, ToldKind } from "../../../platform/kinds/notification-kinds.ts";
import { putInWords } from "../../../platform/kinds/notification-words.ts";
import { followersOf, interestedIn, writerOfIdea } from "../notify.ts";
import { isReadableBy } from "../readable.ts";

interface Subject {
  id: string;
  title: string;
  reply: string;
  vote_count: number;
}

type Say = (actor: string, subject: Subject, entry: ToldEntry) => string;

const statusWords: Record<IdeaStatus, string> = {
  new: "New",
  in_review: "In review",
  planned: "Planned",
  started: "Started",
  shipped: "Shipped",
  declined: "Declined",
};

/** The kinds of notifications about ideas. An entry is there as long as its person may read the idea. */
export const ideaToldKinds: readonly ToldKind[] = [
  {
    ...ofIdea("idea.status", "concerned", (actor, { title }, { facts }) => {
      const status = ideaStatuses.find((one) => one === facts.status);
      return status === undefined
        ? `${actor} answered “${title}”`
        : `${actor} answered “${title}”: ${statusWords[status]}`;
    }),
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
  ofIdea("idea.owner", "concerned", (actor, { title }) => `${actor} made you the owner of “${title}”`),
];

function ofIdea(kind: NotificationKind, reason: NotificationReason, say: Say): ToldKind {
  return {
    kind,
    audience: (telling) => sql`SELECT DISTINCT id, ${reason} AS reason FROM (${peopleOf(telling)}) AS p
      WHERE id IS NOT NULL`,
    isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (
      SELECT FROM ideas i WHERE i.id = ${subjectId} AND ${isReadableBy(userId)} LIMIT 1)`,
    inWords: (sources, entries) =>
      putInWords(sources, entries, select, (actor, subject, entry) => ({
        title: say(actor, subject, entry),
        ...(kind === "idea.status" ? { excerpt: subject.reply } : {}),
        link: `/ideas/${subject.id}`,
      })),
  };
}

/** SQL: the people that a rule means, else those who are named, as `SELECT … AS id`. */
function peopleOf({ subjectId, people, rule }: Telling): RawBuilder<unknown> {
  if (rule === "interested") return interestedIn(subjectId);
  if (rule === "followers") return followersOf(subjectId);
  if (rule === "author") return writerOfIdea(subjectId);
  return sql`SELECT id FROM unnest(${[...people]}::uuid[]) AS named (id)`;
}

/** The part of a reply that an entry quotes. */
const quoteLength = 200;

const select = (ids: string[]) => sql<Subject>`
  SELECT id, title, left(coalesce(reply, ''), ${sql.lit(quoteLength)}) AS reply, vote_count
  FROM ideas WHERE id = ANY(${ids}::uuid[])`;
