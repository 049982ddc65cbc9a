import type { Fields } from "./form/merge-edits.ts";
import { getSession } from "./session/session-store.ts";

/** Words of a form that were typed and not sent. */
export interface KeptWords {
  /** The values that the form was opened with, of the fields that the person changed. */
  base: Fields;
  /** The person's values of the same fields. */
  own: Fields;
}

interface Stored extends KeptWords {
  at: number;
}

/** At most so many forms are kept in a tab; the oldest goes first. */
const maxForms = 20;
/** A longer form is not kept: the storage of a tab is small. */
const maxLength = 300_000;

/**
 * Returns the words of a form that this tab kept for the person who is signed in. The storage of a tab survives a reload,
 * and is cleared when the person signs out or the tab is closed.
 */
export function readKeptWords(key: string): KeptWords | undefined {
  const place = placeOf(key);
  return place === undefined ? undefined : parse(storage()?.getItem(place) ?? null);
}

/** Keeps the words of a form in this tab. */
export function writeKeptWords(key: string, words: KeptWords): void {
  const place = placeOf(key);
  const tab = storage();
  if (place === undefined || !tab) return;
  const text = JSON.stringify({ ...words, at: Date.now() } satisfies Stored);
  try {
    // Not an older text either: it would be restored as if it were the newest.
    tab.removeItem(place);
    if (text.length > maxLength) return;
    tab.setItem(place, text);
    dropOldest(tab);
  } catch {
    // Storage is full: the words last as long as the form, and closing it still asks.
  }
}

/** Deletes the words of a form that were sent or discarded. */
export function deleteKeptWords(key: string): void {
  const place = placeOf(key);
  if (place !== undefined) storage()?.removeItem(place);
}

const prefix = "atoll.words.";

/** Undefined when nobody is signed in: nothing may be stored after the storage was cleared. */
function placeOf(key: string): string | undefined {
  const session = getSession();
  return session.status === "signed-in" ? `${prefix}${session.viewer.id}.${key}` : undefined;
}

function storage(): Storage | undefined {
  try {
    // Reading the property is what throws when storage is forbidden.
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

function parse(text: string | null): Stored | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isStored(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== "object" || value === null) return false;
  return "own" in value && isFields(value.own) && "base" in value && isFields(value.base) && "at" in value;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function dropOldest(tab: Storage): void {
  const places = Object.keys(tab).filter((place) => place.startsWith(prefix));
  if (places.length <= maxForms) return;
  const ages = places.map((place) => ({ place, at: parse(tab.getItem(place))?.at ?? 0 }));
  ages.sort((one, other) => one.at - other.at);
  for (const { place } of ages.slice(0, places.length - maxForms)) tab.removeItem(place);
}
