import { partialMatchKey, type Query, type QueryCacheNotifyEvent } from "@tanstack/react-query";
import { isRefusal } from "../../../lib/request/judge-error.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import type { SeenKind } from "./seen-kind.ts";
import type { SeenMarks } from "./seen-marks.ts";
import { isExpired, openSeenStore } from "./seen-store.ts";

export interface KeeperOptions {
  signedIn: SignedIn;
  kinds: ReadonlyMap<string, SeenKind>;
  marks: SeenMarks;
  isOver: () => boolean;
}

export interface Keeper {
  /** A kind was registered: its queries may be there already. */
  lookAt(kind: SeenKind): void;
  forget(hash: string): void;
  retain(kinds: readonly string[], subjects: ReadonlySet<string>): void;
  stop(): void;
}

/** Written a moment after it changed, so that a busy channel is not written with every message. */
const writeAfterMs = 800;
/** An answer that comes as fast as usual is waited for: what is older would only flicker. */
const patienceMs = 1_500;
const touchEveryMs = 60_000;
/** After a restart everybody is back at the same moment. */
const spreadMs = 1_000;
/** Nobody waits for these requests. */
const checkSpreadMs = 20_000;

/**
 * Watches the query cache: what comes from the server is kept, and what is asked for and was kept is shown when the server
 * does not answer, or takes long. Nothing is kept, shown or brought back once the person has gone.
 */
export async function openKeeper({
  signedIn,
  kinds,
  marks,
  isOver,
}: KeeperOptions): Promise<Keeper | undefined> {
  const { queryClient, realtime, viewer } = signedIn;
  const cache = queryClient.getQueryCache();
  const store = await openSeenStore(viewer.id);
  if (isOver()) {
    store.close();
    return undefined;
  }
  const changed = new Set<string>();
  /** Kinds whose copies were compared with what may be read. */
  const checked = new Set<string>();
  let writing: ReturnType<typeof setTimeout> | undefined;
  let lastContact = Date.now();
  let wasConnected = realtime.getState() === "connected";

  const kindOf = (query: Query): SeenKind | undefined =>
    [...kinds.values()].find(({ queryKey }) => partialMatchKey(query.queryKey, queryKey));

  /** Somebody wants to see it. */
  function expect(query: Query, kind: SeenKind): void {
    const isHopeless = realtime.getState() === "disconnected" || navigator.onLine === false;
    if (isHopeless) void restore(query, kind);
    else setTimeout(() => void restore(query, kind), patienceMs);
  }

  async function restore(query: Query, kind: SeenKind): Promise<void> {
    const hash = query.queryHash;
    if (isOver() || query.state.data !== undefined) return;
    const kept = await store.read(hash, shapeOf(kind));
    // The server may have responded in the meantime, or the person may have signed out.
    if (!kept || isOver() || cache.get(hash) !== query || query.state.data !== undefined) return;
    marks.set(hash, kept.asOf);
    queryClient.setQueryData(query.queryKey, kept.data, { updatedAt: kept.asOf });
    // Stored data is not a response: the next screen that shows it refetches.
    query.invalidate();
  }

  function hear(event: QueryCacheNotifyEvent): void {
    const kind = kindOf(event.query);
    if (!kind) return;
    const { queryHash } = event.query;
    if (event.type === "added") expect(event.query, kind);
    if (event.type !== "updated") return;
    const { action } = event;
    if (action.type === "success") {
      if (!action.manual) marks.clear(queryHash);
      // Old data that an event has updated is not a response either.
      if (marks.get(queryHash) === undefined) note(queryHash);
    } else if (action.type === "error" || action.type === "failed") {
      if (isRefusal(action.error)) refuse(event.query);
      else void restore(event.query, kind);
    }
  }

  /** It was shown because nobody could say otherwise; now somebody does. */
  function refuse(query: Query): void {
    forget(query.queryHash);
    if (marks.get(query.queryHash) === undefined) return;
    marks.clear(query.queryHash);
    query.setState({ data: undefined, dataUpdatedAt: 0 });
  }

  function note(hash: string): void {
    changed.add(hash);
    writing ??= setTimeout(writeChanged, writeAfterMs);
  }

  /** All at once: a page that is being left gets no second turn. */
  function writeChanged(): void {
    clearTimeout(writing);
    writing = undefined;
    for (const hash of changed) void write(hash);
    changed.clear();
  }

  async function write(hash: string): Promise<void> {
    const query = cache.get(hash);
    const kind = query && kindOf(query);
    if (isOver() || !query || !kind) return;
    const data = kind.pick ? kind.pick(query.queryKey) : query.state.data;
    if (data === undefined) return;
    const asOf = realtime.getState() === "connected" ? Date.now() : query.state.dataUpdatedAt;
    const subject = kind.subjectOf?.(query.queryKey) ?? null;
    const answer = { text: JSON.stringify(data), shape: shapeOf(kind), kind: kind.name, asOf, subject };
    await store.write(hash, answer, kind.newest);
  }

  /** While the connection stands, what is shown is the server's, also if nothing has happened for long. */
  function touchShown(): void {
    const shown = cache.findAll({ type: "active", predicate: (query) => kindOf(query) !== undefined });
    const hashes = shown.map(({ queryHash }) => queryHash).filter((hash) => marks.get(hash) === undefined);
    if (!isOver()) void store.touch(hashes, lastContact);
  }

  function onMinute(): void {
    if (realtime.getState() === "connected") {
      lastContact = Date.now();
      touchShown();
    } else if (isExpired(lastContact)) void store.clear();
  }

  function onConnection(): void {
    const isConnected = realtime.getState() === "connected";
    if (isConnected === wasConnected) return;
    wasConnected = isConnected;
    lastContact = Date.now();
    if (isConnected) {
      setTimeout(askForOld, Math.random() * spreadMs);
      for (const kind of kinds.values())
        setTimeout(() => void dropUnreadable(kind), Math.random() * checkSpreadMs);
    } else touchShown();
  }

  function askForOld(): void {
    const old = (query: Query) => marks.get(query.queryHash) !== undefined;
    void queryClient.refetchQueries({ predicate: old, type: "active" }, { cancelRefetch: false });
  }

  /** Deletes the copies of what was deleted, or is no longer the person's to read. */
  async function dropUnreadable({ name, findReadable }: SeenKind): Promise<void> {
    if (!findReadable || isOver()) return;
    const subjects = await store.subjects(name);
    if (subjects.length === 0 || isOver()) return;
    try {
      const readable = new Set(await findReadable(subjects));
      // Copies that were stored in the meantime were just read.
      const added = isOver() ? [] : (await store.subjects(name)).filter((one) => !subjects.includes(one));
      if (!isOver()) await store.retain([name], new Set([...readable, ...added]));
    } catch (error) {
      // The next connection asks again.
      console.info("Whether kept copies may still be read is not known", error);
    }
  }

  /** Browsers end hidden pages without a word. */
  function onHidden(): void {
    if (document.visibilityState !== "hidden") return;
    writeChanged();
    if (wasConnected) {
      lastContact = Date.now();
      touchShown();
    }
  }

  function forget(hash: string): void {
    changed.delete(hash);
    void store.remove(hash);
  }

  const minute = setInterval(onMinute, touchEveryMs);
  document.addEventListener("visibilitychange", onHidden);
  const stops = [cache.subscribe(hear), realtime.subscribe(onConnection)];
  return {
    lookAt(kind) {
      for (const query of cache.findAll({ queryKey: kind.queryKey }))
        if (query.state.data === undefined) expect(query, kind);
        else if (marks.get(query.queryHash) === undefined) note(query.queryHash);
      if (!checked.has(kind.name)) void dropUnreadable(kind);
      checked.add(kind.name);
    },
    forget,
    retain: (names, subjects) => void store.retain(names, subjects),
    stop() {
      for (const end of stops) end();
      clearInterval(minute);
      clearTimeout(writing);
      document.removeEventListener("visibilitychange", onHidden);
      store.close();
    },
  };
}

/** Data that was kept by a build with another contract, or another idea of the data, is not shown. */
function shapeOf({ version = 1 }: SeenKind): string {
  return `${__ATOLL_CONTRACT__} ${version}`;
}
