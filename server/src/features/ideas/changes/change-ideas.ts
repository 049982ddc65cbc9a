import { maxIdeaTags } from "@atoll/contract/ideas/limits";
import { canArrangeIdea, canDecideIdea } from "@atoll/contract/ideas/policy";
import type { Idea, ideaDecisionSchema, ideasChangeSchema } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange, type Changing } from "../../../platform/changes/apply-change.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { lockChoices } from "../../people/public.ts";
import { addEntry } from "../entries.ts";
import { countedAsInterested } from "../notify.ts";
import { canReadByName, partsOf } from "../readable.ts";
import { ideaChanges } from "./idea-changes.ts";
import { type Answer, type IdeaInChange, ideaFields, isNews } from "./idea-fields.ts";

type Change = z.output<typeof ideasChangeSchema>;
type Decision = z.output<typeof ideaDecisionSchema>;
type IdeaChanging = Changing<Tables, RequestViewer, IdeaInChange, typeof ideaFields>;

/**
 * Answers ideas, hands them over or tags them: all of them or none, as one change that can be undone.
 * @throws {AppError} `idea_not_found`, `forbidden`, `change_id_taken`, `person_not_found`, `too_many_idea_tags`.
 */
export function changeIdeas(
  sources: ChangeSources,
  viewer: RequestViewer,
  { changeId, ideaIds, set }: Change,
): Promise<Idea[]> {
  const { answer, ownerId, addTags = [], removeTags = [] } = set;
  const ids = [...new Set(ideaIds)];
  const sent = { ids, set };
  return applyChange(ideaChanges, sources, viewer, { changeId, ids, sent }, async (changing, ideas) => {
    if (ownerId) await lockChoices(changing.tx, { personIds: [ownerId] });
    for (const idea of ideas) {
      if (answer) await setAnswer(changing, idea, { ...answer, targetOn: idea.target_day });
      if (ownerId !== undefined) await setOwner(changing, idea, ownerId);
      if (addTags.length + removeTags.length > 0) await setTags(changing, idea, addTags, removeTags);
    }
  });
}

/**
 * Gives an idea a status, with a public reply or without one, once for each ID. Its voters, followers and author are
 * notified.
 * @throws {AppError} `idea_not_found`; `forbidden`; `change_id_taken`; `changed_meanwhile` when it has another status than
 *   the one that was seen.
 */
export async function decideIdea(
  sources: ChangeSources,
  viewer: RequestViewer,
  ideaId: string,
  { id: changeId, seenStatus, ...answer }: Decision,
): Promise<void> {
  const sent = { ideaId, seenStatus, ...answer };
  await applyChange(
    ideaChanges,
    sources,
    viewer,
    { changeId, ids: [ideaId], sent },
    async (changing, [idea]) => {
      if (!idea) throw new AppError("idea_not_found");
      await setAnswer(changing, idea, answer, seenStatus);
    },
  );
}

async function setAnswer(
  changing: IdeaChanging,
  idea: IdeaInChange,
  answer: Pick<Decision, "status" | "reply" | "targetOn">,
  seenStatus = idea.status,
): Promise<void> {
  assertMayDecide(changing.viewer, idea);
  if (idea.status !== seenStatus) throw new AppError("changed_meanwhile");
  const { tx, viewer } = changing;
  const at = await now(tx);
  const { status, reply, targetOn } = answer;
  const before = ideaFields.answer.read(idea);
  const isSameStatus = status === idea.status;
  const after: Answer = {
    ...before,
    status,
    targetOn,
    ...(!isSameStatus && { statusAt: at }),
    // A reply is about a status: the next one without a reply has none.
    ...((reply !== "" || !isSameStatus) && { reply: reply || null, replyAt: at, replyBy: viewer.id }),
  };
  if (!(await changing.set(idea, { answer: after }))) return;
  const notified = isNews(before, after) ? await countInterested(tx, idea.id, viewer.id) : 0;
  await note(changing, idea, "answer", "status", { from: idea.status, to: status, reply, notified });
}

async function setOwner(changing: IdeaChanging, idea: IdeaInChange, ownerId: string | null): Promise<void> {
  assertMayDecide(changing.viewer, idea);
  if (await changing.set(idea, { owner: ownerId }))
    await note(changing, idea, "owner", "owner", { personId: ownerId });
}

async function setTags(
  changing: IdeaChanging,
  idea: IdeaInChange,
  add: readonly string[],
  remove: readonly string[],
): Promise<void> {
  // The history of changes names who made them, so the author of an anonymous idea tags it in its editor.
  if (!canArrangeIdea(changing.viewer, { ...partsOf(idea), authorId: idea.author_id ?? "" }))
    throw new AppError("forbidden", { detail: "arranges no ideas" });
  const tags = [...new Set([...idea.tags.filter((tag) => !remove.includes(tag)), ...add])];
  if (tags.length > maxIdeaTags) throw new AppError("too_many_idea_tags");
  await changing.set(idea, { tags });
}

/** Adds a line to the timeline, which an undo of the field removes. */
async function note(
  changing: IdeaChanging,
  idea: IdeaInChange,
  field: keyof typeof ideaFields,
  kind: "status" | "owner",
  facts: Parameters<typeof addEntry>[1]["facts"],
): Promise<void> {
  const id = uuidv7();
  await addEntry(changing.tx, {
    id,
    ideaId: idea.id,
    kind,
    actorId: changing.viewer.id,
    ...(facts && { facts }),
  });
  changing.record({ subjectId: idea.id, field: "entry", before: null, after: { field, id } });
}

function assertMayDecide(viewer: RequestViewer, idea: IdeaInChange): void {
  if (!canDecideIdea(viewer, partsOf(idea)) || !canReadByName(viewer, idea))
    throw new AppError("forbidden", { detail: "decides no ideas" });
}

/** The time of the transaction, in the precision in which it is stored. */
async function now(tx: Database): Promise<string> {
  const { rows } = await sql<{ at: Date }>`SELECT now()::timestamptz(3) AS at`.execute(tx);
  return (rows[0]?.at ?? new Date()).toISOString();
}

async function countInterested(tx: Database, ideaId: string, actorId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*) AS count FROM (${countedAsInterested(ideaId)}) AS p
    WHERE p.id <> ${actorId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
