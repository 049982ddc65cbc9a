import { draftMaxLength, maxDrafts } from "@atoll/contract/drafts/limits";
import { draftRoutes } from "@atoll/contract/drafts/routes";
import type { Draft } from "@atoll/contract/drafts/schemas";
import { call, isRefusal } from "../../../lib/server/api-client.ts";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { type DraftEntry, openStoredDrafts } from "./stored-drafts.ts";

/**
 * A person's drafts, in this browser and on their other devices. The subject identifies the thing a draft is for: a
 * kind with one or two IDs, such as `channel/<id>` or `comment:task/<id>`.
 */
export interface Drafts {
  read(subject: string): string;
  /** Something was typed, put in or sent here. */
  write(subject: string, content: string): void;
  /** The subjects with drafts. The same set until it changes. */
  subjects(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
  start(): () => void;
}

export interface DraftsOptions {
  viewerId: string;
  realtime: RealtimeSocket;
  pauses?: { saveAfterMs: number; typingForMs: number; retryAfterMs: number };
}

const empty: DraftEntry = { content: "", onServer: "" };

/**
 * Each subject has one text. What is typed here is kept here at once and on the server after a pause; what another
 * device wrote replaces it, unless this one has something unsaved or somebody is typing: then what is here wins.
 */
export function createDrafts({ viewerId, realtime, pauses }: DraftsOptions): Drafts {
  const { saveAfterMs, typingForMs, retryAfterMs } = pauses ?? defaultPauses;
  const stored = openStoredDrafts(viewerId, openTextStorage());
  const entries = stored.read();
  const typedAt = new Map<string, number>();
  const timers = new Map<string, { timer: ReturnType<typeof setTimeout>; since: number }>();
  const saving = new Set<string>();
  /** Subjects that another device changed while they were being saved, so that either may have been last. */
  const overtaken = new Set<string>();
  /** The server will not have it. Asked again with the next key. */
  const refused = new Set<string>();
  const seenAt = new Map<string, string>();
  /** Drafts that this browser saved. Their own events contain nothing new, and may arrive after the next key press. */
  let echoes: { subject: string; content: string; until: number }[] = [];
  /** Subjects that moved while the list was on its way: it says nothing about them. */
  const moved = new Set<string>();
  const listeners = new Set<() => void>();
  let drafted = findBegun(entries);

  function put(subject: string, entry: DraftEntry): void {
    const isGone = entry.content === "" && entry.onServer === "";
    if (isGone) entries.delete(subject);
    else entries.set(subject, entry);
    stored.write(subject, isGone ? null : entry);
    const next = findBegun(entries);
    if (next.size !== drafted.size || [...next].some((one) => !drafted.has(one))) drafted = next;
    for (const listener of listeners) listener();
  }

  function schedule(subject: string, delayMs: number): void {
    const before = timers.get(subject);
    clearTimeout(before?.timer);
    const since = before?.since ?? Date.now();
    // Continuous typing is saved from time to time too.
    const left = Math.max(0, since + 5 * saveAfterMs - Date.now());
    const timer = setTimeout(() => void save(subject), Math.min(delayMs, Math.max(left, 1)));
    timers.set(subject, { timer, since });
  }

  async function save(subject: string): Promise<void> {
    clearTimeout(timers.get(subject)?.timer);
    timers.delete(subject);
    const entry = entries.get(subject);
    if (!entry || !isUnsaved(entry) || saving.has(subject) || refused.has(subject)) return;
    const content = worthSaving(entry.content);
    // It is stored locally in the meantime.
    if (realtime.getState() !== "connected" || content.length > draftMaxLength) return;
    saving.add(subject);
    overtaken.delete(subject);
    moved.add(subject);
    const now = Date.now();
    echoes = echoes.filter(({ until }) => until > now);
    echoes.push({ subject, content, until: now + 15_000 });
    const error = await putDraft(subject, content);
    saving.delete(subject);
    const current = entries.get(subject) ?? empty;
    if (error === null) {
      if (!overtaken.has(subject)) put(subject, { ...current, onServer: content });
    } else if (isRefusal(error) && worthSaving(current.content) === content) refused.add(subject);
    if (isUnsaved(entries.get(subject) ?? empty))
      schedule(subject, error === null ? saveAfterMs : retryAfterMs);
  }

  function isTyping(subject: string): boolean {
    return Date.now() - (typedAt.get(subject) ?? Number.NEGATIVE_INFINITY) < typingForMs;
  }

  function takeRemote(subject: string, content: string): void {
    const entry = entries.get(subject) ?? empty;
    overtaken.add(subject);
    const isSame = worthSaving(entry.content) === content;
    const isHeld = !isSame && (isUnsaved(entry) || isTyping(subject));
    put(subject, { content: isSame || isHeld ? entry.content : content, onServer: content });
    if (isHeld) schedule(subject, saveAfterMs);
  }

  function receive({ subject, content, updatedAt }: Draft): void {
    if (updatedAt < (seenAt.get(subject) ?? "")) return;
    seenAt.set(subject, updatedAt);
    moved.add(subject);
    const own = echoes.findIndex((echo) => echo.subject === subject && echo.content === content);
    if (own === -1) takeRemote(subject, content);
    else echoes.splice(own, 1);
  }

  async function fetchAll(): Promise<void> {
    moved.clear();
    const drafts = await call(draftRoutes.listDrafts, {}).then((answer) => answer.drafts, toNull);
    if (!drafts) return;
    const listed = new Set(drafts.map(({ subject }) => subject));
    for (const draft of drafts) if (!moved.has(draft.subject)) receive(draft);
    for (const [subject, entry] of [...entries]) {
      if (moved.has(subject)) continue;
      // Sent or thrown away on another device.
      if (entry.onServer !== "" && !listed.has(subject) && drafts.length < maxDrafts) takeRemote(subject, "");
      else if (isUnsaved(entry)) schedule(subject, saveAfterMs);
    }
  }

  function saveAll(): void {
    if (document.visibilityState !== "hidden") return;
    for (const subject of [...timers.keys()]) void save(subject);
  }

  return {
    read: (subject) => (entries.get(subject) ?? empty).content,
    write(subject, content) {
      typedAt.set(subject, Date.now());
      refused.delete(subject);
      put(subject, { ...(entries.get(subject) ?? empty), content });
      // A sent text is no longer a draft, on the other devices either.
      schedule(subject, content === "" ? 0 : saveAfterMs);
    },
    subjects: () => drafted,
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

function findBegun(entries: ReadonlyMap<string, DraftEntry>): Set<string> {
  const drafted = [...entries].filter(([, { content }]) => worthSaving(content) !== "");
  return new Set(drafted.map(([subject]) => subject));
}

function putDraft(subject: string, content: string): Promise<Error | null> {
  return call(draftRoutes.saveDraft, { body: { subject, content } }).then(toNull, (error) =>
    error instanceof Error ? error : new Error(String(error)),
  );
}

function toNull(): null {
  return null;
}
