import type { BoardTemplateName } from "@atoll/contract/brainstorm/limits";
import type { NewGrant, newBoardSchema } from "@atoll/contract/brainstorm/schemas";
import { boardTemplates } from "@atoll/contract/brainstorm/templates";
import type { IdentifiedElement } from "@atoll/contract/documents/canvas";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { createOnce, hashSent, insertNew, type Sent } from "../../platform/create-once.ts";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { openCanvas } from "../documents/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { lockChoices } from "../people/public.ts";
import { boardKind } from "./board-kind.ts";
import { broadcastBoards } from "./broadcast-boards.ts";
import { storeElements } from "./canvas-elements.ts";
import { targetsOf } from "./share-board.ts";

type ToCreate = z.output<typeof newBoardSchema>;

/**
 * Creates a board with the elements of its template. The same one sent again is answered again.
 * @throws {AppError} `board_id_taken`, `department_not_found`, `person_not_found`.
 */
export async function createBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  input: ToCreate,
): Promise<void> {
  const { id, ...content } = input;
  const template = boardTemplates.find(({ name }) => name === input.template);
  const elements = (template?.elements ?? []).map((element) => ({ id: uuidv7(), authorId: null, element }));
  const isNew = await transact(sources.db, (tx) =>
    insertBoard(tx, {
      ...input,
      ownerId: viewer.id,
      hash: hashSent(content),
      elements: async () => elements,
    }),
  );
  if (isNew) await broadcastBoards(sources, [id]);
}

interface BoardToInsert {
  id: string;
  title: string;
  template: BoardTemplateName;
  departmentId: string | null;
  grants: readonly NewGrant[];
  ownerId: string;
  hash: Buffer;
  /** Asked only for a board that is new. */
  elements: () => Promise<readonly IdentifiedElement[]>;
}

/**
 * Writes a board with its canvas.
 * @returns whether it is new; false where the same one was sent before.
 * @throws {AppError} as `createBoard`.
 */
export async function insertBoard(tx: Database, board: BoardToInsert): Promise<boolean> {
  const { id, ownerId, hash, grants } = board;
  const sent: Sent = { byId: ownerId, hash };
  const chosen = targetsOf(grants.map(({ to }) => to));
  await lockChoices(tx, {
    ...chosen,
    departmentIds: [...chosen.departmentIds, ...(board.departmentId === null ? [] : [board.departmentId])],
  });
  const { isNew } = await createOnce(sent, {
    insert: () => insertRow(tx, board),
    find: () =>
      tx.selectFrom("boards").select(["sent_hash", "owner_id"]).where("id", "=", id).executeTakeFirst(),
    sentOf: (row) => ({ byId: row.owner_id, hash: row.sent_hash }),
    taken: "board_id_taken",
  });
  if (!isNew) return false;
  for (const { to, role } of grants)
    await tx
      .insertInto("board_grants")
      .values({ board_id: id, kind: to.kind, grantee_id: to.kind === "everyone" ? null : to.id, role })
      .onConflict((conflict) => conflict.constraint("board_grants_once").doUpdateSet({ role }))
      .execute();
  const elements = await board.elements();
  await openCanvas(tx, { kind: boardKind, id }, elements);
  await storeElements(tx, id, { changed: [...elements], removedIds: [] });
  const people = grants.flatMap(({ to }) => (to.kind === "person" ? [to.id] : []));
  await notify(tx, { kind: "board.invited", subjectId: id, actorId: ownerId, people });
  return true;
}

/** @returns whether it was written: nothing is, if the id is there already. */
async function insertRow(tx: Database, board: BoardToInsert): Promise<boolean> {
  return insertNew(
    tx.insertInto("boards").values({
      id: board.id,
      title: board.title,
      template: board.template,
      owner_id: board.ownerId,
      department_id: board.departmentId,
      sent_hash: board.hash,
    }),
  );
}
