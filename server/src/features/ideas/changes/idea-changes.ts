import { canArrangeIdea, canDecideIdea, canReadIdea } from "@atoll/contract/ideas/policy";
import type { Idea } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import { z } from "zod";
import type { Audiences } from "../../../platform/changes/broadcast.ts";
import type { Undone } from "../../../platform/changes/changeable.ts";
import type { FieldChange, StoredChange } from "../../../platform/changes/field.ts";
import { countReadable } from "../../../platform/kinds/factories.ts";
import type { SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { broadcastIdeas } from "../broadcast-ideas.ts";
import { updateNotifications } from "../notify.ts";
import { presentIdeas } from "../present.ts";
import { selectIdeas } from "../queries.ts";
import { isReadable, partsOf, roomsOf } from "../readable.ts";
import { type IdeaInChange, ideaFields, isNews, lockIdeas } from "./idea-fields.ts";

/** How ideas are answered, handed over and tagged, and how that is undone. */
export const ideaChanges: SliceChangeable<IdeaInChange, typeof ideaFields, Idea, RequestViewer> = {
  kind: "idea",
  table: "ideas",
  fields: ideaFields,
  errors: { notFound: "idea_not_found", changeNotFound: "idea_change_not_found" },
  lock: lockIdeas,
  countReadable: countReadable({ table: "ideas", alias: "i", isReadable }),
  audiences: audiencesOf,
  broadcast: broadcastIdeas,
  async show({ db, people }, viewer, ids) {
    const rows = await selectIdeas(db)
      .where(sql<boolean>`i.id = ANY(${[...ids]}::uuid[])`)
      .where(isReadable(viewer))
      .execute();
    return new Map((await presentIdeas(people, rows)).map((idea) => [idea.id, idea]));
  },
  notify: notifyOfChanges,
  withdraw: updateNotifications,
  afterUndo: removeEntries,
  mayUndo: async (_tx, viewer, rows, changes) =>
    rows.every((row) =>
      mayUndo(
        viewer,
        row,
        changes.filter(({ subjectId }) => subjectId === row.id),
      ),
    ),
};

async function audiencesOf(db: Database, ids: readonly string[]): Promise<Audiences> {
  const rows = await selectIdeas(db)
    .where(sql<boolean>`i.id = ANY(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, roomsOf(row)]));
}

async function notifyOfChanges(tx: Database, actorId: string, changes: readonly FieldChange[]) {
  for (const { subjectId, field, before, after } of changes) {
    if (field === "answer" && isNews(before, after))
      await notify(tx, { kind: "idea.status", subjectId, actorId, rule: "interested" });
    if (field === "owner" && typeof after === "string")
      await notify(tx, { kind: "idea.owner", subjectId, actorId, people: [after] });
  }
  await updateNotifications(
    tx,
    changes.map(({ subjectId }) => subjectId),
  );
}

/**
 * People who have since lost the right to a change may not undo it. An owner who handed the idea over still may: the undo
 * makes them the owner again.
 */
function mayUndo(viewer: RequestViewer, row: IdeaInChange, changes: readonly StoredChange[]): boolean {
  const given = changes.find(({ field, after }) => field === "owner" && after === row.owner_id);
  const ownerId = given ? z.uuid().nullable().parse(given.before) : row.owner_id;
  const parts = { ...partsOf(row), ownerId };
  if (row.merged_into_id !== null || !canReadIdea(viewer, parts)) return false;
  return changes.every(({ field }) =>
    field === "tags" ? canArrangeIdea(viewer, parts) : canDecideIdea(viewer, parts),
  );
}

const entrySchema = z.object({ field: z.string(), id: z.uuid() });

/** Removes the lines of what was undone from the timelines. */
async function removeEntries(
  tx: Database,
  _ids: readonly string[],
  { changes, undone }: Undone,
): Promise<void> {
  const ids = changes
    .filter(({ field }) => field === "entry")
    .flatMap(({ subjectId, after }) => {
      const entry = entrySchema.parse(after);
      const isUndone = undone.some((one) => one.subjectId === subjectId && one.field === entry.field);
      return isUndone ? [entry.id] : [];
    });
  await sql`DELETE FROM idea_entries WHERE id = ANY(${ids}::uuid[])`.execute(tx);
}
