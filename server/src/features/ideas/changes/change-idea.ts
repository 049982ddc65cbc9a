import { canArrangeIdea, canEditIdea } from "@atoll/contract/ideas/policy";
import type { ideaChangeSchema } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { setFiles } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { lockChoices } from "../../people/public.ts";
import { broadcastIdeas } from "../broadcast-ideas.ts";
import { actorOf, addEntry } from "../entries.ts";
import { ideaKind } from "../idea-kind.ts";
import { updateNotifications } from "../notify.ts";
import { type LockedIdea, lockIdea } from "../public.ts";
import { assertOwnAudience, partsOf, roomsOf } from "../readable.ts";

type Change = z.output<typeof ideaChangeSchema>;

/**
 * Changes what an idea says, which only its author may, or where it belongs.
 * @throws {AppError} `idea_not_found`, `forbidden`, `changed_meanwhile`, `department_not_found`, `attachment_not_found`,
 *   `idea_audience_not_own`.
 */
export async function changeIdea(
  sources: ChangeSources,
  viewer: RequestViewer,
  ideaId: string,
  change: Change,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    const idea = await lockIdea(tx, viewer, ideaId);
    assertMayChange(viewer, idea, change);
    assertNotChanged({ version: idea.text_version }, change.textVersion);
    if (idea.author_id === null && change.audienceIds) assertOwnAudience(viewer, change.audienceIds);
    await lockChoices(tx, { departmentIds: newDepartments(idea, change) });
    if (idea.author_id === null && change.attachmentIds?.length)
      throw new AppError("attachment_not_found", { detail: "an anonymous idea has no files" });
    if (change.attachmentIds)
      await setFiles(tx, viewer.id, { kind: ideaKind, id: ideaId }, change.attachmentIds);
    await tx
      .updateTable("ideas")
      .set({ ...columnsOf(change), ...touchColumns, text_version: sql`text_version + 1` })
      .where("id", "=", ideaId)
      .execute();
    await keepText(tx, viewer, idea, change);
    await updateNotifications(tx, [ideaId]);
    return roomsOf(idea);
  });
  await broadcastIdeas(sources, [ideaId], new Map([[ideaId, before]]));
}

function assertMayChange(viewer: RequestViewer, idea: LockedIdea, change: Change): void {
  const parts = partsOf(idea);
  const { title, text, audienceIds, attachmentIds } = change;
  const isText = [title, text, audienceIds, attachmentIds].some((field) => field !== undefined);
  if (isText && !canEditIdea(viewer, parts)) throw new AppError("forbidden", { detail: "not their idea" });
  if (!canArrangeIdea(viewer, parts)) throw new AppError("forbidden", { detail: "arranges no ideas" });
}

function newDepartments(idea: LockedIdea, { departmentId, audienceIds = [] }: Change): string[] {
  return [departmentId ?? idea.department_id, ...audienceIds].filter(
    (id) => id !== null && id !== idea.department_id && !idea.audience_ids.includes(id),
  ) as string[];
}

/** The columns that a change names. */
function columnsOf({ title, text, departmentId, audienceIds, tags }: Change) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(text === undefined ? {} : { content: text }),
    ...(departmentId === undefined ? {} : { department_id: departmentId }),
    ...(audienceIds === undefined ? {} : { audience_ids: audienceIds }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** Keeps the words that were there before in the timeline. */
async function keepText(
  tx: Database,
  viewer: RequestViewer,
  idea: LockedIdea,
  { title = idea.title, text = idea.content }: Change,
): Promise<void> {
  if (title === idea.title && text === idea.content) return;
  const before = { title: idea.title, text: idea.content };
  const actorId = actorOf(idea, viewer.id);
  await addEntry(tx, { ideaId: idea.id, kind: "edited", actorId, facts: { before } });
}
