import type { CoEditor } from "@atoll/contract/documents/schemas";

/** A cursor that has not moved for so long fades. */
const stillAfterMs = 5_000;

export interface OthersCursorsOptions {
  editors: () => readonly CoEditor[];
  /** The people whose cursors are shown have changed. */
  onShown: (editors: readonly CoEditor[]) => void;
}

export interface OthersCursors {
  /** Puts each cursor where its person points. Called before a frame. */
  draw(now: number): void;
  /** Fades cursors that have been still for a while. */
  fade(now: number): void;
  /** Takes the element of a cursor, or null when it is removed. */
  attach(clientId: number, element: HTMLElement | null): void;
}

/**
 * Moves the cursors of others in the page itself, and asks for a drawing only when somebody comes or leaves: thirty
 * people point a dozen times a second each.
 */
export function createOthersCursors({ editors, onShown }: OthersCursorsOptions): OthersCursors {
  const elements = new Map<number, HTMLElement>();
  const moved = new Map<number, { place: string; at: number }>();
  let shown = "";

  function put(clientId: number): void {
    const element = elements.get(clientId);
    const place = moved.get(clientId)?.place;
    if (!element || place === undefined) return;
    element.style.translate = place;
    delete element.dataset.still;
  }

  return {
    draw(now) {
      const pointing = editors().filter(({ pointer }) => pointer?.at);
      for (const { clientId, pointer } of pointing) {
        const [x, y] = pointer?.at ?? [0, 0];
        const place = `${x}px ${y}px`;
        if (moved.get(clientId)?.place === place) continue;
        moved.set(clientId, { place, at: now });
        put(clientId);
      }
      const names = JSON.stringify(
        pointing.map(({ clientId, name, departmentSlug }) => [clientId, name, departmentSlug]),
      );
      if (names === shown) return;
      shown = names;
      const here = new Set(pointing.map(({ clientId }) => clientId));
      for (const clientId of moved.keys()) if (!here.has(clientId)) moved.delete(clientId);
      onShown(pointing);
    },
    fade(now) {
      for (const [clientId, { at }] of moved) {
        const element = elements.get(clientId);
        if (element && now - at >= stillAfterMs) element.dataset.still = "";
      }
    },
    attach(clientId, element) {
      if (element) elements.set(clientId, element);
      else elements.delete(clientId);
      put(clientId);
    },
  };
}
