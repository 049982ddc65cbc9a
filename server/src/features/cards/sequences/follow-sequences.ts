import { notifyTopics } from "../../../notify-topics.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { createAlarm } from "../../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { advance } from "./advance.ts";
import { closeStep, reopenStep, withdrawStep } from "./change-step.ts";
import { findWaiting, type WaitingStep, waitingBatch } from "./find-waiting.ts";

/** Follows sequences as soon as one of their tasks or cards has changed, on whichever node is first. */
export function followSequences(context: SliceContext): LivePart {
  const alarm = createAlarm({
    ring: (signal) => followAll(context, signal),
    untilNextMs: async () => undefined,
    onFailure: (error) => context.log.warn({ err: error }, "sequences go on later"),
  });
  return {
    topics: { [notifyTopics.cardSequenceDue]: alarm.now },
    onGap: () => alarm.now(),
    stop: alarm.stop,
  };
}

/** Does every five minutes what no node did at once. */
export function followSequencesJob(context: SliceContext): Job<Tables> {
  return {
    name: "cards.follow-sequences",
    cron: "*/5 * * * *",
    run: ({ signal }) => followAll(context, signal),
  };
}

/** Brings every sequence in line with its card and its tasks. Several nodes may call it concurrently. */
async function followAll(context: SliceContext, signal: AbortSignal): Promise<void> {
  let last: readonly WaitingStep[] = [];
  for (;;) {
    const waiting = await findWaiting(context.db);
    // One that cannot go on must not stop the others: it is tried again with the next announcement.
    const failures: unknown[] = [];
    for (const step of waiting) {
      signal.throwIfAborted();
      await follow(context, step).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "some sequences did not go on");
    if (waiting.length < waitingBatch || JSON.stringify(waiting) === JSON.stringify(last)) return;
    last = waiting;
  }
}

function follow(context: SliceContext, step: WaitingStep): Promise<void> {
  switch (step.act) {
    case "advance":
      return advance(context, step);
    case "close":
      return closeStep(context, step);
    case "reopen":
      return reopenStep(context, step);
    case "withdraw":
      return withdrawStep(context, step);
  }
}
