import type { Subject } from "@atoll/contract/comments/schemas";
import type { CoEditor } from "@atoll/contract/documents/schemas";
import type { SliceContext } from "../../../slice.ts";
import { readersAmong, type Session } from "../rights.ts";
import { documentRoom, roomsOf } from "./rooms.ts";

/** Cursors that move within this time go out together. */
const gatheredMs = 50;

export interface Pointed extends Pick<CoEditor, "clientId" | "cursor" | "pointer" | "isHere"> {
  subject: Subject;
  epoch: string;
}

/**
 * Gathers moves of cursors, and shows them under the names of those who moved them. Removes the cursors of a session that
 * was cut off or lost its right: nobody else would, and a drag would stay on the screens of others.
 */
export function createPointers(slice: SliceContext): (pointed: Pointed, sender: Session) => void {
  const gathered = new Map<string, Map<number, Pointed & { sender: Session }>>();
  /** The cursors that sessions of this process show, by draft and page. */
  const shown = new Map<string, Map<number, { sessionId: string; editor: CoEditor }>>();

  slice.realtime.watchRooms(documentRoom(""), {
    entered() {},
    left(epoch, { sessionId }) {
      const room = documentRoom(epoch);
      if (slice.realtime.socketsIn(room).some((socket) => socket.sessionId === sessionId)) return;
      const gone = [...(shown.get(epoch)?.values() ?? [])]
        .filter((one) => one.sessionId === sessionId)
        .map(({ editor }) => ({ ...editor, cursor: null, pointer: null, isHere: false }));
      if (gone.length === 0) return;
      for (const editor of gone) remember(epoch, editor, sessionId);
      roomsOf(slice).point(epoch, gone);
    },
  });

  function remember(epoch: string, editor: CoEditor, sessionId: string): void {
    const pages = shown.get(epoch) ?? new Map<number, { sessionId: string; editor: CoEditor }>();
    if (editor.isHere) pages.set(editor.clientId, { sessionId, editor });
    else pages.delete(editor.clientId);
    if (pages.size > 0) shown.set(epoch, pages);
    else shown.delete(epoch);
  }

  async function flush(epoch: string): Promise<void> {
    const moves = [...(gathered.get(epoch)?.values() ?? [])];
    gathered.delete(epoch);
    const [first] = moves;
    if (!first) return;
    const isCanvas = slice.documentKinds.find(first.subject.kind)?.format === "canvas";
    const readers = await readersAmong(
      slice,
      slice.db,
      first.subject,
      moves.map(({ sender }) => sender),
    );
    const inRoom = new Set(slice.realtime.socketsIn(documentRoom(epoch)).map(({ sessionId }) => sessionId));
    const editors = moves.flatMap(({ clientId, cursor, pointer, isHere, sender }): CoEditor[] => {
      const reader = readers.get(sender.sessionId);
      // The session has left since: its cursors were removed already.
      if (isHere && !inRoom.has(sender.sessionId)) return [];
      // Readers of a text have no cursor. People in a workshop see each other also while they may not write.
      if (!reader || !(reader.rights.mayEdit || isCanvas)) return [];
      const { id, name, departments } = reader.viewer;
      const departmentSlug = departments[0]?.slug ?? null;
      // A person who may not write moves nothing on the screens of others.
      const visible = pointer && !reader.rights.mayEdit ? { ...pointer, moving: [] } : pointer;
      const editor = { clientId, userId: id, name, departmentSlug, cursor, pointer: visible, isHere };
      remember(epoch, editor, sender.sessionId);
      return [editor];
    });
    if (editors.length > 0) roomsOf(slice).point(epoch, editors);
  }

  return (pointed, sender) => {
    const { epoch, clientId } = pointed;
    const waiting = gathered.get(epoch);
    const one = { ...pointed, sender };
    if (waiting) return void waiting.set(clientId, one);
    gathered.set(epoch, new Map([[clientId, one]]));
    setTimeout(() => {
      flush(epoch).catch((error: unknown) => slice.log.warn({ err: error }, "cursors were not shown"));
    }, gatheredMs);
  };
}
