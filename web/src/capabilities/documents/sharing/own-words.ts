import * as Y from "yjs";

/**
 * Returns the words that updates add to a document, a line for each place: to offer them to their author where they
 * cannot be saved. Words that the updates delete again are left out; words in places that others deleted come last.
 * @param shared the document, with the updates applied.
 */
export function ownWords(shared: Y.Doc, updates: readonly Uint8Array[]): string {
  const ranges = rangesOf(updates);
  const places = new Set<Y.AbstractType<unknown>>();
  for (const client of ranges.keys())
    for (const item of shared.store.clients.get(client) ?? []) {
      const isOwn = item instanceof Y.Item && item.content instanceof Y.ContentString && !item.deleted;
      if (isOwn && item.parent instanceof Y.AbstractType && wordsIn(item, ranges) !== "")
        places.add(item.parent);
    }
  return [...places]
    .map((place) => wordsAt(place, ranges))
    .concat(wordsOfDeletedPlaces(shared, updates))
    .filter((text) => text.trim() !== "")
    .join("\n");
}

/** The same of a document that is not open. */
export function wordsOfUnsent(state: Uint8Array, updates: readonly Uint8Array[]): string {
  const shared = new Y.Doc();
  for (const update of [state, ...updates]) Y.applyUpdate(shared, update);
  const words = ownWords(shared, updates);
  shared.destroy();
  return words;
}

/** By page: the clocks that the updates bring. */
type Ranges = ReadonlyMap<number, readonly { from: number; to: number }[]>;

function rangesOf(updates: readonly Uint8Array[]): Ranges {
  const ranges = new Map<number, { from: number; to: number }[]>();
  // They may overlap, and come in any order.
  const structs = updates
    .flatMap((update) => Y.decodeUpdate(update).structs)
    .sort((one, other) => one.id.clock - other.id.clock);
  for (const { id, length } of structs) {
    const own = ranges.get(id.client) ?? [];
    ranges.set(id.client, own);
    const to = id.clock + length;
    const last = own.at(-1);
    if (last && last.to >= id.clock) last.to = Math.max(last.to, to);
    else own.push({ from: id.clock, to });
  }
  return ranges;
}

function wordsAt(place: Y.AbstractType<unknown>, ranges: Ranges): string {
  let words = "";
  for (let item = place._start; item; item = item.right) if (!item.deleted) words += wordsIn(item, ranges);
  return words;
}

/** A character of an update, and the one after it. Without text where it is no word, or is not missing. */
interface Unit {
  text: string;
  next: Unit | undefined;
}

/**
 * The words that others deleted with their places, or whose places never arrived, a line for each place. The updates
 * still have them; the document may have forgotten them. Each key that was pressed can be an update of its own.
 */
function wordsOfDeletedPlaces({ store }: Y.Doc, updates: readonly Uint8Array[]): string[] {
  const decoded = updates.map((update) => Y.decodeUpdate(update));
  const ownDeletions = Y.mergeDeleteSets(decoded.map(({ ds }) => ds));
  const structs = decoded.flatMap((update) => update.structs).sort((a, b) => a.id.clock - b.id.clock);
  const units = new Map<string, Unit>();
  const starts: Unit[] = [];
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    const { id, content, length } = struct;
    let before = struct.origin ? units.get(keyOf(struct.origin)) : undefined;
    for (let index = 0; index < length; index++) {
      const at = Y.createID(id.client, id.clock + index);
      let unit = units.get(keyOf(at));
      if (!unit) {
        const isThere = Y.getState(store, at.client) > at.clock && !Y.getItem(store, at).deleted;
        const isOffered = content instanceof Y.ContentString && !isThere && !Y.isDeleted(ownDeletions, at);
        unit = { text: isOffered ? content.str.charAt(index) : "", next: before?.next };
        if (before) before.next = unit;
        else starts.push(unit);
        units.set(keyOf(at), unit);
      }
      before = unit;
    }
  }
  return starts.map((start) => {
    let words = "";
    for (let unit: Unit | undefined = start; unit; unit = unit.next) words += unit.text;
    return words;
  });
}

const keyOf = ({ client, clock }: Y.ID): string => `${client} ${clock}`;

function wordsIn({ id, length, content }: Y.Item, ranges: Ranges): string {
  if (!(content instanceof Y.ContentString)) return "";
  const own = ranges.get(id.client) ?? [];
  return own
    .filter(({ from, to }) => from < id.clock + length && to > id.clock)
    .map(({ from, to }) => content.str.slice(Math.max(0, from - id.clock), Math.min(length, to - id.clock)))
    .join("");
}
