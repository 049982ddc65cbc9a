import type { OpenDocument } from "@atoll/contract/documents/schemas";
import { announcements } from "../../../announcements.ts";
import { AppError } from "../../../platform/app-error.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { assertLetIn, ownRoom } from "../../people/access.ts";
import { findDocument } from "../queries.ts";
import { readersAmong, type Session } from "../rights.ts";
import { createPointers } from "./pointers.ts";
import { documentRoom, roomsOf, watcherRoom } from "./rooms.ts";

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
      [announcements.documentEnded]: rooms.ended,
      [announcements.documentRights]: rooms.recheck,
      [announcements.viewerChanged](userId) {
        for (const epoch of rooms.epochsOf(userId)) rooms.recheck(epoch);
      },
      [announcements.viewersChanged]: rooms.recheckAll,
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
