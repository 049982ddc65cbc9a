import { maxDrafts } from "@atoll/contract/drafts/limits";
import { draftRoutes } from "@atoll/contract/drafts/routes";
import { sql } from "kysely";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";
import { presentDraft } from "./present.ts";
import { selectDrafts } from "./queries.ts";

export function registerDrafts({ routes, db, realtime }: SliceContext): void {
  routes.route(draftRoutes.listDrafts, async (_input, { viewer }) => {
    const rows = await selectDrafts(db, viewer.id);
    return { drafts: rows.map(presentDraft) };
  });

  routes.route(draftRoutes.saveDraft, async ({ body }, { viewer }) => {
    await saveDraft({ db, realtime }, viewer.id, body);
    return undefined;
  });
}

interface NewDraft {
  subject: string;
  content: string;
}

/**
 * Stores a person's draft for a subject, or deletes it if it is empty, and notifies their other devices. It does not
 * check whether the subject exists or is readable: the text is their own, only they receive it, and the response is
 * always the same.
 */
async function saveDraft(
  { db, realtime }: { db: Database; realtime: Realtime },
  userId: string,
  draft: NewDraft,
): Promise<void> {
  const at = draft.content === "" ? await remove(db, userId, draft.subject) : await write(db, userId, draft);
  if (at) realtime.send(ownRoom(userId), "draft.changed", { draft: presentDraft({ ...draft, ...at }) });
}

async function write(db: Database, userId: string, { subject, content }: NewDraft) {
  const { rows } = await sql<{ updated_at: Date; is_new: boolean }>`
    INSERT INTO drafts (user_id, subject, content) VALUES (${userId}, ${subject}, ${content})
    ON CONFLICT (user_id, subject) DO UPDATE
      SET content = excluded.content, updated_at = excluded.updated_at
      WHERE drafts.content <> excluded.content
    RETURNING updated_at, xmax = 0 AS is_new`.execute(db);
  const [written] = rows;
  if (written?.is_new) await dropOldest(db, userId);
  return written;
}

/** Deletes the oldest draft without an event: a browser that has it keeps it until it fetches the full list. */
async function dropOldest(db: Database, userId: string): Promise<void> {
  await sql`DELETE FROM drafts d USING (
      SELECT user_id, updated_at, subject FROM drafts WHERE user_id = ${userId}
      ORDER BY updated_at DESC, subject DESC OFFSET ${sql.lit(maxDrafts)}
    ) o WHERE d.user_id = o.user_id AND d.subject = o.subject`.execute(db);
}

function remove(db: Database, userId: string, subject: string) {
  return db
    .deleteFrom("drafts")
    .where("user_id", "=", userId)
    .where("subject", "=", subject)
    .returning(sql<Date>`clock_timestamp()`.as("updated_at"))
    .executeTakeFirst();
}
