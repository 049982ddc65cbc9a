import { hashKey, type QueryKey } from "@tanstack/react-query";
import { oneEach } from "../../../lib/signed-in.ts";
import type { Keeper } from "./keeper.ts";
import type { SeenKind } from "./seen-kind.ts";
import { createSeenMarks } from "./seen-marks.ts";

export interface Seen {
  /** Keeps answers of a kind from now on, and shows what was kept before where the server does not answer. */
  keep(kind: SeenKind): void;
  /** The person may not see it any more. */
  forget(queryKey: QueryKey): void;
  /** These are all that the person has: what of these kinds belongs to others is thrown away. */
  retain(kinds: readonly string[], subjects: readonly string[]): void;
  /** From when the shown data is, in milliseconds of this machine's clock; undefined while it is the server's. */
  asOf(queryKey: QueryKey): number | undefined;
  subscribe(listener: () => void): () => void;
}

/**
 * The data that the signed-in person has last seen, stored in this browser for them only. The code is loaded in
 * parallel with the first screen, which does not wait for it. If the browser has no storage, nothing is stored.
 */
export const seenOf = oneEach((signedIn): Seen => {
  const kinds = new Map<string, SeenKind>();
  const marks = createSeenMarks();
  let keeper: Promise<Keeper | undefined> | undefined;
  let isOver = false;
  signedIn.onEnd(() => {
    isOver = true;
    void keeper?.then((started) => started?.stop());
  });

  async function begin(): Promise<Keeper | undefined> {
    if (!("indexedDB" in globalThis)) return undefined;
    try {
      const { openKeeper } = await import("./keeper.ts");
      return await openKeeper({ signedIn, kinds, marks, isOver: () => isOver });
    } catch (error) {
      console.info("What was seen cannot be kept in this browser", error);
      return undefined;
    }
  }

  return {
    keep(kind) {
      kinds.set(kind.name, kind);
      keeper ??= begin();
      void keeper.then((started) => started?.lookAt(kind));
    },
    forget: (queryKey) => void keeper?.then((started) => started?.forget(hashKey(queryKey))),
    retain: (names, subjects) => void keeper?.then((started) => started?.retain(names, new Set(subjects))),
    asOf: (queryKey) => marks.get(hashKey(queryKey)),
    subscribe: marks.subscribe,
  };
});
