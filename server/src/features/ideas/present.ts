import { canArrangeIdea, canDecideIdea, canEditIdea, type IdeaViewer } from "@atoll/contract/ideas/policy";
import type { Idea, IdeaReference, ListedIdea, OpenIdea } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { TaskReference } from "@atoll/contract/tasks/schemas";
import { presentAttachment } from "../files/public.ts";
import type { People } from "../people/public.ts";
import type { IdeaRow, ListedRow, OpenRow } from "./queries.ts";
import { canReadByName, partsOf } from "./readable.ts";

/** Ideas as all of their readers see them. Nothing of an anonymous author leaves this file. */
export async function presentIdeas(people: People, rows: readonly IdeaRow[]): Promise<Idea[]> {
  const known = await people.of(rows.flatMap(namedIn));
  return rows.map((row) => presentIdea(known, row));
}

/** The same as one person sees them. */
export async function presentListed(people: People, rows: readonly ListedRow[]): Promise<ListedIdea[]> {
  const known = await people.of(rows.flatMap(namedIn));
  return rows.map((row) => presentOwn(known, row));
}

/** An idea with all of its words, and what its viewer may do. */
export async function presentOpen(
  people: People,
  viewer: IdeaViewer,
  row: OpenRow,
  tasks: TaskReference[],
): Promise<OpenIdea> {
  const known = await people.of(namedIn(row));
  const parts = partsOf(row);
  return {
    ...presentOwn(known, row),
    text: row.content,
    replyText: row.reply,
    attachments: row.files?.map(presentAttachment) ?? [],
    sourceMessageId: row.source_message_id,
    steps: [
      { status: "new" as const, at: row.created_at.toISOString() },
      ...row.steps.map(({ status, at }) => ({ status, at: new Date(at).toISOString() })),
    ],
    tasks,
    taskCount: row.task_count,
    isOwn: row.writer_id === viewer.id,
    mayEdit: canEditIdea(viewer, parts),
    mayArrange: canArrangeIdea(viewer, parts),
    mayDecide: canDecideIdea(viewer, parts) && canReadByName(viewer, row),
  };
}

export function presentReference(
  row: Pick<IdeaRow, "id" | "title" | "status" | "status_at" | "vote_count">,
): IdeaReference {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    statusAt: row.status_at.toISOString(),
    voteCount: row.vote_count,
  };
}

/** The people that a row names. */
const namedIn = (row: IdeaRow): string[] =>
  [row.author_id, row.owner_id, row.reply_by].filter((id) => id !== null);

function presentOwn(known: ReadonlyMap<string, Person>, row: ListedRow): ListedIdea {
  return { ...presentIdea(known, row), hasVoted: row.has_voted, ownScore: row.own_score };
}

function presentIdea(known: ReadonlyMap<string, Person>, row: IdeaRow): Idea {
  const { impact, effort_weeks: effortWeeks } = row;
  const replyBy = row.reply_by === null ? undefined : known.get(row.reply_by);
  return {
    ...presentReference(row),
    note: row.note,
    targetOn: row.target_on,
    author: (row.author_id && known.get(row.author_id)) || null,
    owner: (row.owner_id && known.get(row.owner_id)) || null,
    department: row.department,
    audience: presentAudience(row),
    tags: row.tags,
    voteVersion: row.vote_version,
    commentCount: row.comment_count,
    score: impact === null || effortWeeks === null ? null : { impact, effortWeeks, count: row.score_count },
    reply:
      row.reply_note === null || row.reply_at === null || !replyBy
        ? null
        : { note: row.reply_note, at: row.reply_at.toISOString(), by: replyBy },
    isHidden: row.hidden_at !== null,
    isLocked: row.locked_at !== null,
    textVersion: row.text_version,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A deleted department still limits who reads it, so it is still named. */
function presentAudience({ audience_ids, audience }: IdeaRow) {
  const gone = audience_ids.filter((id) => !audience.some((department) => department.id === id));
  return [...audience, ...gone.map((id) => ({ id, name: "A deleted department" }))];
}
