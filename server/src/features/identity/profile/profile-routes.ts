import type { PreferencesChange } from "@atoll/contract/identity/preferences-schema";
import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { attachFiles, discardFilesOf } from "../../files/public.ts";
import { presentViewer } from "../present.ts";
import { changeAs, type RequestViewer } from "../public.ts";
import { findAccount } from "../queries.ts";
import { pictureKind } from "./picture-files.ts";

/** How one is seen, and how one reads. Specification, sections 2 (settings) and 3 (profile). */
export function registerProfile({ routes, db }: SliceContext): void {
  routes.route(profileRoutes.setPicture, async ({ body }, { viewer }) => {
    await setPicture(db, viewer, body.attachmentId);
    return { user: await present(viewer) };
  });

  routes.route(profileRoutes.changePreferences, async ({ body }, { viewer }) => {
    await changePreferences(db, viewer, body);
    return { user: await present(viewer) };
  });

  async function present({ id, way }: RequestViewer): Promise<Viewer> {
    const account = await findAccount(db, { id });
    if (!account) throw new AppError("session_expired");
    return presentViewer(account, way);
  }
}

/** Merges a person's new preferences into the stored ones. The database announces them to their devices. */
async function changePreferences(
  db: Database,
  viewer: Pick<RequestViewer, "id" | "sessionId">,
  change: PreferencesChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await changeAs(db, viewer, async (tx) => {
    // One statement, so that concurrent changes on two devices both apply.
    await sql`UPDATE accounts SET preferences = preferences || ${JSON.stringify(change)}::jsonb
      WHERE id = ${viewer.id}`.execute(tx);
  });
}

/**
 * Sets or removes a person's picture; the previous one is swept up. The same picture again changes nothing.
 * @param attachmentId an unused upload of theirs for it; null removes the picture.
 * @throws {AppError} `attachment_not_found` for any other file.
 */
async function setPicture(
  db: Database,
  viewer: Pick<RequestViewer, "id" | "sessionId">,
  attachmentId: string | null,
): Promise<void> {
  const subject = { kind: pictureKind, id: viewer.id };
  await changeAs(db, viewer, async (tx) => {
    // Serialise changes from two devices.
    await sql`SELECT FROM profiles WHERE id = ${viewer.id} FOR UPDATE`.execute(tx);
    if (attachmentId !== null && (await isShown(tx, viewer.id, attachmentId))) return;
    await discardFilesOf(tx, subject);
    const [file] = attachmentId === null ? [] : await attachFiles(tx, viewer.id, subject, [attachmentId]);
    const address = file ? `/api/pictures/${file.id}/${encodeURIComponent(file.filename)}` : null;
    await sql`UPDATE profiles SET avatar_url = ${address}, updated_at = now()
      WHERE id = ${viewer.id} AND avatar_url IS DISTINCT FROM ${address}`.execute(tx);
  });
}

async function isShown(tx: Database, userId: string, attachmentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("files")
    .select("id")
    .where("id", "=", attachmentId)
    .where("subject_kind", "=", pictureKind)
    .where("subject_id", "=", userId)
    .where("discarded_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
