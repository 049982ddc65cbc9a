import { draftRoutes } from "@atoll/contract/chat/draft-routes";
import type { Draft } from "@atoll/contract/chat/draft-schema";
import { messageMaxLength } from "@atoll/contract/chat/schemas";
import { ApiError, call } from "../../../lib/api-client.ts";
import type { RealtimeSocket } from "../../../lib/socket.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import type { ChannelList } from "../channel-list/channel-list.ts";
import { writingPlace } from "../stream/writing-place.ts";
import { type DraftEntry, openStoredDrafts } from "./stored-drafts.ts";

/** What was begun and not sent, in this browser and on the person's other devices. A place is a channel or a thread. */
export interface Drafts {
  read(place: string): string;
  /** Something was typed, put in or sent here. */
  write(place: string, content: string): void;
  /** The channels that hold a draft, themselves or in a thread; the same set until that changes. */
  marked(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
  start(): () => void;
}

export interface DraftsOptions {
  viewerId: string;
  realtime: RealtimeSocket;
  channels: Pick<ChannelList, "find">;
  pauses?: { saveAfterMs: number; typingForMs: number; retryAfterMs: number };
}

/** The server lists no more. */
const maxListed = 200;
const empty: DraftEntry = { content: "", onServer: "" };

/**
 * Each place has one text. What is typed here is kept here at once and on the server after a pause; what another
 * device wrote replaces it, unless this one has something unsaved or somebody is typing: then what is here wins.
 */
export function createDrafts({ viewerId, realtime, channels, pauses }: DraftsOptions): Drafts {
  const { saveAfterMs, typingForMs, retryAfterMs } = pauses ?? defaultPauses;
  const stored = openStoredDrafts(viewerId, openTextStorage());
  const entries = stored.read();
  const typedAt = new Map<string, number>();
  const timers = new Map<string, { timer: ReturnType<typeof setTimeout>; since: number }>();
  const saving = new Set<string>();
  /** The server will not have it there: the message whose thread it was is gone. Asked again with the next key. */
  const refused = new Set<string>();
  const seenAt = new Map<string, string>();
  /** What this browser saved: its own event says nothing new, and may come after the next key. */
  let echoes: { place: string; content: string; until: number }[] = [];
  /** Places that moved while the list was on its way: it says nothing about them. */
  const moved = new Set<string>();
  const listeners = new Set<() => void>();
  let marks = findMarks(entries);

  function put(place: string, entry: DraftEntry): void {
    const isGone = entry.content === "" && entry.onServer === "";
    if (isGone) entries.delete(place);
    else entries.set(place, entry);
    stored.write(place, isGone ? null : entry);
    const next = findMarks(entries);
    if (next.size !== marks.size || [...next].some((channelId) => !marks.has(channelId))) marks = next;
    for (const listener of listeners) listener();
  }

  function schedule(place: string, delayMs: number): void {
    const before = timers.get(place);
    clearTimeout(before?.timer);
    const since = before?.since ?? Date.now();
    // Who writes without a pause is saved now and then all the same.
    const left = Math.max(0, since + 5 * saveAfterMs - Date.now());
    const timer = setTimeout(() => void save(place), Math.min(delayMs, Math.max(left, 1)));
    timers.set(place, { timer, since });
  }

  async function save(place: string): Promise<void> {
    clearTimeout(timers.get(place)?.timer);
    timers.delete(place);
    const entry = entries.get(place);
    const [channelId = "", parentId = null] = place.split("/");
    if (!entry || !isUnsaved(entry) || saving.has(place) || refused.has(place)) return;
    // Whoever is not connected, or no member any more, keeps it here.
    if (realtime.getState() !== "connected" || !channels.find(channelId)) return;
    const content = worthSaving(entry.content);
    if ([...content].length > messageMaxLength) return;
    saving.add(place);
    moved.add(place);
    const now = Date.now();
    echoes = echoes.filter(({ until }) => until > now);
    echoes.push({ place, content, until: now + 15_000 });
    const error = await putDraft(channelId, parentId, content);
    saving.delete(place);
    const current = entries.get(place) ?? empty;
    if (error === null) put(place, { ...current, onServer: content });
    else if (isRefusal(error)) refused.add(place);
    if (isUnsaved(entries.get(place) ?? empty)) schedule(place, error === null ? saveAfterMs : retryAfterMs);
  }

  function isTyping(place: string): boolean {
    return Date.now() - (typedAt.get(place) ?? Number.NEGATIVE_INFINITY) < typingForMs;
  }

  function takeRemote(place: string, content: string): void {
    const entry = entries.get(place) ?? empty;
    const isSame = worthSaving(entry.content) === content;
    const isHeld = !isSame && (isUnsaved(entry) || isTyping(place));
    put(place, { content: isSame || isHeld ? entry.content : content, onServer: content });
    if (isHeld) schedule(place, saveAfterMs);
  }

  function receive({ channelId, parentId, content, updatedAt }: Draft): void {
    const place = writingPlace(channelId, parentId);
    if (updatedAt < (seenAt.get(place) ?? "")) return;
    seenAt.set(place, updatedAt);
    moved.add(place);
    const own = echoes.findIndex((echo) => echo.place === place && echo.content === content);
    if (own === -1) takeRemote(place, content);
    else echoes.splice(own, 1);
  }

  async function fetchAll(): Promise<void> {
    moved.clear();
    const drafts = await call(draftRoutes.listDrafts, {}).then((answer) => answer.drafts, toNull);
    if (!drafts) return;
    const listed = new Map(drafts.map((draft) => [writingPlace(draft.channelId, draft.parentId), draft]));
    for (const [place, draft] of listed) if (!moved.has(place)) receive(draft);
    for (const [place, entry] of [...entries]) {
      if (moved.has(place)) continue;
      // Sent or thrown away on another device.
      if (entry.onServer !== "" && !listed.has(place) && drafts.length < maxListed) takeRemote(place, "");
      else if (isUnsaved(entry)) schedule(place, saveAfterMs);
    }
  }

  function saveAll(): void {
    if (document.visibilityState !== "hidden") return;
    for (const place of [...timers.keys()]) void save(place);
  }

  return {
    read: (place) => (entries.get(place) ?? empty).content,
    write(place, content) {
      typedAt.set(place, Date.now());
      refused.delete(place);
      put(place, { ...(entries.get(place) ?? empty), content });
      // What was sent is no draft any more, for the other devices neither.
      schedule(place, content === "" ? 0 : saveAfterMs);
    },
    marked: () => marks,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      const onConnection = () => {
        if (realtime.getState() === "connected") void fetchAll();
      };
      const stops = [
        realtime.on("draft.changed", ({ draft }) => receive(draft)),
        // The server has thrown them away; what was typed stays here, should the person come back.
        realtime.on("channel.removed", ({ channelId }) => {
          for (const [place, entry] of [...entries]) {
            if (place.split("/")[0] === channelId) put(place, { ...entry, onServer: "" });
          }
        }),
        realtime.subscribe(onConnection),
      ];
      document.addEventListener("visibilitychange", saveAll);
      onConnection();
      return () => {
        for (const stop of stops) stop();
        document.removeEventListener("visibilitychange", saveAll);
        for (const { timer } of timers.values()) clearTimeout(timer);
      };
    },
  };
}

const defaultPauses = { saveAfterMs: 1000, typingForMs: 5000, retryAfterMs: 5000 };

/** Blanks alone are no draft. */
function worthSaving(content: string): string {
  return content.trim() === "" ? "" : content;
}

function isUnsaved({ content, onServer }: DraftEntry): boolean {
  return worthSaving(content) !== onServer;
}

function findMarks(entries: ReadonlyMap<string, DraftEntry>): Set<string> {
  const marks = new Set<string>();
  for (const [place, { content }] of entries) {
    if (worthSaving(content) !== "") marks.add(place.split("/")[0] ?? place);
  }
  return marks;
}

function putDraft(channelId: string, parentId: string | null, content: string): Promise<Error | null> {
  return call(draftRoutes.saveDraft, { body: { channelId, parentId, content } }).then(toNull, (error) =>
    error instanceof Error ? error : new Error(String(error)),
  );
}

function toNull(): null {
  return null;
}

function isRefusal(error: Error): boolean {
  return error instanceof ApiError && [400, 403, 404].includes(error.status);
}
