import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { NotificationDefinition } from "../../platform/kinds/notification-kinds.ts";
import { namedPeople, putInWords } from "../../platform/kinds/notification-words.ts";
import { createAlarm } from "../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { broadcastPosted, hasMutedDirectChat, type PostedWithParts, writeAsProgram } from "../chat/public.ts";
import { holdAbsent, mustActFirst } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { accessPerson } from "../people/public.ts";

/** Sends reminders at their time, on whichever node is first. */
export function watchReminders(context: SliceContext): LivePart {
  const alarm = createAlarm({
    ring: (signal) => sendDueReminders(context, signal),
    untilNextMs: () => untilNextMs(context.db),
    onFailure: (error) => context.log.warn({ err: error }, "reminders are sent later"),
  });
  return { topics: { [notifyTopics.reminderDue]: alarm.now }, onGap: alarm.now, stop: alarm.stop };
}

/** Sends, once a minute, what no node sent in time, such as what was due during a downtime. */
export function remindersDueJob(context: SliceContext): Job<Tables> {
  return {
    name: "reminders.send",
    cron: "* * * * *",
    run: ({ signal }) => sendDueReminders(context, signal),
  };
}

/** Deletes reminders that were sent long ago. Their entries in inboxes go with them. */
export function sweepRemindersJob(): Job<Tables> {
  return {
    name: "reminders.sweep",
    cron: "41 3 * * *",
    run: async ({ tx }) => {
      await sql`DELETE FROM reminders WHERE sent_at < now() - interval '400 days'`.execute(tx);
    },
  };
}

/** The number of reminders that are looked up at once. */
const batch = 100;

/** Sends everything that is due, each reminder once, however many nodes run this. */
async function sendDueReminders(context: SliceContext, signal?: AbortSignal): Promise<void> {
  const { db } = context;
  while (!signal?.aborted) {
    const due = await db
      .selectFrom("reminders")
      .select("id")
      .where("sent_at", "is", null)
      .where("due_at", "<=", sql<Date>`now()`)
      .orderBy("due_at")
      .limit(batch)
      .execute();
    let sent = 0;
    const failures: unknown[] = [];
    for (const { id } of due)
      try {
        if (await sendReminder(context, id)) sent += 1;
      } catch (error) {
        // One that fails keeps no other one back.
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
    // Another node has the rest.
    if (due.length < batch || sent === 0) return;
  }
}

/** Sends one reminder. Returns false if another node is sending it. */
async function sendReminder(context: SliceContext, id: string): Promise<boolean> {
  let outcome: Sent;
  try {
    outcome = await transact(context.db, (tx) => send(context, tx, id));
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // The channel is archived, or the owner may not write there any more.
    outcome = await transact(context.db, (tx) => send(context, tx, id, error.code));
  }
  if (outcome.posted) await broadcastPosted(context, outcome.posted);
  return outcome.isTaken;
}

interface Sent {
  isTaken: boolean;
  posted?: PostedWithParts | undefined;
}

/** @param failure why it cannot be sent: its owner is reminded instead. */
async function send(context: SliceContext, tx: Database, id: string, failure?: string): Promise<Sent> {
  const reminder = await tx
    .selectFrom("reminders")
    .select(["id", "owner_id", "person_id", "channel_id", "text"])
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!reminder) return { isTaken: false };
  const { owner_id: ownerId, channel_id: channelId, text } = reminder;
  const owner = await holdAbsent(tx, ownerId);
  // Nothing goes out in the name of someone who must first do something themselves. What they set for themselves does.
  const isHeld = owner && reminder.person_id !== ownerId && mustActFirst(owner);
  const why = failure ?? (isHeld ? "held_back" : null);
  await tx.updateTable("reminders").set({ sent_at: new Date(), failure: why }).where("id", "=", id).execute();
  if (!owner) return { isTaken: true };
  if (channelId === null || why !== null) {
    const personId = why === null ? (reminder.person_id ?? ownerId) : ownerId;
    // As with the colleague's direct messages.
    if (personId !== ownerId && (await hasMutedDirectChat(tx, personId, ownerId))) return { isTaken: true };
    await notify(tx, {
      ...(personId === ownerId
        ? { kind: "reminder.due" as const }
        : { kind: "reminder.received" as const, actorId: ownerId }),
      ...{ subjectId: id, people: [personId] },
    });
    return { isTaken: true };
  }
  const author = await accessPerson(tx, ownerId);
  const posted = await writeAsProgram(
    context,
    tx,
    { author, owner, mayCallAll: false },
    { id, channelId, content: `⏰ **Reminder:** ${text}`, parentId: null, mentionIds: [] },
  );
  return { isTaken: true, posted };
}

async function untilNextMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM reminders WHERE sent_at IS NULL`.execute(db);
  return rows[0]?.ms ?? undefined;
}

interface Subject {
  id: string;
  text: string;
  failure: string | null;
  owner_id: string;
  person_id: string | null;
  place_id: string | null;
}

const ofReminders: Omit<NotificationDefinition, "kind"> = {
  audience: namedPeople("concerned"),
  isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM reminders r
    WHERE r.id = ${subjectId} AND ${userId} = CASE WHEN r.failure IS NULL
      THEN coalesce(r.person_id, r.owner_id) ELSE r.owner_id END LIMIT 1)`,
  inWords: (sources, entries) =>
    putInWords(
      sources,
      entries,
      (ids) => sql<Subject>`SELECT id, text, failure, owner_id, person_id, place_id
        FROM reminders WHERE id = ANY(${ids}::uuid[])`,
      (actor, { text, failure, owner_id, person_id, place_id }, { userId }) => ({
        title:
          failure !== null
            ? `Your reminder could not be ${person_id === null ? "posted in its channel" : "sent to your colleague"}: ${text}`
            : owner_id === userId
              ? `Reminder: ${text}`
              : `${actor} reminds you: ${text}`,
        // Another person may not be in the channel in which it was written.
        link: place_id && owner_id === userId ? `/chat/channel/${place_id}` : "/chat",
      }),
    ),
};

/** Reminders in the inbox of who is reminded, or of the owner if it could not be sent. */
export const reminderNotificationDefinitions: readonly NotificationDefinition[] = [
  { kind: "reminder.due", ...ofReminders },
  { kind: "reminder.received", ...ofReminders },
];
