import { type BoardRole, maxBoardGrants } from "@atoll/contract/brainstorm/limits";
import { roleOnBoard } from "@atoll/contract/brainstorm/policy";
import type { GrantTarget } from "@atoll/contract/brainstorm/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { touchColumns } from "../../platform/database/touch-columns.ts";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { announceDocumentRights } from "../documents/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { lockChoices } from "../people/public.ts";
import { boardKind } from "./board-kind.ts";
import { broadcastBoards } from "./broadcast-boards.ts";
import { assertManages, assertTakesPart, lockBoard } from "./public.ts";
import { hasLeader } from "./queries.ts";
import { partsOf } from "./readable.ts";
import { roomsOf } from "./rooms.ts";
import { isLeaderAway, noteLeading } from "./workshop/leaders-seen.ts";

/**
 * Shares a board, changes somebody's role, or ends a share: who has the board open hears of it at once.
 * @param role null: ends the share.
 * @throws {AppError} `board_not_found`, `forbidden`, `department_not_found`, `person_not_found`,
 *   `too_many_board_grants`.
 */
export async function shareBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  { to, role }: { to: GrantTarget; role: BoardRole | null },
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    assertManages(viewer, board);
    if (role === null) await removeGrant(tx, boardId, to);
    else {
      const granteeId = idOf(to);
      const isNew = !board.grants.some((one) => one.kind === to.kind && one.granteeId === granteeId);
      if (isNew && board.grants.length >= maxBoardGrants) throw new AppError("too_many_board_grants");
      if (isNew) await lockChoices(tx, targetsOf([to]));
      await setGrant(tx, boardId, to, role);
      if (isNew && to.kind === "person")
        await notify(tx, { kind: "board.invited", subjectId: boardId, actorId: viewer.id, people: [to.id] });
    }
    await noteChange(tx, boardId);
    return roomsOf(board);
  });
  await broadcastBoards(sources, [boardId], new Map([[boardId, before]]));
}

/**
 * Ends the viewer's own share.
 * @throws {AppError} `board_not_found`, `board_needs_owner`.
 */
export async function leaveBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    if (board.owner_id === viewer.id) throw new AppError("board_needs_owner");
    await removeGrant(tx, boardId, { kind: "person", id: viewer.id });
    await noteChange(tx, boardId);
    return roomsOf(board);
  });
  await broadcastBoards(sources, [boardId], new Map([[boardId, before]]));
}

/**
 * Hands a board over. The owner before stays a facilitator.
 * @throws {AppError} `board_not_found`, `forbidden`, `person_not_found`.
 */
export async function handOverBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  ownerId: string,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    assertManages(viewer, board);
    await lockChoices(tx, { personIds: [ownerId] });
    await tx.updateTable("boards").set({ owner_id: ownerId }).where("id", "=", boardId).execute();
    await removeGrant(tx, boardId, { kind: "person", id: ownerId });
    if (ownerId !== viewer.id) await setGrant(tx, boardId, { kind: "person", id: viewer.id }, "facilitator");
    await noteChange(tx, boardId);
    await notify(tx, { kind: "board.invited", subjectId: boardId, actorId: viewer.id, people: [ownerId] });
    return roomsOf(board);
  });
  await broadcastBoards(sources, [boardId], new Map([[boardId, before]]));
}

/**
 * Makes the viewer a facilitator of a board that nobody leads: every facilitator's account is disabled or deleted, or
 * none has been seen on the board for some minutes while its workshop runs or it is locked. Reveals nothing; those who
 * led before stay facilitators and are notified. After a deleted owner the viewer owns the board.
 * @throws {AppError} `board_not_found`, `forbidden` while somebody leads it, `board_archived`.
 */
export async function takeLead(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    assertTakesPart(viewer, board);
    if (roleOnBoard(viewer, partsOf(board)) === "facilitator") return undefined;
    const row = await tx
      .selectFrom("boards as b")
      .select([
        hasLeader.as("hasLeader"),
        isLeaderAway.as("isLeaderAway"),
        sql<boolean>`EXISTS (SELECT FROM accounts a WHERE a.id = b.owner_id)`.as("hasOwner"),
      ])
      .where("b.id", "=", boardId)
      .executeTakeFirstOrThrow();
    if (row.hasLeader && !row.isLeaderAway)
      throw new AppError("forbidden", { detail: "the board has a facilitator" });
    const own: GrantTarget = { kind: "person", id: viewer.id };
    await notify(tx, { kind: "board.lead", subjectId: boardId, actorId: viewer.id, rule: "leading" });
    // The next writer finds a leader, even before the socket of this one is noted.
    await noteLeading(tx, boardId, viewer.id);
    if (row.hasOwner || row.hasLeader) await setGrant(tx, boardId, own, "facilitator");
    else {
      await tx.updateTable("boards").set({ owner_id: viewer.id }).where("id", "=", boardId).execute();
      await removeGrant(tx, boardId, own);
    }
    await noteChange(tx, boardId);
    return roomsOf(board);
  });
  if (before) await broadcastBoards(sources, [boardId], new Map([[boardId, before]]));
}

/** The departments and people among those that a board is shared with. */
export const targetsOf = (targets: readonly GrantTarget[]) => ({
  departmentIds: targets.flatMap((to) => (to.kind === "department" ? [to.id] : [])),
  personIds: targets.flatMap((to) => (to.kind === "person" ? [to.id] : [])),
});

const idOf = (to: GrantTarget): string | null => (to.kind === "everyone" ? null : to.id);

function setGrant(tx: Database, boardId: string, to: GrantTarget, role: BoardRole): Promise<unknown> {
  return tx
    .insertInto("board_grants")
    .values({ board_id: boardId, kind: to.kind, grantee_id: idOf(to), role })
    .onConflict((conflict) => conflict.constraint("board_grants_once").doUpdateSet({ role }))
    .execute();
}

function removeGrant(tx: Database, boardId: string, to: GrantTarget): Promise<unknown> {
  return sql`DELETE FROM board_grants WHERE board_id = ${boardId} AND kind = ${to.kind}
    AND grantee_id IS NOT DISTINCT FROM ${idOf(to)}::uuid`.execute(tx);
}

async function noteChange(tx: Database, boardId: string): Promise<void> {
  await tx.updateTable("boards").set(touchColumns).where("id", "=", boardId).execute();
  await announceDocumentRights(tx, { kind: boardKind, id: boardId });
}
