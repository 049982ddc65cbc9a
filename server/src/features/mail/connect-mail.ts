import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { logThrottled } from "../../platform/log/log-throttled.ts";
import { createSmtpSender, type SendOutcome } from "../../platform/mail/smtp-sender.ts";
import { createOneAtATime } from "../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";
import {
  bulkPriority,
  type DueMail,
  forgetMail,
  holdMail,
  noteReachedAddress,
  noteRefusedAddress,
  putOffMail,
  releaseMails,
  settleMail,
  takeDueMails,
  tryAgain,
  untilDueMs,
} from "./due-mails.ts";
import { prepareMail, type QuietMail } from "./prepare-mail.ts";

/** Concurrent attempts of one node, so that a slow answer about one mail does not hold back others. */
const maxUnderWay = 4;
/** The maximum for digests among them. The rest is free for mails that a person waits for. */
const maxBulkUnderWay = 2;
const firstPauseMs = 5_000;
/** While the server cannot be reached, it is tried at least this often: after an outage, mail flows at once. */
const longestServerPauseMs = 5 * 60_000;
/** Between attempts at one mail that the server put off, as greylisting does. */
const firstMailPauseMs = 60_000;
const longestMailPauseMs = 3600_000;
const usuallyTriedForMs = 3 * 24 * 3600_000;
/** Node's timers have a maximum, and the clock can be changed during the wait. */
const longestWaitMs = 60_000;
const shortestWaitMs = 20;

/**
 * Sends due mails, from whichever node is first. Another node takes over those of a node that died when their lease
 * expires. Nothing is asked of the database while nothing is due: a notification or a timer for the next one wakes it.
 */
export function connectMail(context: SliceContext): LivePart {
  const { db, log, realtime, mail: config } = context;
  if (!config) return {};
  const countFailure = context.addCounter(
    "atoll_mail_failures_total",
    "Mails that the mail server refused, or that were given up.",
    "outcome",
  );
  const send = createSmtpSender(config);
  const throttled = logThrottled();
  const underWay = new Set<Promise<void>>();
  let bulkUnderWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  /** Failures in a row to reach the server, which pause this node. Those of concurrent attempts count as one. */
  let serverFailures = 0;
  let failedAt = 0;
  let pausedUntil = 0;
  const firstServerPauseMs = context.patience?.mailPauseMs ?? firstPauseMs;

  const pump = createOneAtATime(
    async () => {
      if (isStopping) return;
      while (underWay.size < maxUnderWay && performance.now() >= pausedUntil) {
        const room = maxUnderWay - underWay.size;
        let taken = await takeDueMails(db, room, "ordinary");
        const bulkRoom = Math.min(room, maxBulkUnderWay - bulkUnderWay);
        if (taken.length === 0 && bulkRoom > 0) taken = await takeDueMails(db, bulkRoom, "bulk");
        if (taken.length === 0) break;
        if (isStopping) return releaseMails(db, taken);
        for (const due of taken) begin(due);
      }
      // With all of its room in use, the end of an attempt wakes it.
      if (underWay.size < maxUnderWay && bulkUnderWay < maxBulkUnderWay) await wakeInTime();
    },
    (error) => {
      if (!isStopping) log.warn({ err: error }, "mails are sent later");
      again(firstPauseMs);
    },
  );

  function again(ms: number): void {
    clearTimeout(timer);
    if (isStopping) return;
    timer = setTimeout(pump.now, Math.min(Math.max(ms, shortestWaitMs), longestWaitMs)).unref();
  }

  async function wakeInTime(): Promise<void> {
    const ms = await untilDueMs(db);
    if (ms !== undefined) again(Math.max(ms, pausedUntil - performance.now()));
  }

  function begin(due: DueMail): void {
    const bulk = due.priority >= bulkPriority ? 1 : 0;
    bulkUnderWay += bulk;
    const one = attempt(due)
      .then((outcome) => note(due, outcome))
      .catch((error: unknown) => log.warn({ err: error, mail: due.id }, "a mail is sent again"))
      .finally(() => {
        underWay.delete(one);
        bulkUnderWay -= bulk;
        pump.now();
      });
    underWay.add(one);
  }

  /** Returns the outcome of one attempt. Undefined if the mail is not to be sent any more. */
  async function attempt(due: DueMail): Promise<SendOutcome | QuietMail | "late" | undefined> {
    const definition = context.mailKinds.find(due.kind);
    // Mail may have been off for longer than its text is worth reading.
    if (due.trying_ms > (definition?.triedForMs ?? usuallyTriedForMs)) return "late";
    // During an update, a newer node may have queued it, which sends it.
    if (!definition) return { kind: "later", detail: "This kind of mail is not known yet", isServer: false };
    try {
      const outgoing = await prepareMail(context, due);
      return outgoing && ("quietForMs" in outgoing ? outgoing : await send(outgoing));
    } catch (error) {
      log.error({ err: error, mail: due.id, kind: due.kind }, "a mail could not be written");
      const detail = "The mail could not be written. The log of the server has the reason";
      return { kind: "later", detail, isServer: false };
    }
  }

  async function note(due: DueMail, outcome: SendOutcome | QuietMail | "late" | undefined): Promise<void> {
    if (outcome === undefined) {
      const isForgotten = context.mailKinds.find(due.kind)?.isForgottenIfDropped;
      return isForgotten ? forgetMail(db, due.id) : settleMail(db, due.id, "dropped");
    }
    if (typeof outcome === "object" && "quietForMs" in outcome)
      return holdMail(db, due.id, outcome.quietForMs);
    if (outcome === "late") {
      countFailure("given up");
      log.warn({ mail: due.id, kind: due.kind, detail: due.failure }, "a mail was given up");
      return settleMail(db, due.id, "failed", due.failure ?? "It waited too long while mail was off");
    }
    if (outcome.kind === "sent") {
      serverFailures = 0;
      await settleMail(db, due.id, "sent");
      return due.user_id === null ? undefined : noteReachedAddress(db, due);
    }
    const facts = { mail: due.id, kind: due.kind, detail: outcome.detail };
    if (outcome.kind === "refused") {
      serverFailures = 0;
      countFailure("refused");
      log.warn(facts, "a mail was refused");
      await settleMail(db, due.id, "failed", outcome.detail);
      if (due.user_id === null || !outcome.isAddress) return;
      await noteRefusedAddress(db, due, outcome.detail);
      return realtime.send(ownRoom(due.user_id), "mail-preferences.changed", {});
    }
    throttled(outcome.detail, (times) => log.warn({ ...facts, times }, "a mail is tried again"));
    return putOffMail(db, due.id, outcome.isServer ? pause(due) : mailPauseMs(due), outcome.detail);
  }

  function mailPauseMs({ tries }: DueMail): number {
    serverFailures = 0;
    return doubled(firstMailPauseMs, tries - 1, longestMailPauseMs);
  }

  /**
   * Pauses this node, because the server cannot be reached.
   * @returns how long the mail waits: a mail that fails while others are sent may be the cause, and is tried less often.
   */
  function pause({ tries }: DueMail): number {
    const longestMs = serverFailures === 0 ? longestMailPauseMs : longestServerPauseMs;
    const now = performance.now();
    // Concurrent attempts fail together, and count once.
    if (now >= pausedUntil) {
      failedAt = now;
      pausedUntil = now + doubled(firstServerPauseMs, serverFailures, longestServerPauseMs);
      serverFailures += 1;
    }
    return Math.max(pausedUntil - now, doubled(firstServerPauseMs, tries - 1, longestMs));
  }

  return {
    topics: {
      [notifyTopics.mailDue](payload) {
        // An administrator tries again. A new mail only ends a long pause: many in a row do not flood a server that is down.
        pausedUntil = payload === tryAgain ? 0 : Math.min(pausedUntil, failedAt + firstServerPauseMs);
        pump.now();
      },
    },
    onGap: pump.now,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await pump.settled();
      await Promise.all(underWay);
    },
  };
}

/** Returns a pause that doubles with each failure before. */
function doubled(firstMs: number, failures: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures, 20), longestMs);
}

/** Sent and failed mails are listed for this long. */
const keptDays = 30;

/** A received mail that could not be posted in this time is not posted any more, also if mail in is turned off. */
const mostWaitingDays = 3;

/** Deletes what was settled long ago and mails that wait for too long, and wakes the nodes for anything that they have missed. */
export function sweepMailsJob({ mailIn }: SliceContext): Job<Tables> {
  return {
    name: "mail.sweep",
    cron: "17 * * * *",
    async run({ tx }) {
      await sql`DELETE FROM mails WHERE settled_at < now() - make_interval(days => ${keptDays})`.execute(tx);
      await sql`DELETE FROM mails WHERE state = 'dropped' AND settled_at < now() - interval '1 day'`.execute(
        tx,
      );
      await sql`DELETE FROM received_mails WHERE settled_at < now() - make_interval(days => ${keptDays})`.execute(
        tx,
      );
      const days = mailIn ? mostWaitingDays : 0;
      await sql`UPDATE received_mails SET state = 'refused', reason = 'failed', settled_at = now(), content = NULL,
          recipient = NULL, envelope_sender = ''
        WHERE state = 'waiting' AND received_at <= now() - make_interval(days => ${days})`.execute(tx);
      await sql`SELECT pg_notify(${notifyTopics.mailReceived}, '')
        WHERE EXISTS (SELECT FROM received_mails WHERE state = 'waiting')`.execute(tx);
      await sql`SELECT pg_notify(${notifyTopics.mailDue}, '')
        WHERE EXISTS (SELECT FROM mails WHERE state = 'waiting')`.execute(tx);
    },
  };
}
