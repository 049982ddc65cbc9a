import { maxAttachments } from "@atoll/contract/files/limits";
import { shareFields } from "@atoll/contract/share-target";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { formatBytes } from "./format-bytes.ts";
import { sharesDatabase, viewerCache } from "./worker-messages.ts";

/** Something that another app has shared with Atoll in this browser, until a page takes it. */
export interface Share {
  id: string;
  /** The person who was signed in; null: nobody was. Only the address of its page leads to it then. */
  owner: string | null;
  sharedAt: number;
  title: string;
  /** The text and the link. */
  text: string;
  files: File[];
  /** Sentences for the person that name the parts left out, and why. */
  leftOut: string[];
}

/** A share that nobody takes is deleted after a day. */
const shareLifeMs = 24 * 60 * 60 * 1000;
/** Shares that wait at once. One more is refused: a site that sends many must not push out what the person shared. */
const maxShares = 10;
/** More than any text field takes. */
const maxTextLength = 100_000;
const maxTitleLength = 500;
/** The most that one share stores on this device. Limits of uploads are checked when they are uploaded. */
const maxBytes = 512 * 1024 * 1024;

/** Pure: reads what an app has sent, without what is too much. */
export function readShare(form: FormData, id: string, owner: string | null, now: number): Share {
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const sent = form.getAll(shareFields.files).filter((one) => one instanceof File);
  // Some apps send an empty file where there is none.
  return makeShare({
    ...{ id, owner, now },
    title: field(shareFields.title),
    text: field(shareFields.text),
    url: field(shareFields.url),
    files: sent.filter(({ name, size }) => name !== "" || size > 0),
  });
}

interface Sent {
  id: string;
  owner: string | null;
  now: number;
  title?: string;
  text?: string;
  url?: string;
  files: readonly File[];
}

/** Pure: a share of what was sent, without what is too much. */
export function makeShare({ id, owner, now, title = "", text = "", url = "", files }: Sent): Share {
  const leftOut: string[] = [];
  const kept: File[] = [];
  let bytes = 0;
  for (const file of files.slice(0, maxAttachments)) {
    if (bytes + file.size > maxBytes)
      leftOut.push(`“${file.name}” was left out: at most ${formatBytes(maxBytes)} can be shared at once.`);
    else {
      bytes += file.size;
      kept.push(file);
    }
  }
  const more = files.length - maxAttachments;
  if (more > 0)
    leftOut.push(
      `${more === 1 ? "1 file was" : `${more} files were`} left out: at most ${maxAttachments} can be shared at once.`,
    );
  // Most apps put the link into the text as well.
  const whole = text.includes(url) ? text : [text, url].filter((part) => part !== "").join("\n");
  if (whole.length > maxTextLength) leftOut.push("The end of the text was left out: it is too long.");
  return {
    id,
    owner,
    sharedAt: now,
    title: title.slice(0, maxTitleLength),
    text: whole.slice(0, maxTextLength),
    files: kept,
    leftOut,
  };
}

interface Schema extends DBSchema {
  shares: { key: string; value: Share };
}

/**
 * Keeps a share on this device.
 * @returns false if too many wait already.
 * @throws what the browser says where it keeps nothing, or has no room.
 */
export async function putShare(share: Share): Promise<boolean> {
  return withShares(async (database) => {
    const { store, done } = database.transaction("shares", "readwrite");
    const all = await store.getAll();
    await dropOld(all, share.sharedAt, (id) => store.delete(id));
    const waiting = all.filter((one) => one.id !== share.id && !isOver(one, share.sharedAt));
    const hasRoom = waiting.length < maxShares;
    if (hasRoom) await store.put(share);
    await done;
    return hasRoom;
  });
}

/**
 * Returns the shares of a person, newest first. One that was made while nobody was signed in becomes theirs if they
 * came by its address. Those of others are never returned.
 */
export async function sharesOf(viewerId: string, idInAddress: string | undefined): Promise<Share[]> {
  return withShares(async (database) => {
    const { store, done } = database.transaction("shares", "readwrite");
    const all = await store.getAll();
    await dropOld(all, Date.now(), (id) => store.delete(id));
    const waiting = all.filter((one) => !isOver(one, Date.now()));
    for (const share of waiting)
      if (share.owner === null && share.id === idInAddress) {
        share.owner = viewerId;
        await store.put(share);
      }
    await done;
    return waiting
      .filter(({ owner }) => owner === viewerId)
      .sort((one, other) => other.sharedAt - one.sharedAt);
  });
}

export async function removeShare(id: string): Promise<void> {
  await withShares((database) => database.delete("shares", id));
}

/** Deletes what nobody has taken in time. */
export async function dropOldShares(): Promise<void> {
  await withShares(async (database) =>
    dropOld(await database.getAll("shares"), Date.now(), (id) => database.delete("shares", id)),
  );
}

async function dropOld(
  all: readonly Share[],
  now: number,
  drop: (id: string) => Promise<unknown>,
): Promise<void> {
  await Promise.all(all.filter((one) => isOver(one, now)).map(({ id }) => drop(id)));
}

/** The clock of the device may have been put back: a share from later than now has no known age. */
function isOver({ sharedAt }: Share, now: number): boolean {
  return now - sharedAt > shareLifeMs || sharedAt - now > shareLifeMs;
}

/** Opens the database for one piece of work: signing out in any tab deletes it. */
async function withShares<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(sharesDatabase, 1, {
    upgrade: (created) => void created.createObjectStore("shares", { keyPath: "id" }),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

const viewerAddress = "/viewer";

/** Tells the service worker who is signed in, for what is shared while no page is open. */
export async function markViewer(viewerId: string): Promise<void> {
  await (await caches.open(viewerCache)).put(viewerAddress, new Response(viewerId));
}

/** Returns who is signed in, as the pages have told the worker; null for nobody. */
export async function markedViewer(): Promise<string | null> {
  const marked = await caches.match(viewerAddress, { cacheName: viewerCache });
  return marked ? marked.text() : null;
}
