import { canManageOutgoing } from "@atoll/contract/permissions";
import { notifyTopics } from "../../notify-topics.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { BoundedMap } from "../../platform/keep-in-memory.ts";
import { logThrottled } from "../../platform/log/log-throttled.ts";
import { RefusedAddress } from "../../platform/outbound/guard-address.ts";
import { createGuardedRequest, type GuardedRequest } from "../../platform/outbound/guarded-request.ts";
import { createAlarm } from "../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { findAbsent } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { ownRoom } from "../people/public.ts";
import {
  type Attempt,
  type DueDelivery,
  failWaiting,
  putOffDelivery,
  releaseDeliveries,
  settleDelivery,
  sweepDeliveries,
  takeDueDeliveries,
  untilDueMs,
} from "./deliveries.ts";
import { readContent } from "./payload.ts";
import { outgoingSecret, readSecrets, sign } from "./secrets.ts";

/** Concurrent attempts of one node. */
const maxUnderWay = 48;
/** Those of one webhook among them, so that a receiver that never answers leaves room for all others. */
const maxOfWebhook = 4;
/** A receiver that answers later than this has not accepted the event. */
const answerWithinMs = 15_000;
/** The answer's body is not needed. */
const maxAnswerBytes = 4_096;
const firstPauseMs = 5_000;
const longestPauseMs = 4 * 3600_000;
/** A receiver that works again gets what waits for it within this time. */
const longestReceiverPauseMs = 5 * 60_000;
const maxFailing = 10_000;
/** So many failures in a row may be about single events, and hold back no others. */
const toleratedFailures = 3;
/** After this time of failures, the webhook is switched off. */
const triedForMs = 24 * 3600_000;

/** A receiver whose last attempts have failed. */
interface Failing {
  count: number;
  /** On the clock of this process. */
  until: number;
}

/** The receiver says that it is gone and wants no more deliveries. */
const gone = 410;

/**
 * Sends due deliveries, from whichever node is first. Another node takes over those of a node that died when their lease
 * expires, under the same ID. Nothing is asked of the database while nothing is due.
 */
export function sendOutgoing(context: SliceContext): LivePart {
  const { db, log, realtime } = context;
  const request = createGuardedRequest(context.outbound);
  const throttled = logThrottled();
  const underWay = new Set<Promise<void>>();
  const ofWebhook = new Map<string, number>();
  const failing = new BoundedMap<string, Failing>(maxFailing);
  const stopping = new AbortController();

  const alarm = createAlarm({
    async ring(signal) {
      while (!signal.aborted && underWay.size < maxUnderWay) {
        const taken = await takeDueDeliveries(db, maxUnderWay - underWay.size, busyWebhooks());
        if (taken.length === 0) return;
        for (const due of taken) begin(due);
      }
    },
    async untilNextMs() {
      const ms = await untilDueMs(db);
      // A delivery that is due by now waits for an attempt to end, which wakes this, or for a receiver that fails.
      return ms === undefined || ms > 0 ? ms : firstPauseMs;
    },
    onFailure(error) {
      log.warn({ err: error }, "webhooks are sent later");
      setTimeout(alarm.now, firstPauseMs).unref();
    },
  });

  function busyWebhooks(): string[] {
    const now = performance.now();
    return [
      ...[...ofWebhook].flatMap(([id, count]) => (count >= maxOfWebhook ? id : [])),
      ...[...failing].flatMap(([id, { until }]) => (until > now ? id : [])),
    ];
  }

  function begin(due: DueDelivery): void {
    ofWebhook.set(due.webhook_id, (ofWebhook.get(due.webhook_id) ?? 0) + 1);
    const one = attempt(due)
      .then((outcome) => note(due, outcome))
      .catch((error: unknown) => log.warn({ err: error, delivery: due.id }, "a webhook is sent again"))
      .finally(() => {
        underWay.delete(one);
        const left = (ofWebhook.get(due.webhook_id) ?? 1) - 1;
        if (left > 0) ofWebhook.set(due.webhook_id, left);
        else ofWebhook.delete(due.webhook_id);
        alarm.now();
      });
    underWay.add(one);
  }

  async function attempt(due: DueDelivery): Promise<Attempt> {
    const owner = await findAbsent(db, due.owner_id);
    if (!owner || !canManageOutgoing(owner))
      return { state: "dropped", failure: "You may not send to other systems any more" };
    const data = await readContent(context, owner, due);
    if (!data) return { state: "dropped", failure: "You cannot see it any more, or it is gone" };
    const body = JSON.stringify({ type: due.event, timestamp: due.at.toISOString(), data });
    const secrets = await readSecrets(db, due.webhook_id);
    return post(request, due, { body, secrets }, stopping.signal);
  }

  async function note(due: DueDelivery, outcome: Attempt): Promise<void> {
    pause(due.webhook_id, outcome);
    if (outcome.state !== "failed") await settleDelivery(db, due.id, outcome);
    else if (stopping.signal.aborted) await releaseDeliveries(db, [due.id]);
    else if (outcome.status === gone || due.trying_ms > triedForMs) await giveUp(due, outcome);
    else {
      throttled(due.webhook_id, (times) =>
        log.warn({ webhook: due.webhook_id, detail: outcome.failure, times }, "a webhook is tried again"),
      );
      const ms = Math.min(firstPauseMs * 2 ** Math.min(due.tries - 1, 20), longestPauseMs);
      await putOffDelivery(db, due.id, ms, outcome);
    }
    realtime.send(ownRoom(due.owner_id), "outgoing-webhooks.changed", {});
  }

  /** Leaves a receiver alone for a while that has failed, so that it is not asked about everything that waits for it. */
  function pause(webhookId: string, { state }: Attempt): void {
    if (state === "sent") failing.delete(webhookId);
    if (state !== "failed") return;
    const now = performance.now();
    const { count, until } = failing.get(webhookId) ?? { count: 0, until: 0 };
    // Concurrent attempts fail together, and count once.
    if (now < until) return;
    const pauses = count + 1 - toleratedFailures;
    const ms = pauses > 0 ? Math.min(firstPauseMs * 2 ** Math.min(pauses, 20), longestReceiverPauseMs) : 0;
    failing.set(webhookId, { count: count + 1, until: now + ms });
  }

  /** Switches a webhook off whose receiver fails. What waits stays in the log, to be replayed. */
  async function giveUp(due: DueDelivery, outcome: Attempt): Promise<void> {
    await transact(db, async (tx) => {
      await settleDelivery(tx, due.id, outcome);
      const { numUpdatedRows } = await tx
        .updateTable("outgoing_webhooks")
        .set(({ eb }) => ({ is_on: false, stop_reason: "receiver_failed", version: eb("version", "+", 1) }))
        .where("id", "=", due.webhook_id)
        .where("is_on", "=", true)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await failWaiting(tx, due.webhook_id);
      const facts = { place: due.name };
      await notify(tx, { kind: "webhook.stopped", subjectId: due.webhook_id, people: [due.owner_id], facts });
    });
    log.warn({ webhook: due.webhook_id, detail: outcome.failure }, "a webhook was switched off");
  }

  return {
    topics: { [notifyTopics.outgoingDue]: alarm.now },
    onGap: alarm.now,
    async stop() {
      stopping.abort();
      await alarm.stop();
      await Promise.all(underWay);
      request.close();
    },
  };
}

/** Sends one signed request. The receiver has accepted it with an answer of 2xx in time. */
async function post(
  request: GuardedRequest,
  { id, address }: DueDelivery,
  { body, secrets }: { body: string; secrets: readonly string[] },
  stopping: AbortSignal,
): Promise<Attempt> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  try {
    const { status, content } = await request(new URL(address), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Atoll",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": secrets.map((secret) => sign(secret, { id, timestamp, body })).join(" "),
      },
      body,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
      idleMs: answerWithinMs,
      maxBytes: maxAnswerBytes,
      isHostAllowed: false,
    });
    await readAway(content);
    const isAccepted = status >= 200 && status < 300;
    return isAccepted
      ? { state: "sent", status }
      : { state: "failed", status, failure: `The receiver answered ${status}` };
  } catch (error) {
    return { state: "failed", failure: failureOf(error) };
  }
}

/** Reads the end of a short answer, whose connection is used again. A longer one is cut. */
async function readAway(content: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _part of content);
  } catch {
    // The status has come, and decides.
  }
}

/** Returns the reason as the owner may know it, which tells nothing about the network of the server. */
function failureOf(error: unknown): string {
  if (error instanceof RefusedAddress)
    return "The address leads into a private network or redirects, and is not sent to";
  if (error instanceof Error && /TimeoutError|BrokenAnswer/.test(error.name))
    return "The receiver did not answer in time";
  return "The receiver could not be reached";
}

/** Deletes what is older than the log, and encrypts again what an older key encrypted. */
export function sweepOutgoingJob(): Job<Tables> {
  return {
    name: "outgoing-webhooks.sweep",
    cron: "23 * * * *",
    async run({ tx }) {
      await sweepDeliveries(tx);
      await outgoingSecret.reseal(tx);
    },
  };
}
