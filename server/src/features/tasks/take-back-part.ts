import { idSchema } from "@atoll/contract/identifiers";
import { z } from "zod";
import type { Database } from "../../tables.ts";
import { discardFile, restoreFile } from "../files/access.ts";
import { taskFileKind } from "./task-files.ts";

const requirementSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.string(),
  url: z.string(),
  notes: z.string(),
});
const linkSchema = z.object({ id: idSchema, url: z.string(), name: z.string() });
const fileSchema = z.object({ id: idSchema, name: z.string() });

interface PartChange {
  task_id: string;
  field: string;
  actor_id: string;
  before: unknown;
  after: unknown;
}

/** Takes away what was added to a task, or adds what was taken. Answers false where that was done already. */
export async function takeBackPart(tx: Database, change: PartChange): Promise<boolean> {
  const { task_id: taskId, before, after } = change;
  if (change.field === "file") {
    const subject = { kind: taskFileKind, id: taskId };
    if (before !== null) return restoreFile(tx, subject, fileSchema.parse(before).id);
    await discardFile(tx, subject, fileSchema.parse(after).id);
    return true;
  }
  if (change.field === "requirement") {
    if (before === null) return remove(tx, "task_requirements", requirementSchema.parse(after).id);
    const requirement = requirementSchema.parse(before);
    await tx
      .insertInto("task_requirements")
      .values({ ...requirement, task_id: taskId })
      .execute();
    return true;
  }
  if (change.field !== "link") return false;
  if (before === null) return remove(tx, "task_links", linkSchema.parse(after).id);
  const { name: filename, ...link } = linkSchema.parse(before);
  await tx
    .insertInto("task_links")
    .values({ ...link, filename, task_id: taskId, added_by: change.actor_id })
    .execute();
  return true;
}

async function remove(tx: Database, table: "task_requirements" | "task_links", id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom(table).where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}
