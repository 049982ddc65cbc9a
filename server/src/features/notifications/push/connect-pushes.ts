import { notifyTopics } from "../../../notify-topics.ts";
import { logThrottled } from "../../../platform/log/log-throttled.ts";
import { createGuardedPost } from "../../../platform/outbound/guarded-post.ts";
import { createOneAtATime } from "../../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { isHere } from "../is-here.ts";
import { prepare, type ReadyPush } from "./deliver.ts";
import { type DuePush, forgetDevice, forgetPush, putOff, takeDue, untilDueMs } from "./due-pushes.ts";
import { newestPushKey } from "./keys.ts";
import { createSender, keptSeconds, type Outcome } from "./sender.ts";

/** Limits of concurrent pushes for one node and for one push service, so that a slow service does not delay others. */
const maxUnderWay = 64;
const maxPerService = 16;
const firstPauseMs = 30_000;
const longestPauseMs = 3600_000;
/** Node's timers have a maximum, and the clock can be changed during the wait. */
const longestWaitMs = 60_000;
const shortestWaitMs = 250;

/**
 * Sends due pushes, from whichever node is first. Another node takes over those of a node that died when their lease
 * expires: they are sent at least once, with the same tag and topic, so they are shown once.
 */
export function connectPushes(context: SliceContext): LivePart {
  const { db, log, outbound } = context;
  const countFailure = context.addCounter(
    "atoll_push_failures_total",
    "Notifications that a push service refused, or that were given up after a day.",
    "outcome",
  );
  const stopping = new AbortController();
  const post = createGuardedPost(outbound);
  const send = createSender(post);
  const deps = { ...context, isHere: isHere(context) };
  const underWay = new Set<Promise<void>>();
  const perService = new Map<string, number>();
  const throttled = logThrottled();
  let timer: NodeJS.Timeout | undefined;

  const pump = createOneAtATime(
    async () => {
      while (!stopping.signal.aborted && underWay.size < maxUnderWay) {
        const full = [...perService].flatMap(([service, count]) => (count >= maxPerService ? [service] : []));
        const taken = await takeDue(db, Math.min(maxUnderWay - underWay.size, maxPerService), full);
        if (taken.length === 0) break;
        for (const ready of await prepare(deps, taken)) begin(ready);
      }
      await wakeInTime();
    },
    (error) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, "notifications are pushed later");
      again(shortestWaitMs * 4);
    },
  );

  function again(ms: number): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(pump.now, Math.min(Math.max(ms, shortestWaitMs), longestWaitMs)).unref();
  }

  async function wakeInTime(): Promise<void> {
    const ms = await untilDueMs(db);
    if (ms !== undefined) again(ms);
  }

  function begin(ready: ReadyPush): void {
    const { service } = ready.due;
    perService.set(service, (perService.get(service) ?? 0) + 1);
    const one = sendOne(ready)
      .catch((error: unknown) => log.warn({ err: error }, "a push is sent again"))
      .finally(() => {
        underWay.delete(one);
        const left = (perService.get(service) ?? 1) - 1;
        if (left > 0) perService.set(service, left);
        else perService.delete(service);
        pump.now();
      });
    underWay.add(one);
  }

  async function sendOne({ due, push }: ReadyPush): Promise<void> {
    const destination = { ...due, publicKey: due.public_key, privateKey: due.private_key };
    const outcome = await send(destination, push, stopping.signal);
    // It was cut off here, not refused there.
    if (stopping.signal.aborted && outcome.kind === "later") await putOff(db, due, 0);
    else await note(due, outcome);
  }

  async function note(due: DuePush, outcome: Outcome): Promise<void> {
    if (outcome.kind === "taken") return forgetPush(db, due);
    if (outcome.kind === "gone") return forgetDevice(db, due);
    const facts = { service: due.service, detail: outcome.detail };
    const subject = `${outcome.kind} ${due.service} ${outcome.detail}`;
    if (outcome.kind === "refused") {
      countFailure("refused");
      throttled(subject, (times) => log.warn({ ...facts, times }, "a push was refused"));
      return forgetPush(db, due);
    }
    const pauseMs = Math.max(
      Math.min(firstPauseMs * 2 ** Math.min(due.tries, 10), longestPauseMs),
      outcome.afterMs ?? 0,
    );
    if (due.trying_ms + pauseMs > keptSeconds * 1000) {
      countFailure("given up");
      log.warn(facts, "a push was given up");
      return forgetPush(db, due);
    }
    throttled(subject, (times) => log.info({ ...facts, times }, "a push is tried again"));
    return putOff(db, due, pauseMs, { isTried: true });
  }

  return {
    topics: { [notifyTopics.pushDue]: pump.now },
    async onGap() {
      await newestPushKey(db);
      pump.now();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all([pump.settled(), ...underWay]);
      post.close();
    },
  };
}
