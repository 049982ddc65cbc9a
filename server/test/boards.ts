import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import type { NewBoard } from "@atoll/contract/brainstorm/schemas";
import { type CanvasElement, canvasElementsRoot } from "@atoll/contract/documents/canvas";
import { canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { uuidv7 } from "uuidv7";
import * as Y from "yjs";
import { rootsOf } from "../src/features/documents/canvas/shared-canvas.ts";
import { codeOf } from "./chatter.ts";
import type { SignedIn } from "./harness.ts";

/** Everyone in the company writes on it. */
const sharedWithAll = [{ to: { kind: "everyone" }, role: "writer" }] as const;

/** Creates a board and returns its id. */
export async function createBoardOf(
  { client }: Pick<SignedIn, "client">,
  board: Partial<NewBoard> = {},
): Promise<string> {
  const id = board.id ?? uuidv7();
  const body = { title: "A board", grants: [...sharedWithAll], ...board, id };
  await client.call(routes.createBoard, { body });
  return id;
}

/** A page that writes on the canvas of a board, over HTTP. */
export interface CanvasWriter {
  shared: Y.Doc;
  epoch: string;
  mayEdit: boolean;
  /** Applies a change here, and returns what it is as an update. */
  change(work: (elements: Y.Map<unknown>) => void): Uint8Array;
  /** Sends an update, and settles once it is stored. */
  send(update: Uint8Array): Promise<unknown>;
  /** The code that it is refused with. */
  refused(update: Uint8Array): Promise<string>;
  /** Adds an element here and on the server; returns its id. */
  add(element: Partial<CanvasElement>, id?: string): Promise<string>;
  /** Fetches what the server has. */
  pull(): Promise<void>;
  /** The elements as plain data. */
  elements(): Record<string, Record<string, unknown>>;
  authors(): Record<string, unknown>;
}

type Caller = Pick<SignedIn, "client">;

/** Opens the canvas of a board as a browser does. */
export async function openCanvasOf({ client }: Caller, boardId: string): Promise<CanvasWriter> {
  const params = { kind: "board", subjectId: boardId };
  const shared = new Y.Doc();
  const fetchState = () => client.call(documentRoutes.getDocument, { params });
  const state = await fetchState();
  Y.applyUpdate(shared, Buffer.from(state.state, "base64"));
  const callOf = (update: Uint8Array) => ({
    params,
    body: {
      epoch: state.epoch,
      schemaVersion: canvasSchemaVersion,
      update: Buffer.from(update).toString("base64"),
    },
  });
  const writer: CanvasWriter = {
    shared,
    epoch: state.epoch,
    mayEdit: state.mayEdit,
    change(work) {
      const before = Y.encodeStateVector(shared);
      shared.transact(() => work(shared.getMap(canvasElementsRoot)));
      return Y.encodeStateAsUpdate(shared, before);
    },
    send: (update) => client.call(documentRoutes.saveDocumentUpdate, callOf(update)),
    refused: (update) => codeOf(client.refused(documentRoutes.saveDocumentUpdate, callOf(update))),
    async add(element, id = uuidv7()) {
      await writer.send(writer.change((elements) => elements.set(id, sharedElement(element))));
      return id;
    },
    async pull() {
      Y.applyUpdate(shared, Buffer.from((await fetchState()).state, "base64"));
    },
    elements: () => rootsOf(shared).elements.toJSON(),
    authors: () => rootsOf(shared).authors.toJSON(),
  };
  return writer;
}

/** An element as a browser puts it into the shared document: a note unless said otherwise. */
export function sharedElement(element: Partial<CanvasElement> | object): Y.Map<unknown> {
  const fields = { kind: "note", at: [0, 0], color: "sun", text: "", ...element };
  return new Y.Map(
    Object.entries(fields).map(([name, value]): [string, unknown] => [
      name,
      name === "text" ? new Y.Text(String(value)) : value,
    ]),
  );
}
