import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import { createRetry } from "../../../lib/request/retry.ts";
import { call } from "../../../lib/server/api-client.ts";
import { oneEach } from "../../../lib/signed-in.ts";

/** By the message that they were made of. Messages of which nobody made one have an empty list. */
export type TasksByMessage = ReadonlyMap<string, readonly Task[]>;

const none: readonly Task[] = [];
/** Rows come into view by the dozen: their questions become one. */
const gatherMs = 50;
/** Continuous scrolling makes at most four requests a second, far below the server's limit for one person. */
const restMs = 250;
const maxAtOnce = 100;
/** The number of remembered messages that were scrolled past. */
const maxCached = 2000;

/**
 * The tasks that were made of the messages on the screen, for all of them together: asked for once when a message is first
 * shown, and kept right by events as long as somebody is signed in.
 */
export const tasksOfMessagesOf = oneEach(({ realtime, onEnd }) => {
  let cached: TasksByMessage = new Map();
  const shown = new Map<string, number>();
  const wanted = new Set<string>();
  const listeners = new Set<() => void>();
  /** Events that arrive during a request may be newer than its answer. */
  const changedMeanwhile = new Set<string>();
  const retry = createRetry(askNow);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  /** The last request failed. The next one waits, however much is scrolled. */
  let isHeldBack = false;

  function hold(next: TasksByMessage): void {
    if (next === cached) return;
    cached = next.size > maxCached ? new Map([...next].filter(([id]) => shown.has(id))) : next;
    for (const listener of listeners) listener();
  }

  function want(messageIds: Iterable<string>): void {
    for (const id of messageIds) wanted.add(id);
    askAfter(gatherMs);
  }

  /** One question at a time: what is wanted while one is on its way is in the next. */
  function askAfter(ms: number): void {
    if (wanted.size > 0 && !isAsking && !isHeldBack) timer ??= setTimeout(() => void fetchWanted(), ms);
  }

  function askNow(): void {
    isHeldBack = false;
    void fetchWanted();
  }

  async function fetchWanted(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isAsking) return;
    // Messages that were scrolled past before the request are requested when they are shown again.
    for (const id of wanted) if (!shown.has(id)) wanted.delete(id);
    const asked = [...wanted].slice(0, maxAtOnce);
    if (asked.length === 0) return;
    for (const id of asked) wanted.delete(id);
    changedMeanwhile.clear();
    isAsking = true;
    try {
      const { tasks } = await call(taskListRoutes.listTasksOfMessages, { query: { messages: asked.join() } });
      const settled = asked.filter((id) => !changedMeanwhile.has(id));
      hold(withAnswer(cached, settled, tasks));
      want(asked.filter((id) => changedMeanwhile.has(id)));
      retry.reset();
      isAsking = false;
      askAfter(restMs);
    } catch {
      isAsking = false;
      isHeldBack = true;
      // A message is complete without them: they come when the server can be reached.
      for (const id of asked) wanted.add(id);
      retry.later();
    }
  }

  onEnd(
    realtime.on("task.changed", ({ task }) => {
      if (task.sourceMessageId) changedMeanwhile.add(task.sourceMessageId);
      hold(withTask(cached, task));
    }),
  );
  onEnd(
    realtime.on("task.gone", ({ taskId }) => {
      for (const id of shown.keys()) changedMeanwhile.add(id);
      hold(withoutTask(cached, taskId));
    }),
  );
  onEnd(
    realtime.subscribe(() => {
      if (realtime.getState() !== "connected") return;
      // Messages that are out of sight are requested when they are shown again.
      hold(new Map([...cached].filter(([id]) => shown.has(id))));
      isHeldBack = false;
      want(shown.keys());
    }),
  );
  onEnd(() => {
    clearTimeout(timer);
    retry.stop();
  });

  return {
    of: (messageId: string) => cached.get(messageId) ?? none,
    /** A message is on the screen, until the returned function is called. */
    show(messageId: string): () => void {
      shown.set(messageId, (shown.get(messageId) ?? 0) + 1);
      if (!cached.has(messageId)) want([messageId]);
      return () => {
        const left = (shown.get(messageId) ?? 1) - 1;
        if (left > 0) shown.set(messageId, left);
        else shown.delete(messageId);
      };
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
});

/** Pure: these messages have these tasks, and no others. */
function withAnswer(
  cached: TasksByMessage,
  messageIds: readonly string[],
  tasks: readonly Task[],
): TasksByMessage {
  const next = new Map(cached);
  for (const id of messageIds)
    next.set(
      id,
      tasks.filter(({ sourceMessageId }) => sourceMessageId === id),
    );
  return next;
}

/** Pure: the same after a task is as it now is. */
function withTask(cached: TasksByMessage, task: Task): TasksByMessage {
  const { sourceMessageId } = task;
  const before = sourceMessageId === null ? undefined : cached.get(sourceMessageId);
  if (!sourceMessageId || !before) return cached;
  if (before.some(({ id, version }) => id === task.id && version > task.version)) return cached;
  const others = before.filter(({ id }) => id !== task.id);
  const after = [...others, task].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return new Map(cached).set(sourceMessageId, after);
}

/** Pure: the same without a task. */
function withoutTask(cached: TasksByMessage, taskId: string): TasksByMessage {
  const found = [...cached].find(([, tasks]) => tasks.some(({ id }) => id === taskId));
  if (!found) return cached;
  const [messageId, tasks] = found;
  return new Map(cached).set(
    messageId,
    tasks.filter(({ id }) => id !== taskId),
  );
}

const keyOf = ({ createdAt, id }: Task) => createdAt + id;
