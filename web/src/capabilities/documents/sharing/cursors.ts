import { type CanvasPointer, canvasPointerSchema } from "@atoll/contract/documents/canvas";
import type { CoEditor, DocumentCursor } from "@atoll/contract/documents/schemas";
import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";

/** The local cursor goes out at most this often. */
const sentEveryMs = 80;
/** A page says again where its cursor is, for those who came later. */
const saidAgainMs = 15_000;
/** A page that has not said anything for so long is gone. */
const forgottenMs = 40_000;

export interface Cursors {
  /** As the binding of the editor wants it. */
  awareness: Awareness;
  /** Others moved, came or left. */
  show(editors: readonly CoEditor[]): void;
  /** The others, each person once; the same list as long as nobody comes or leaves. */
  people(): readonly CoEditor[];
  /** The other pages, with where each of them is. */
  editors(): readonly CoEditor[];
  /** Sends where this page is, and that it is here. */
  sayAgain(): void;
  /** Nobody is known any more: the connection was cut. */
  forget(): void;
  stop(): void;
}

/** Where this page is: in a text, or on a canvas. */
interface Place {
  cursor: DocumentCursor | null;
  pointer: CanvasPointer | null;
}

export interface CursorsOptions {
  shared: Y.Doc;
  send: (clientId: number, place: Place, isHere: boolean) => void;
  /** Somebody came or left. */
  onPeople: () => void;
}

/**
 * Cursors of the others, and of this page for them. Who is behind a cursor is what the server says, never what a page
 * says of itself.
 */
export function openCursors({ shared, send, onPeople }: CursorsOptions): Cursors {
  const awareness = new Awareness(shared);
  const others = new Map<number, { editor: CoEditor; heardAt: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSent = 0;
  let people: readonly CoEditor[] = [];

  function sendSoon(): void {
    if (timer) return;
    const pause = Math.max(0, lastSent + sentEveryMs - Date.now());
    timer = setTimeout(() => {
      timer = undefined;
      lastSent = Date.now();
      send(awareness.clientID, { cursor: localCursor(), pointer: localPointer() }, true);
    }, pause);
  }

  function localCursor(): DocumentCursor | null {
    const cursor: unknown = awareness.getLocalState()?.cursor;
    if (typeof cursor !== "object" || cursor === null) return null;
    if (!("anchor" in cursor && "head" in cursor)) return null;
    return { anchor: JSON.stringify(cursor.anchor), head: JSON.stringify(cursor.head) };
  }

  function localPointer(): CanvasPointer | null {
    const parsed = canvasPointerSchema.safeParse(awareness.getLocalState()?.pointer);
    return parsed.success ? parsed.data : null;
  }

  function gather(): void {
    const byUser = new Map<string, CoEditor>();
    for (const { editor } of others.values()) byUser.set(editor.userId, editor);
    people = [...byUser.values()];
    onPeople();
  }

  const onUpdate = (_changes: unknown, origin: unknown) => {
    if (origin === "local") sendSoon();
  };
  awareness.on("update", onUpdate);
  const again = setInterval(() => {
    sendSoon();
    const gone = [...others].filter(([, { heardAt }]) => heardAt < Date.now() - forgottenMs);
    drop(gone.map(([clientId]) => clientId));
  }, saidAgainMs);

  function drop(clientIds: readonly number[]): void {
    if (clientIds.length === 0) return;
    for (const clientId of clientIds) {
      others.delete(clientId);
      awareness.states.delete(clientId);
    }
    announce({ added: [], updated: [], removed: [...clientIds] });
    gather();
  }

  function announce(changes: { added: number[]; updated: number[]; removed: number[] }): void {
    awareness.emit("change", [changes, "server"]);
    awareness.emit("update", [changes, "server"]);
  }

  return {
    awareness,
    show(editors) {
      const added: number[] = [];
      const updated: number[] = [];
      const left: number[] = [];
      for (const editor of editors) {
        const { clientId } = editor;
        if (clientId === awareness.clientID) continue;
        if (!editor.isHere) {
          left.push(clientId);
          continue;
        }
        (others.has(clientId) ? updated : added).push(clientId);
        others.set(clientId, { editor, heardAt: Date.now() });
        awareness.states.set(clientId, {
          // The binding warns of any other form of colour; what is drawn is the department's.
          user: { name: editor.name, color: "#000000", department: editor.departmentSlug },
          cursor: editor.cursor && positionsOf(editor.cursor),
        });
      }
      announce({ added, updated, removed: [] });
      drop(left);
      // Those who just came do not know where this page is.
      if (added.length === 0) return;
      sendSoon();
      gather();
    },
    sayAgain: sendSoon,
    people: () => people,
    editors: () => [...others.values()].map(({ editor }) => editor),
    forget: () => drop([...others.keys()]),
    stop() {
      clearTimeout(timer);
      clearInterval(again);
      awareness.off("update", onUpdate);
      send(awareness.clientID, { cursor: null, pointer: null }, false);
      awareness.destroy();
    },
  };
}

/** Positions that another page wrote: what is none is shown nowhere. */
function positionsOf({ anchor, head }: DocumentCursor): { anchor: unknown; head: unknown } | null {
  try {
    const positions = { anchor: JSON.parse(anchor), head: JSON.parse(head) };
    Y.createRelativePositionFromJSON(positions.anchor);
    Y.createRelativePositionFromJSON(positions.head);
    return positions;
  } catch {
    return null;
  }
}
