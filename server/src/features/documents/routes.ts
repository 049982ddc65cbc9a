import type { Subject } from "@atoll/contract/comments/schemas";
import { documentRoutes } from "@atoll/contract/documents/routes";
import type { DocumentState } from "@atoll/contract/documents/schemas";
import { coversScope, type TokenScope } from "@atoll/contract/personal-tokens/areas";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import { base64Parts, longAnswer } from "../../platform/http/long-answer.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import { attachFiles } from "../files/public.ts";
import { readableThings } from "../search/public.ts";
import { accessDocument } from "./public.ts";
import { findOwnClients, findSince, findWhole } from "./queries.ts";
import { roomsOf } from "./rooms/rooms.ts";
import { perform } from "./thread/threads.ts";
import { discardUnplaced, listUnplaced } from "./unplaced-texts.ts";

/** So much goes out in one answer, and what was written since waits for the next. */
const pageBytes = 1_000_000;

/**
 * Returns the thing that a request names. The drafts of all kinds have the same routes, but those of boards belong to
 * another area than the rest.
 * @throws {AppError} `token_scope_missing` for a token without that area.
 */
function subjectOf(
  { kind, subjectId }: { kind: Subject["kind"]; subjectId: string },
  { scopes }: RequestViewer,
  right: "read" | "write" = "read",
): Subject {
  const scope: TokenScope = `boards:${right}`;
  if (kind === "board" && scopes && !coversScope(scopes, scope))
    throw new AppError("token_scope_missing", { figures: { scope } });
  return { kind, id: subjectId };
}

/** Drafts that several people write at once. */
export function registerDocuments(slice: SliceContext): void {
  const { routes, db } = slice;

  routes.route(documentRoutes.getDocument, async ({ params }, { viewer }) => {
    const subject = subjectOf(params, viewer);
    const { row, rights } = await accessDocument(db, slice, viewer, subject);
    const { updates, sequence } = await findWhole(db, row.epoch);
    if (updates.length === 0) throw new AppError("document_not_found");
    const [snapshot] = updates;
    const state = updates.length === 1 && snapshot ? snapshot : await perform("compact", { updates });
    const answer = {
      subject,
      epoch: row.epoch,
      schemaVersion: row.schema_version,
      sequence,
      ownClients: await findOwnClients(db, row.epoch, viewer.id),
      mayEdit: rights.mayEdit,
      savedAt: row.changed_at.toISOString(),
    };
    // A full board has megabytes.
    return longAnswer<DocumentState, "state">(answer, "state", base64Parts(state));
  });

  routes.route(documentRoutes.listDocumentUpdates, async ({ params, query }, { viewer }) => {
    const subject = subjectOf(params, viewer);
    const { row } = await accessDocument(db, slice, viewer, subject);
    const { epoch, since } = query;
    if (row.epoch !== epoch) throw new AppError("document_ended");
    const ownClients = await findOwnClients(db, epoch, viewer.id);
    if (since < row.snapshot_sequence) {
      const { updates, sequence } = await findWhole(db, epoch);
      const whole = await perform("compact", { updates });
      return { sequence, hasMore: false, ownClients, updates: [Buffer.from(whole).toString("base64")] };
    }
    const found = await findSince(db, epoch, since, pageBytes);
    const sequence = found.at(-1)?.sequence ?? since;
    return {
      sequence,
      hasMore: sequence < row.sequence,
      ownClients,
      updates: found.map(({ content }) => content.toString("base64")),
    };
  });

  // The texts are the viewer's own words, so these two also serve people who may no longer see the thing.
  routes.route(documentRoutes.listUnplacedTexts, async ({ params }, { viewer }) => ({
    texts: await listUnplaced(db, subjectOf(params, viewer), viewer.id),
  }));

  routes.route(documentRoutes.discardUnplacedText, async ({ params }, { viewer }) => {
    const subject = subjectOf(params, viewer, "write");
    await discardUnplaced(db, subject, viewer.id, params.textId);
    return undefined;
  });

  routes.route(documentRoutes.attachDocumentFiles, async ({ params, body }, { viewer }) => {
    const subject = subjectOf(params, viewer, "write");
    await transact(db, async (tx) => {
      const { rights } = await accessDocument(tx, slice, viewer, subject);
      if (!rights.mayEdit) throw new AppError("forbidden");
      // A browser that missed the answer asks again.
      await attachFiles(tx, viewer.id, subject, body.attachmentIds, { isRepeatable: true });
    });
    return undefined;
  });

  routes.route(documentRoutes.findReferenceNames, async ({ body }, { viewer }) => {
    const things = await readableThings(slice, viewer, body.references);
    const names = body.references.flatMap((reference) => {
      const thing = things.get(`${reference.kind}/${reference.id}`);
      return thing ? [{ ...reference, name: thing.title, link: thing.link }] : [];
    });
    return { names };
  });

  routes.route(documentRoutes.saveDocumentUpdate, async ({ params, body }, { viewer }) =>
    roomsOf(slice).saver.save({
      subject: subjectOf(params, viewer, "write"),
      epoch: body.epoch,
      schemaVersion: body.schemaVersion,
      update: Buffer.from(body.update, "base64"),
      sender: { userId: viewer.id, sessionId: viewer.sessionId },
    }),
  );
}
