import type { Subject } from "@atoll/contract/comments/schemas";
import type { CoEditor } from "@atoll/contract/documents/schemas";
import type { SliceContext } from "../../../slice.ts";
import { readersAmong, type Session } from "../rights.ts";
import { roomsOf } from "./rooms.ts";

/** Cursors that move within this time go out together. */
const gatheredMs = 50;

export interface Pointed extends Pick<CoEditor, "clientId" | "cursor" | "pointer" | "isHere"> {
  subject: Subject;
  epoch: string;
}

/** Gathers moves of cursors, and shows them under the names of those who moved them. */
export function createPointers(slice: SliceContext): (pointed: Pointed, sender: Session) => void {
  const gathered = new Map<string, Map<number, Pointed & { sender: Session }>>();

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
    const editors = moves.flatMap(({ clientId, cursor, pointer, isHere, sender }): CoEditor[] => {
      const reader = readers.get(sender.sessionId);
      // Readers of a text have no cursor. People in a workshop see each other also while they may not write.
      if (!reader || !(reader.rights.mayEdit || isCanvas)) return [];
      const { id, name, departments } = reader.viewer;
      const departmentSlug = departments[0]?.slug ?? null;
      // A person who may not write moves nothing on the screens of others.
      const shown = pointer && !reader.rights.mayEdit ? { ...pointer, moving: [] } : pointer;
      return [{ clientId, userId: id, name, departmentSlug, cursor, pointer: shown, isHere }];
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
