import * as Y from "yjs";

/** Words of one page that an update removes, in the order of the text. */
export interface RemovedWords {
  /** The page that they were typed in, as Yjs numbers it. */
  client: number;
  text: string;
  /** Words with the same number stood next to each other: in one paragraph, cell or note. */
  place: number;
  /** Whether the sender of the update could not have seen them. */
  isUnseen: boolean;
}

/** More runs of different pages than honest writing leaves in what one update removes. */
const mostRuns = 5_000;

/**
 * Applies an update to a document and returns the words that disappear although the sender had not seen all of them,
 * with the other words in the same places. An update names what its sender deleted, so what disappears unnamed was
 * typed by someone else in the same moment, or while the sender was offline. Words that arrive in a place that is
 * already deleted disappear in the same way.
 * @param apply applies the update, in one transaction.
 */
export function applyAndFindUnseen(shared: Y.Doc, update: Uint8Array, apply: () => void): RemovedWords[] {
  const { structs, ds } = Y.decodeUpdate(update);
  // Sorted, so that a hostile set costs no more than its size.
  const seen = Y.mergeDeleteSets([ds]);
  const arriving = structs.flatMap((struct) => newWords(shared, struct));
  const removed: RemovedWords[] = [];
  let deleted: Y.Transaction["deleteSet"] | undefined;
  const look = (transaction: Y.Transaction) => {
    deleted = transaction.deleteSet;
    addDeleted(removed, transaction, seen);
  };
  // Before Yjs forgets the contents of what was deleted.
  shared.on("afterTransaction", look);
  try {
    apply();
  } finally {
    shared.off("afterTransaction", look);
  }
  const { pendingStructs, pendingDs } = shared.store;
  if (pendingStructs || pendingDs) return [];
  addGone(removed, shared, arriving, { seen, deleted });
  return removed.length > mostRuns ? byPage(removed) : removed;
}

type DeleteSet = Y.Transaction["deleteSet"];
interface Words {
  id: Y.ID;
  length: number;
  text: string;
}

function addDeleted(removed: RemovedWords[], transaction: Y.Transaction, seen: DeleteSet): void {
  const places = new Set<Y.AbstractType<unknown>>();
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
    if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) return;
    if (struct.parent instanceof Y.AbstractType && !isWithin(seen, struct)) places.add(struct.parent);
  });
  let place = 0;
  for (const { _start } of places) {
    place += 1;
    for (let item = _start; item; item = item.right) {
      const { content, id } = item;
      if (!(content instanceof Y.ContentString) || !Y.isDeleted(transaction.deleteSet, id)) continue;
      add(removed, { client: id.client, text: content.str, place, isUnseen: !isWithin(seen, item) });
    }
  }
}

/** Adds words that never became part of the document: Yjs had already forgotten the place that they were typed into. */
function addGone(
  removed: RemovedWords[],
  shared: Y.Doc,
  arriving: readonly Words[],
  { seen, deleted }: { seen: DeleteSet; deleted: DeleteSet | undefined },
): void {
  let place = (removed.at(-1)?.place ?? 0) + 1;
  let next: { client: number; clock: number } | undefined;
  for (const { id, length, text } of arriving) {
    const { client, clock } = id;
    const isGone = Y.getItem(shared.store, id) instanceof Y.GC;
    if (!isGone || (deleted && Y.isDeleted(deleted, id)) || isWithin(seen, { id, length })) continue;
    if (next?.client !== client || next.clock !== clock) place += 1;
    next = { client, clock: clock + length };
    add(removed, { client, text, place, isUnseen: true });
  }
}

function add(removed: RemovedWords[], words: RemovedWords): void {
  const last = removed.at(-1);
  if (last?.client !== words.client || last.place !== words.place) return void removed.push(words);
  last.text += words.text;
  last.isUnseen ||= words.isUnseen;
}

/** The words in a struct that the document does not have yet. */
function newWords({ store }: Y.Doc, struct: Y.Item | Y.GC | Y.Skip): Words[] {
  if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) return [];
  const { client, clock } = struct.id;
  const known = Math.max(0, Y.getState(store, client) - clock);
  if (known >= struct.length) return [];
  return [
    {
      id: Y.createID(client, clock + known),
      length: struct.length - known,
      text: struct.content.str.slice(known),
    },
  ];
}

/** Whether a set names all of a struct. */
function isWithin(set: DeleteSet, { id, length }: Pick<Y.Item, "id" | "length">): boolean {
  const ranges = set.clients.get(id.client) ?? [];
  let [from, to] = [0, ranges.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((ranges[middle]?.clock ?? 0) <= id.clock) from = middle;
    else to = middle;
  }
  const range = ranges[from];
  return range !== undefined && range.clock <= id.clock && id.clock + length <= range.clock + range.len;
}

/** One run for each page and place, or for each page if there are still too many. */
function byPage(removed: readonly RemovedWords[]): RemovedWords[] {
  const merge = (keyOf: (words: RemovedWords) => string) =>
    [...Map.groupBy(removed, keyOf).values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const text = group.map((words) => words.text).join("");
      return [{ ...first, text, isUnseen: group.some((words) => words.isUnseen) }];
    });
  const byPlace = merge(({ client, place }) => `${client} ${place}`);
  return byPlace.length > mostRuns ? merge(({ client }) => String(client)) : byPlace;
}
