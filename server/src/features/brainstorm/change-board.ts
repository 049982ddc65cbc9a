import { roleOnBoard } from "@atoll/contract/brainstorm/policy";
import type { boardChangeSchema } from "@atoll/contract/brainstorm/schemas";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { touchColumns } from "../../platform/database/touch-columns.ts";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources } from "../../slice.ts";
import { announceDocumentRights } from "../documents/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { refreshNotifications } from "../notifications/public.ts";
import { lockChoices, ownRoom } from "../people/public.ts";
import { boardKind } from "./board-kind.ts";
import { broadcastBoards } from "./broadcast-boards.ts";
import { accessBoard, assertManages, lockBoard } from "./public.ts";
import { partsOf } from "./readable.ts";

/**
 * Renames a board, or puts it in another department: a facilitator does.
 * @throws {AppError} `board_not_found`, `forbidden`, `changed_meanwhile`, `department_not_found`.
 */
export async function changeBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  { title, departmentId, seenTitle }: z.output<typeof boardChangeSchema>,
): Promise<void> {
  await transact(sources.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    if (roleOnBoard(viewer, partsOf(board)) !== "facilitator")
      throw new AppError("forbidden", { detail: "leads no boards" });
    if (title !== undefined && seenTitle !== undefined && seenTitle !== board.title && title !== board.title)
      throw new AppError("changed_meanwhile");
    if (departmentId && departmentId !== board.department_id)
      await lockChoices(tx, { departmentIds: [departmentId] });
    await tx
      .updateTable("boards")
      .set({
        ...touchColumns,
        ...(title === undefined ? {} : { title }),
        ...(departmentId === undefined ? {} : { department_id: departmentId }),
      })
      .where("id", "=", boardId)
      .execute();
    await refreshNotifications(tx, [
      { kind: "board.invited", subjectId: boardId },
      { kind: "board.summons", subjectId: boardId },
      { kind: "board.lead", subjectId: boardId },
    ]);
  });
  await broadcastBoards(sources, [boardId]);
}

/**
 * Archives a board, or takes it back out of the archive.
 * @throws {AppError} `board_not_found`, `forbidden`.
 */
export async function archiveBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  isArchived: boolean,
): Promise<void> {
  const isOther = await transact(sources.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    assertManages(viewer, board);
    if ((board.archived_at !== null) === isArchived) return false;
    await tx
      .updateTable("boards")
      .set({ ...touchColumns, archived_at: isArchived ? new Date() : null })
      .where("id", "=", boardId)
      .execute();
    await announceDocumentRights(tx, { kind: boardKind, id: boardId });
    return true;
  });
  if (isOther) await broadcastBoards(sources, [boardId]);
}

/**
 * Gives a board the viewer's star, or takes it away.
 * @throws {AppError} `board_not_found`.
 */
export async function starBoard(
  { db, realtime }: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  isStarred: boolean,
): Promise<void> {
  const row = { board_id: boardId, user_id: viewer.id };
  await transact(db, async (tx) => {
    await accessBoard(tx, viewer, boardId);
    if (isStarred)
      await tx
        .insertInto("board_stars")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await tx
        .deleteFrom("board_stars")
        .where("board_id", "=", boardId)
        .where("user_id", "=", viewer.id)
        .execute();
  });
  realtime.send(ownRoom(viewer.id), "board.starred", { boardId, isStarred });
}
