import { randomUUID } from "node:crypto";
import { canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import * as Y from "yjs";
import { callWell } from "./member-calls.ts";
import type { Member } from "./people.ts";

/** A board that everyone writes on, and the address of its shared document. */
export interface BenchBoard {
  boardId: string;
  epoch: string;
  subject: { kind: string; id: string };
  documentPath: string;
}

interface DocumentState {
  epoch: string;
  sequence: number;
  state: string;
}

export async function createBoard(owner: Member, url: string, title: string): Promise<BenchBoard> {
  const boardId = randomUUID();
  const grants = [{ to: { kind: "everyone" }, role: "writer" }];
  await callWell(owner, url, "POST", "/api/boards", { body: { id: boardId, title, grants } });
  const documentPath = `/api/documents/board/${boardId}`;
  const { epoch } = await readDocument(owner, url, { documentPath });
  return { boardId, epoch, subject: { kind: "board", id: boardId }, documentPath };
}

export async function readDocument(
  member: Member,
  url: string,
  { documentPath }: Pick<BenchBoard, "documentPath">,
): Promise<DocumentState> {
  return JSON.parse(await callWell(member, url, "GET", documentPath)) as DocumentState;
}

export const elementsOf = (shared: Y.Doc) => shared.getMap<Y.Map<unknown>>("elements");

/** Applies what the server has to a document, a new one unless said otherwise. */
export function applyState({ state }: { state: string }, shared = new Y.Doc()): Y.Doc {
  Y.applyUpdate(shared, Buffer.from(state, "base64"));
  return shared;
}

/** Applies a change, and returns it as the update that a browser sends. */
export function changeShared(shared: Y.Doc, work: () => void): Uint8Array {
  let update: Uint8Array = new Uint8Array();
  const listen = (bytes: Uint8Array) => {
    update = bytes;
  };
  shared.once("update", listen);
  shared.transact(work);
  shared.off("update", listen);
  return update;
}

const toBase64 = (update: Uint8Array) => Buffer.from(update).toString("base64");

/** The payload of a socket's update. */
export const updateOf = ({ subject, epoch }: BenchBoard, update: Uint8Array) => ({
  subject,
  epoch,
  schemaVersion: canvasSchemaVersion,
  update: toBase64(update),
});

export function sharedNote(text: string, at: [number, number]): Y.Map<unknown> {
  const fields: [string, unknown][] = [
    ["kind", "note"],
    ["at", at],
    ["color", "sun"],
    ["text", new Y.Text(text)],
  ];
  return new Y.Map(fields);
}

/** Adds notes in rows of forty, and returns their ids. */
export async function addNotes(
  owner: Member,
  url: string,
  board: BenchBoard,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const shared = new Y.Doc();
  shared.transact(() => {
    for (const [index, id] of ids.entries())
      elementsOf(shared).set(
        id,
        sharedNote("Words that somebody wrote on a note", [(index % 40) * 140, Math.floor(index / 40) * 122]),
      );
  });
  const body = {
    epoch: board.epoch,
    schemaVersion: canvasSchemaVersion,
    update: toBase64(Y.encodeStateAsUpdate(shared)),
  };
  await callWell(owner, url, "POST", `${board.documentPath}/updates`, { body });
  return ids;
}
