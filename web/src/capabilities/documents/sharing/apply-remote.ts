import * as Y from "yjs";
import { deletedBy, unplacedText } from "./unplaced-text.ts";

/**
 * Applies a change of others, and returns the viewer's own text that it removed although its authors had not seen it.
 * @param ownClients the pages in which the viewer typed.
 * @param isWhole whether the update is the whole document, which does not tell who deleted what.
 */
export function applyRemote(
  shared: Y.Doc,
  update: Uint8Array,
  origin: symbol,
  { ownClients, isWhole }: { ownClients: ReadonlySet<number>; isWhole: boolean },
): string[] {
  const seen = isWhole ? undefined : deletedBy(update);
  const unplaced: string[] = [];
  const watch = (transaction: Y.Transaction) => {
    unplaced.push(...unplacedText(transaction, ownClients, seen));
  };
  shared.on("afterTransaction", watch);
  try {
    Y.applyUpdate(shared, update, origin);
  } finally {
    shared.off("afterTransaction", watch);
  }
  return unplaced;
}
