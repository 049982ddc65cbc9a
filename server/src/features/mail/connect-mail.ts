import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { logThrottled } from "../../platform/log/log-throttled.ts";
import { createSmtpSender, type SendMail, type SendOutcome } from "../../platform/mail/smtp-sender.ts";
import { createOneAtATime } from "../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { type DueMail, forgetMail, putOffMail, settleMail, takeDueMails, untilDueMs } from "./due-mails.ts";
import { prepareMail } from "./prepare-mail.ts";

/** Concurrent attempts of one node, so that a slow answer about one mail does not hold back others. */
const maxUnderWay = 4;
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
  const { db, log, mail: config } = context;
  if (!config) return {};
  const countFailure = context.addCounter(
    "atoll_mail_failures_total",
    "Mails that the mail server refused, or that were given up.",
    "outcome",
  );
  const send = createSmtpSender(config);
  const throttled = logThrottled();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  /** Failures in a row to reach the server, which pause this node. */
  let serverFailures = 0;
  let pausedUntil = 0;

  const pump = createOneAtATime(
    async () => {
      while (!isStopping && underWay.size < maxUnderWay && performance.now() >= pausedUntil) {
        const taken = await takeDueMails(db, maxUnderWay - underWay.size);
        if (taken.length === 0) break;
        for (const due of taken) begin(due);
      }
      if (underWay.size < maxUnderWay) await wakeInTime();
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
    const one = attempt(context, send, due)
      .then((outcome) => note(due, outcome))
      .catch((error: unknown) => log.warn({ err: error, mail: due.id }, "a mail is sent again"))
      .finally(() => {
        underWay.delete(one);
        pump.now();
      });
    underWay.add(one);
  }

  async function note(due: DueMail, outcome: SendOutcome | undefined): Promise<void> {
    const definition = context.mailKinds.find(due.kind);
    if (outcome === undefined)
      return definition?.isForgottenIfDropped ? forgetMail(db, due.id) : settleMail(db, due.id, "dropped");
    if (outcome.kind !== "later" || !outcome.isServer) serverFailures = 0;
    if (outcome.kind === "sent") return settleMail(db, due.id, "sent");
    const facts = { mail: due.id, kind: due.kind, detail: outcome.detail };
    if (outcome.kind === "refused") {
      countFailure("refused");
      log.warn(facts, "a mail was refused");
      return settleMail(db, due.id, "failed", outcome.detail);
    }
    if (outcome.isServer) pause();
    const triedForMs = definition?.triedForMs ?? usuallyTriedForMs;
    if (due.trying_ms > triedForMs) {
      countFailure("given up");
      log.warn(facts, "a mail was given up");
      return settleMail(db, due.id, "failed", outcome.detail);
    }
    throttled(outcome.detail, (times) => log.warn({ ...facts, times }, "a mail is tried again"));
    const pauseMs = outcome.isServer
      ? Math.max(0, pausedUntil - performance.now())
      : Math.min(firstMailPauseMs * 2 ** Math.min(due.tries - 1, 10), longestMailPauseMs);
    return putOffMail(db, due.id, pauseMs, outcome.detail);
  }

  function pause(): void {
    const first = context.patience?.mailPauseMs ?? firstPauseMs;
    pausedUntil =
      performance.now() + Math.min(first * 2 ** Math.min(serverFailures, 10), longestServerPauseMs);
    serverFailures += 1;
  }

  return {
    topics: {
      [notifyTopics.mailDue]() {
        // A new mail, or an administrator who tries again: the server may be back.
        pausedUntil = 0;
        pump.now();
      },
    },
    onGap: pump.now,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await Promise.all([pump.settled(), ...underWay]);
    },
  };
}

async function attempt(
  context: SliceContext,
  send: SendMail,
  due: DueMail,
): Promise<SendOutcome | undefined> {
  const outgoing = await prepareMail(context, due);
  return outgoing && send(outgoing);
}

/** Sent and failed mails are listed for this long. */
const keptDays = 30;

/** Deletes what was settled long ago, and wakes the nodes for anything that they have missed. */
export function sweepMailsJob(): Job<Tables> {
  return {
    name: "mail.sweep",
    cron: "17 * * * *",
    async run({ tx }) {
      await sql`DELETE FROM mails WHERE settled_at < now() - make_interval(days => ${keptDays})`.execute(tx);
      await sql`DELETE FROM mails WHERE state = 'dropped' AND settled_at < now() - interval '1 day'`.execute(
        tx,
      );
      await sql`SELECT pg_notify(${notifyTopics.mailDue}, '')
        WHERE EXISTS (SELECT FROM mails WHERE state = 'waiting')`.execute(tx);
    },
  };
}
