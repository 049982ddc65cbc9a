import { randomUUID } from "node:crypto";
import { canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import * as Y from "yjs";
import { startAtoll } from "../atoll-process.ts";
import { applyState, type BenchBoard, createBoard, elementsOf, readDocument, sharedNote } from "../board.ts";
import { callAs } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";

const limitMs = 50;
const turns = 5;
const notes = 3_000;
const notesAtOnce = 100;
/** Three bytes a letter, as Chinese has, are the most that a text of a length takes. */
const fillings = {
  "Latin letters": "words of ten ".repeat(77).slice(0, 1_000),
  "Chinese letters": "界".repeat(1_000),
};

/**
 * How long the event loop is held at a stretch, in CPU time of the main thread, by what a full board is opened with and
 * exported as: 3,000 notes of 1,000 letters. There is no floor: an idle loop is held by nothing.
 */
export async function fullBoard(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({ probe: "./probes/loop-holds.ts" });
  const database = await openDatabase(atoll);
  const [owner] = (await addPeople(database, 2)) as [Member, ...Member[]];
  await database.end();
  const lines: string[] = [];
  for (const [letters, text] of Object.entries(fillings)) {
    say(letters);
    const board = await createBoard(owner, atoll.url, letters);
    const count = await fill(owner, atoll.url, board, text);
    lines.push(`${count.toLocaleString("en-US")} notes of ${letters}`);
    for (const path of [
      board.documentPath,
      `/api/boards/${board.boardId}`,
      `/api/boards/${board.boardId}/notes`,
      `/api/boards/${board.boardId}/export?format=csv`,
      `/api/boards/${board.boardId}/export?format=markdown`,
    ]) {
      let [heldMs, tookMs, bytes] = [0, 0, 0];
      for (let turn = 0; turn < turns; turn += 1) {
        await atoll.takeMeasured();
        const began = performance.now();
        const answer = await callAs(owner, atoll.url, "GET", path);
        tookMs = performance.now() - began;
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
        bytes = Buffer.byteLength(answer.text);
        const { heldMs: held = [] } = await atoll.takeMeasured();
        // The first turn warms the server up.
        if (turn > 0) heldMs = Math.max(heldMs, ...held);
      }
      const what = path.replaceAll(board.boardId, ":id");
      const verdict = heldMs <= limitMs ? "held" : "EXCEEDED";
      lines.push(
        `${heldMs.toFixed(0).padStart(6)} ms  ${letters}, ${what}: ${(bytes / 1e6).toFixed(1)} MB after ${tookMs.toFixed(0)} ms (limit ${limitMs} ms: ${verdict})`,
      );
    }
  }
  await atoll.stop();
  return lines;
}

async function fill(owner: Member, url: string, board: BenchBoard, text: string): Promise<number> {
  const shared = applyState(await readDocument(owner, url, board));
  for (let from = 0; from < notes; from += notesAtOnce) {
    const before = Y.encodeStateVector(shared);
    shared.transact(() => {
      for (let at = from; at < from + notesAtOnce; at += 1)
        elementsOf(shared).set(randomUUID(), sharedNote(text, [(at % 40) * 140, Math.floor(at / 40) * 122]));
    });
    const update = Buffer.from(Y.encodeStateAsUpdate(shared, before)).toString("base64");
    const body = { epoch: board.epoch, schemaVersion: canvasSchemaVersion, update };
    const { status } = await callAs(owner, url, "POST", `${board.documentPath}/updates`, { body });
    // Full by its bytes.
    if (status === 413) return from;
    if (status >= 300) throw new Error(`an update was answered ${status}`);
  }
  return notes;
}
