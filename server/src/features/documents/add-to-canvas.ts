import type { Subject } from "@atoll/contract/comments/schemas";
import { canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { AddedElement } from "./canvas/shared-canvas.ts";
import { findDocument, findWhole, lockDocument } from "./queries.ts";
import { roomsOf } from "./rooms/rooms.ts";
import { refusalOf } from "./save-updates.ts";
import { storeUpdate } from "./store-update.ts";
import { perform } from "./thread/threads.ts";

/**
 * Adds elements to the canvas of a thing in the server's name, in the caller's transaction; those that are on it already
 * are left as they are, or moved. The canvas stays locked until the transaction ends.
 * @returns what shows them to everybody who has the canvas open: to be called after the commit.
 * @throws {AppError} `document_not_found`, `document_too_large`.
 */
export async function addToCanvas(
  slice: SliceContext,
  tx: Database,
  subject: Subject,
  elements: readonly AddedElement[],
): Promise<() => void> {
  const found = await findDocument(tx, subject);
  const row = found && (await lockDocument(tx, found.epoch));
  if (!row) throw new AppError("document_not_found");
  const { updates } = await findWhole(tx, row.epoch);
  const added = await perform("addElements", { updates, elements });
  if (added.verdict !== "fits") throw refusalOf(added.verdict, "canvas");
  const { merged, changes } = added;
  if (!changes || changes.changed.length === 0) return () => undefined;
  const kind = slice.documentKinds.find(subject.kind);
  const committed = await kind?.onCanvasChange?.(slice, tx, subject.id, changes);
  const { sequence } = await storeUpdate(tx, row, merged, canvasSchemaVersion);
  return () => {
    committed?.();
    roomsOf(slice).stored({ subject, epoch: row.epoch, sequence, update: merged });
  };
}
