import { maxIdeaTasks } from "@atoll/contract/ideas/limits";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastTasks, insertTask } from "../../tasks/public.ts";
import { broadcastIdeas } from "../broadcast-ideas.ts";
import { addEntry } from "../entries.ts";
import { type LockedIdea, lockIdea } from "../public.ts";
import { canReadByName } from "../readable.ts";

interface Promotion {
  id: string;
  title: string;
  departmentId: string | null;
  assigneeId: string | null;
  seenTasks: number;
}

/**
 * Makes a task of an idea. The idea stays locked until then: of two people who promote it at once, the second sees more
 * tasks than they knew of, and gets the task of the first.
 * @returns the id of the task that it became.
 * @throws {AppError} `idea_not_found`, `forbidden`, `too_many_idea_tasks`, and those of `createTask`.
 */
export async function promoteIdea(
  sources: ChangeSources,
  viewer: RequestViewer,
  ideaId: string,
  promotion: Promotion,
): Promise<string> {
  if (!canCreateTasks(viewer)) throw new AppError("forbidden", { detail: "no tasks/create" });
  const { taskId, isNew } = await transact(sources.db, async (tx) => {
    const idea = await lockIdea(tx, viewer, ideaId);
    if (!canReadByName(viewer, idea))
      throw new AppError("forbidden", { detail: "a task would show who its hidden author is" });
    const there = await findTask(tx, idea, promotion);
    if (there !== undefined) return { taskId: there, isNew: false };
    await addTask(tx, viewer, idea, promotion);
    return { taskId: promotion.id, isNew: true };
  });
  if (isNew) {
    await broadcastTasks(sources, [taskId]);
    await broadcastIdeas(sources, [ideaId]);
  }
  return taskId;
}

/** The task of this very promotion, or of one that was made since the idea was looked at. */
async function findTask(tx: Database, idea: LockedIdea, promotion: Promotion): Promise<string | undefined> {
  const row = await tx
    .selectFrom("idea_tasks")
    .select("task_id")
    .where("idea_id", "=", idea.id)
    .where((eb) => eb.or([eb("task_id", "=", promotion.id), eb("number", "=", promotion.seenTasks + 1)]))
    .orderBy(sql`task_id <> ${promotion.id}`)
    .executeTakeFirst();
  return row?.task_id;
}

async function addTask(tx: Database, viewer: RequestViewer, idea: LockedIdea, promotion: Promotion) {
  const number = idea.task_count + 1;
  if (number > maxIdeaTasks) throw new AppError("too_many_idea_tasks");
  const { id, title, departmentId, assigneeId } = promotion;
  const description = `From the idea [${asLinkText(idea.title)}](/ideas/${idea.id}).`;
  await insertTask(tx, viewer, newTaskSchema.parse({ id, title, departmentId, assigneeId, description }));
  await tx.insertInto("idea_tasks").values({ idea_id: idea.id, number, task_id: id }).execute();
  await tx
    .updateTable("ideas")
    .set({ ...touchColumns, task_count: number })
    .where("id", "=", idea.id)
    .execute();
  await addEntry(tx, { ideaId: idea.id, kind: "task", actorId: viewer.id });
}

/** A title that ends no link before its time. */
const asLinkText = (title: string) => title.replace(/[\\[\]]/g, "\\$&");
