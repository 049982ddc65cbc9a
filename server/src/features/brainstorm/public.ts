import {
  type BoardParts,
  canLeadBoard,
  canManageBoard,
  canTakePart,
  roleOnBoard,
} from "@atoll/contract/brainstorm/policy";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { type ListedRow, selectListed } from "./queries.ts";
import { grantsOf, isReadable, partsOf } from "./readable.ts";

/**
 * A board that the viewer may read.
 * @throws {AppError} `board_not_found` when there is none, or it is not theirs to see.
 */
export async function accessBoard(db: Database, viewer: RequestViewer, boardId: string): Promise<ListedRow> {
  const row = await selectListed(db, viewer.id)
    .where("b.id", "=", boardId)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("board_not_found");
  return row;
}

/** A board that is locked until the transaction ends. */
export type LockedBoard = Awaited<ReturnType<typeof lockBoard>>;

/**
 * Locks a board that the viewer may read.
 * @param lock `change`: nobody changes it, casts a vote or writes privately until the transaction ends. `use`: nobody
 *   changes it, so that its phase still holds when the transaction commits.
 * @throws {AppError} `board_not_found`.
 */
export async function lockBoard(
  tx: Database,
  viewer: RequestViewer,
  boardId: string,
  lock: "change" | "use" = "change",
) {
  const query = tx
    .selectFrom("boards as b")
    .selectAll("b")
    .select(grantsOf.as("grants"))
    .where("b.id", "=", boardId)
    .where(isReadable(viewer));
  const row = await (lock === "change" ? query.forNoKeyUpdate("b") : query.forShare("b")).executeTakeFirst();
  if (!row) throw new AppError("board_not_found");
  return row;
}

/** Lets the owner pass. @throws {AppError} `forbidden`. */
export function assertManages(viewer: RequestViewer, board: LockedBoard): void {
  if (!canManageBoard(viewer, partsOf(board))) throw new AppError("forbidden", { detail: "not their board" });
}

/** Lets facilitators pass. @throws {AppError} `forbidden`, `board_archived`. */
export function assertLeads(viewer: RequestViewer, board: LockedBoard): void {
  const parts = partsOf(board);
  if (roleOnBoard(viewer, parts) !== "facilitator")
    throw new AppError("forbidden", { detail: "leads no boards" });
  assertOpen(canLeadBoard(viewer, parts));
}

/** Lets writers and facilitators pass. @throws {AppError} `forbidden`, `board_archived`. */
export function assertTakesPart(viewer: RequestViewer, board: LockedBoard): void {
  const parts: BoardParts = partsOf(board);
  if (roleOnBoard(viewer, parts) === "reader")
    throw new AppError("forbidden", { detail: "reads the board only" });
  assertOpen(canTakePart(viewer, parts));
}

function assertOpen(isOpen: boolean): void {
  if (!isOpen) throw new AppError("board_archived");
}
