import type { Subject } from "@atoll/contract/comments/schemas";
import type { CoEditor, OpenDocument } from "@atoll/contract/documents/schemas";
import { notifyTopics } from "../../../notify-topics.ts";
import { AppError } from "../../../platform/app-error.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { assertLetIn, ownRoom } from "../../people/public.ts";
import { findDocument } from "../queries.ts";
import { readersAmong, type Session } from "../rights.ts";
import { documentRoom, roomsOf, watcherRoom } from "./rooms.ts";

/** Cursors that move within this time go out together. */
const gatheredMs = 50;

interface Pointed extends Pick<CoEditor, "clientId" | "cursor" | "pointer" | "isHere"> {
  subject: Subject;
  epoch: string;
}

/**
 * Gathers moves of cursors, and shows them under the names of those who moved them. Removes the cursors of a session that
 * was cut off or lost its right: nobody else would, and a drag would stay on the screens of others.
 */
function createPointers(slice: SliceContext): (pointed: Pointed, sender: Session) => void {
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

/** Receives the updates that browsers send over the socket, and broadcasts them. */
export function connectDocuments(slice: SliceContext): LivePart {
  const rooms = roomsOf(slice);
  const point = createPointers(slice);
  return {
    commands: {
      async "documents.watch"({ documents }, sender) {
        assertLetIn(sender);
        const sequences = await Promise.all(documents.map((one) => sequenceFor(slice, one, sender)));
        const heard = documents.flatMap((one, index) => {
          const sequence = sequences[index];
          return sequence === undefined ? [] : [{ ...one, sequence }];
        });
        for (const { epoch, subject } of heard) rooms.opened(epoch, subject);
        const names = [watcherRoom(sender.sessionId), ...heard.map(({ epoch }) => documentRoom(epoch))];
        sender.choose("documents", names, ownRoom(sender.userId));
        for (const { subject } of heard)
          await slice.documentKinds.find(subject.kind)?.opened?.(slice, subject.id, sender.userId);
        // A right may have been lost while it was read, before the room could be cut.
        for (const { epoch } of heard) rooms.recheck(epoch);
        return { documents: heard };
      },
      async "document.update"({ subject, epoch, schemaVersion, update }, sender) {
        assertLetIn(sender);
        return rooms.saver.save({
          subject,
          epoch,
          schemaVersion,
          update: Buffer.from(update, "base64"),
          sender: { userId: sender.userId, sessionId: sender.sessionId, isHere: sender.isHere },
        });
      },
      "document.point"({ epoch, clientId, cursor, pointer, isHere }, sender) {
        const subject = rooms.subjectOf(epoch);
        if (!subject || !sender.isIn(documentRoom(epoch))) throw new AppError("subject_not_found");
        point(
          { subject, epoch, clientId, cursor, pointer, isHere },
          { userId: sender.userId, sessionId: sender.sessionId },
        );
        return {};
      },
    },
    topics: {
      [notifyTopics.documentEnded]: rooms.ended,
      [notifyTopics.documentRightsChanged]: rooms.recheck,
      [notifyTopics.viewerChanged](userId) {
        for (const epoch of rooms.epochsOf(userId)) rooms.recheck(epoch);
      },
      [notifyTopics.viewersChanged]: rooms.recheckAll,
    },
    onGap: rooms.recheckAll,
  };
}

/** The number of the last update of a draft, for somebody who may read it; undefined for everybody else. */
async function sequenceFor(
  slice: SliceContext,
  { subject, epoch }: OpenDocument,
  sender: Session,
): Promise<number | undefined> {
  const readers = await readersAmong(slice, slice.db, subject, [sender]);
  if (!readers.has(sender.sessionId)) return undefined;
  const row = await findDocument(slice.db, subject);
  return row?.epoch === epoch ? row.sequence : undefined;
}
