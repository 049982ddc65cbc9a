import { maxWatchedPeople, type PresenceStatus } from "@atoll/contract/people/presence";
import { errorMessage } from "../../lib/request/api-error.ts";
import type { RealtimeSocket } from "../../lib/server/socket.ts";
import { oneEach } from "../../lib/signed-in.ts";

/** How the people on the screen are, and what the viewer chose for themselves. */
export interface PresenceBoard {
  /** Begins to follow a person; returns the way to stop. */
  watch(userId: string): () => void;
  /** Undefined while it is unknown; null when they are not here. */
  get(userId: string): PresenceStatus | null | undefined;
  /** The status the viewer chose, or online. Undefined before it starts. */
  own(): PresenceStatus | undefined;
  choose(status: PresenceStatus): Promise<void>;
  subscribe(listener: () => void): () => void;
  start(): () => void;
}

/** Rows come and go together: one command is enough for them. */
const gatherMs = 100;
/** Away from the keyboard after so long without a key or a move. */
const idleAfterMs = 5 * 60_000;

/**
 * The presence board of the signed-in person. The app frame starts it, so that no screen depends on another one for it.
 */
export const presenceOf = oneEach(({ realtime }) => createPresenceBoard(realtime));

function createPresenceBoard(realtime: RealtimeSocket): PresenceBoard {
  const watchers = new Map<string, number>();
  const statuses = new Map<string, PresenceStatus | null>();
  const listeners = new Set<() => void>();
  let own: PresenceStatus | undefined;
  let isIdle = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let idling: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function gather(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      askWho().catch(quiet);
    }, gatherMs);
  }

  async function askWho(): Promise<void> {
    // A page that nobody looks at follows nobody.
    const isHidden = document.visibilityState === "hidden";
    const userIds = isHidden ? [] : [...watchers.keys()].slice(0, maxWatchedPeople);
    for (const userId of statuses.keys()) if (!watchers.has(userId)) statuses.delete(userId);
    if (realtime.getState() !== "connected") return;
    const { presences } = await realtime.send("presence.watch", { userIds });
    for (const { userId, status } of presences) statuses.set(userId, status);
    tell();
  }

  async function report(status?: PresenceStatus): Promise<void> {
    const answer = await realtime.send("presence.set", { isIdle, ...(status && { status }) });
    own = answer.status ?? "online";
    tell();
  }

  function setIdle(next: boolean): void {
    clearTimeout(idling);
    idling = setTimeout(() => setIdle(true), idleAfterMs);
    if (next === isIdle) return;
    isIdle = next;
    if (realtime.getState() === "connected") report().catch(quiet);
  }

  function onState(): void {
    if (realtime.getState() === "connected") {
      report().catch(quiet);
      if (watchers.size > 0) gather();
    } else if (statuses.size > 0) {
      // Known statuses may be outdated when the connection is back.
      statuses.clear();
      tell();
    }
  }

  function onVisibility(): void {
    if (watchers.size > 0) gather();
  }

  return {
    watch(userId) {
      const count = watchers.get(userId) ?? 0;
      watchers.set(userId, count + 1);
      if (count === 0) gather();
      return () => {
        const left = (watchers.get(userId) ?? 1) - 1;
        if (left > 0) return void watchers.set(userId, left);
        watchers.delete(userId);
        gather();
      };
    },
    get: (userId) => statuses.get(userId),
    own: () => own,
    async choose(status) {
      const before = own;
      own = status;
      tell();
      try {
        await report(status);
      } catch (error) {
        own = before;
        tell();
        throw error;
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      own = "online";
      const onActive = () => setIdle(false);
      const stops = [
        realtime.on("presence.changed", ({ userId, status }) => {
          if (!watchers.has(userId)) return;
          statuses.set(userId, status);
          tell();
        }),
        realtime.subscribe(onState),
      ];
      for (const name of activity) window.addEventListener(name, onActive, { passive: true });
      document.addEventListener("visibilitychange", onVisibility);
      setIdle(false);
      onState();
      return () => {
        for (const stop of stops) stop();
        for (const name of activity) window.removeEventListener(name, onActive);
        document.removeEventListener("visibilitychange", onVisibility);
        clearTimeout(gathering);
        clearTimeout(idling);
        gathering = undefined;
      };
    },
  };
}

const activity = ["keydown", "pointerdown", "pointermove"];

/** Ignores a lost connection, since the request is repeated on reconnect. */
function quiet(error: unknown): void {
  console.info("Presence could not be told:", errorMessage(error));
}
