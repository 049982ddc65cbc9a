import type { ReceivedAim, ReceivedReason } from "@atoll/contract/mail/mail-kinds";
import { sql } from "kysely";
import { notifyTopics } from "../../../notify-topics.ts";
import { AppError } from "../../../platform/app-error.ts";
import { RefusedCall } from "../../../platform/http/inner-calls.ts";
import { createThread, type Thread, ThreadEnded } from "../../../platform/threads/thread.ts";
import { createAlarm } from "../../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { noteBounce } from "../due-mails.ts";
import { type AddressToken, isBounceOf, isReplyOf, readAddress } from "./addresses.ts";
import { isPlainAddress } from "./authentication.ts";
import { findPlaceOf } from "./place-addresses.ts";
import { createTask, type Poster, postAnswer, postAs, postInChannel } from "./post-answer.ts";
import type { MailHead, MailText } from "./read-mail.ts";

/** A task of the thread: the head of a mail with the server whose results are believed, or without it the content. */
export interface ReadTask {
  content: Uint8Array;
  head?: { authservId: string; envelopeSender: string };
  /** Whether it may quote a mail of ours. */
  isAnswer?: boolean;
}

interface WaitingMail {
  id: string;
  recipient: string;
  envelope_sender: string;
  tries: number;
}

/** The end of a mail. */
interface Outcome {
  state: "posted" | "dropped" | "refused";
  reason?: ReceivedReason | undefined;
  aim: ReceivedAim;
  sender?: string | undefined;
  userId?: string | undefined;
}

/** Longer than reading and posting takes. After that, the node that took the mail counts as dead. */
const lease = sql.lit("10 minutes");
const readingMs = 20_000;
const memory = { maxOldGenerationSizeMb: 384 };
const maxTries = 12;
/** A try that ends with its process counts as so many, and is not taken back. */
const lostTry = 3;
/** The head of a mail is in its beginning. */
const headBytes = 256 * 1024;
const firstPauseMs = 5_000;
const longestPauseMs = 3600_000;
/** How long mails wait until the node looks again whether read-only maintenance is over. */
const heldForMs = 5_000;

/**
 * Reads received mails and does what they are for, one after the other, on whichever node is first. Nobody but the log and
 * the list of administrators hears of one that is refused.
 */
export function connectReceivedMails(context: SliceContext): LivePart {
  const { db, log, mailIn } = context;
  if (!mailIn) return {};
  const thread = createThread({
    script: new URL("./read-worker.ts", import.meta.url),
    deadlineMs: readingMs,
    memory,
  });
  let isWaiting = false;
  const alarm = createAlarm({
    async ring(signal) {
      while (!signal.aborted) {
        isWaiting = await isReadOnly(context);
        const row = isWaiting ? undefined : await take(db);
        if (!row) return;
        await settle(context, thread, row, signal);
      }
    },
    untilNextMs: async () => (isWaiting ? heldForMs : untilNextMs(db)),
    onFailure(error) {
      log.warn({ err: error }, "received mails are read later");
      setTimeout(alarm.now, firstPauseMs).unref();
    },
  });
  return {
    topics: { [notifyTopics.mailReceived]: alarm.now },
    onGap: alarm.now,
    async stop() {
      await Promise.all([alarm.stop(), thread.stop()]);
    },
  };
}

/** Returns whether read-only maintenance is running: then nothing is taken. */
async function isReadOnly({ admitWrite }: SliceContext): Promise<boolean> {
  const held = await admitWrite(undefined).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (held && !isHeld(held.error)) throw held.error;
  return held !== undefined;
}

function isHeld(error: unknown): boolean {
  return (error instanceof RefusedCall || error instanceof AppError) && error.code === "maintenance";
}

async function take(db: Database): Promise<WaitingMail | undefined> {
  const { rows } = await sql<WaitingMail>`
    UPDATE received_mails r SET due_at = now() + ${lease}::interval, tries = r.tries + ${sql.lit(lostTry)}
    FROM (SELECT id FROM received_mails WHERE state = 'waiting' AND due_at <= now()
      ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) due
    WHERE r.id = due.id RETURNING r.id, r.recipient, r.envelope_sender, r.tries`.execute(db);
  const [row] = rows;
  // This try is one, unless it is lost.
  return row && { ...row, tries: row.tries - lostTry + 1 };
}

async function untilNextMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM received_mails WHERE state = 'waiting'`.execute(db);
  return rows[0]?.ms ?? undefined;
}

/** Does what a mail is for, and notes how that ended. */
async function settle(
  context: SliceContext,
  thread: Thread,
  row: WaitingMail,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = context;
  try {
    const failed = { state: "refused", reason: "failed", aim: "unknown" } as const;
    const isLost = row.tries > maxTries;
    await note(db, row.id, isLost ? failed : await judge(context, thread, row, signal));
  } catch (error) {
    const isFree = signal.aborted || isHeld(error);
    if (!isFree) log.warn({ err: error, mail: row.id }, "a received mail is read again");
    if (!isFree && row.tries >= maxTries)
      return note(db, row.id, { state: "refused", reason: "failed", aim: "unknown" });
    const pauseMs = isHeld(error) ? heldForMs : Math.min(firstPauseMs * 2 ** (row.tries - 1), longestPauseMs);
    await sql`UPDATE received_mails SET tries = ${isFree ? row.tries - 1 : row.tries},
        due_at = now() + make_interval(secs => ${signal.aborted ? 0 : pauseMs / 1000})
      WHERE id = ${row.id} AND state = 'waiting'`.execute(db);
    return undefined;
  }
  return undefined;

  async function note(tx: Database, id: string, outcome: Outcome): Promise<void> {
    const { state, reason = null, aim, sender = "", userId = null } = outcome;
    if (state !== "posted") log.info({ mail: id, state, reason, aim }, "a received mail was not posted");
    await sql`UPDATE received_mails SET state = ${state}, reason = ${reason}, aim = ${aim}, sender = ${sender},
        user_id = (SELECT id FROM accounts WHERE id = ${userId} OR (${userId}::uuid IS NULL AND email = ${sender})),
        settled_at = now(), content = NULL, recipient = NULL, envelope_sender = ''
      WHERE id = ${id} AND state = 'waiting'`.execute(tx);
  }
}

async function judge(
  context: SliceContext,
  thread: Thread,
  row: WaitingMail,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, mailIn, mail: mailOut } = context;
  await context.admitWrite(undefined);
  const token = mailIn && readAddress(mailIn, row.recipient);
  if (!mailIn || !token) return { state: "refused", reason: "address_unknown", aim: "unknown" };
  const { aim } = token;
  const isOwn =
    readAddress(mailIn, row.envelope_sender) !== undefined ||
    row.envelope_sender === mailOut?.from.address.toLowerCase();
  if (isOwn) return { state: "dropped", reason: "own_mail", aim };
  const { tries } = row;
  if (aim !== "bounce" && row.envelope_sender !== "" && !isPlainAddress(row.envelope_sender))
    return { state: "refused", reason: "sender_unclear", aim };
  if (aim === "bounce") {
    if (!(await isBounceOf(db, token)))
      return { state: "refused", reason: "address_unknown", aim: "unknown" };
    const mail = await read<MailText>(thread, { content: await contentOf(db, row) }, tries, signal);
    if (!mail) return { state: "refused", reason: "unreadable", aim };
    if (mail.reports.length === 0) return { state: "dropped", reason: "no_report", aim };
    if (!(await noteBounce(context, token.id, mail.reports)))
      return { state: "dropped", reason: "no_report", aim };
    return { state: "posted", aim };
  }
  const asked = { authservId: mailIn.authservId, envelopeSender: row.envelope_sender };
  const beginning = await contentOf(db, row, headBytes);
  const head = await read<MailHead>(thread, { content: beginning, head: asked }, tries, signal);
  if (!head) return { state: "refused", reason: "unreadable", aim };
  const { sender } = head;
  const automatic = head.automatic ?? (row.envelope_sender === "" ? "automatic" : undefined);
  if (automatic) return { state: "dropped", reason: automatic, aim, sender };
  const refused = (reason: ReceivedReason): Outcome => ({ state: "refused", reason, aim, sender });
  if (!sender) return refused("sender_unclear");
  if (!head.isConfirmed) return refused("not_authenticated");
  const account = await db.selectFrom("accounts").select("id").where("email", "=", sender).executeTakeFirst();
  if (!account) return refused("person_unknown");
  const way = await wayTo(context, token, account.id, {
    isNamed: head.named.includes(row.recipient),
    isSentByAuthor: head.isSentByAuthor,
  });
  if (typeof way === "string") return refused(way);
  const isAnswer = aim === "reply";
  const mail = await read<MailText>(thread, { content: await contentOf(db, row), isAnswer }, tries, signal);
  if (!mail) return refused("unreadable");
  const reason = await postAs(context, { id: row.id, userId: account.id, mail, signal }, way);
  return reason ? refused(reason) : { state: "posted", aim, sender, userId: account.id };
}

/** Returns the text of a mail, or the beginning of it. Most mails are settled by their head. */
async function contentOf(db: Database, { id }: WaitingMail, length?: number): Promise<Buffer> {
  const content = length === undefined ? sql`content` : sql`substring(content, 1, ${sql.lit(length)})`;
  const { rows } = await sql<{ content: Buffer }>`
    SELECT ${content} AS content FROM received_mails WHERE id = ${id} AND state = 'waiting'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a received mail was settled by another node");
  return row.content;
}

/** Returns what a mail says. Undefined if it cannot be read. */
async function read<Said extends MailHead | MailText>(
  thread: Thread,
  task: ReadTask,
  tries: number,
  signal: AbortSignal,
): Promise<Said | undefined> {
  try {
    return (await thread.run(task)) as Said;
  } catch (error) {
    // A busy machine may have ended it.
    if (signal.aborted || (error instanceof ThreadEnded && tries < 2)) throw error;
    return undefined;
  }
}

/**
 * Returns how to post a mail of a person to an address, or why not. An address that many know has to be named in the mail,
 * and it must be proven that its sender named it: else anyone who got a mail of that person could send it there.
 */
async function wayTo(
  context: SliceContext,
  token: AddressToken,
  userId: string,
  { isNamed, isSentByAuthor }: { isNamed: boolean; isSentByAuthor: boolean },
): Promise<((poster: Poster) => Promise<ReceivedReason | undefined>) | ReceivedReason> {
  if (token.aim === "bounce") return "address_unknown";
  if (token.aim === "reply") {
    if (!(await isReplyOf(context.db, token, userId))) return "address_unknown";
    const place = { kind: token.place, id: token.id };
    return (poster) => postAnswer(context, poster, place);
  }
  const placeId = await findPlaceOf(context.db, token);
  if (placeId === undefined) return "address_unknown";
  if (!isNamed) return "address_hidden";
  if (!isSentByAuthor) return "not_sent_by_author";
  return token.aim === "channel"
    ? (poster) => postInChannel(context, poster, { channelId: placeId, parentId: null, isTitled: true })
    : (poster) => createTask(context, poster, placeId);
}
