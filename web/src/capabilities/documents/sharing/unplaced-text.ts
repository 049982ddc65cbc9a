import * as Y from "yjs";

/** Shorter pieces are not worth a question: a letter typed at the moment of the deletion. */
const leastLength = 1;

/**
 * Convergence does not preserve text: what is typed into a block that somebody else deletes at the same time is gone
 * from the document. This returns what a change of others took of the viewer's own text, provided that those who
 * deleted had not seen all of it. Text that others deleted knowingly is not returned.
 *
 * To be called in `afterTransaction`, while what was deleted can still be read.
 * @param ownClients the pages in which the viewer typed.
 * @param seen what the change itself names as deleted; undefined where that cannot be told from the rest.
 */
export function unplacedText(
  transaction: Y.Transaction,
  ownClients: ReadonlySet<number>,
  seen: DeletedRanges | undefined,
): string[] {
  const pieces = new Map<unknown, { text: string; isUnseen: boolean }>();
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
    if (!(struct instanceof Y.Item) || !ownClients.has(struct.id.client)) return;
    const text = textOf(struct.content);
    if (text === "") return;
    const piece = pieces.get(struct.parent) ?? { text: "", isUnseen: false };
    pieces.set(struct.parent, {
      text: piece.text + text,
      isUnseen: piece.isUnseen || !seen || !isWithin(seen, struct),
    });
  });
  return [...pieces.values()].flatMap(({ text, isUnseen }) =>
    isUnseen && text.trim().length >= leastLength ? [text] : [],
  );
}

/** By page: ranges of what an update deletes. */
export type DeletedRanges = ReadonlyMap<number, readonly { clock: number; len: number }[]>;

/** Returns the ranges an update deletes. Its authors could see all of them. */
export function deletedBy(update: Uint8Array): DeletedRanges {
  return Y.decodeUpdate(update).ds.clients;
}

function isWithin(ranges: DeletedRanges, { id, length }: Y.Item): boolean {
  const own = ranges.get(id.client) ?? [];
  return own.some(({ clock, len }) => clock <= id.clock && id.clock + length <= clock + len);
}

function textOf(content: Y.Item["content"]): string {
  return content instanceof Y.ContentString ? content.str : "";
}
