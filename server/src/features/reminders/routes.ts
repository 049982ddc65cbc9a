import {
  furthestReminderDays,
  maxReminders,
  maxRemindersForColleague,
} from "@atoll/contract/reminders/limits";
import { reminderRoutes } from "@atoll/contract/reminders/routes";
import type { Reminder } from "@atoll/contract/reminders/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import { exactInstant, fetchPage, placeInTime } from "../../platform/page.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessChannel } from "../chat/public.ts";
import { changeAs } from "../identity/public.ts";
import { accessPerson } from "../people/public.ts";

/** Registers the routes of reminders. */
export function registerReminders(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(reminderRoutes.listReminders, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInTime,
      (after, count) =>
        selectReminders(db, viewer.id)
          .where("r.sent_at", "is", null)
          .$if(after !== undefined, (rows) =>
            rows.where(sql<boolean>`(r.due_at, r.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
          )
          .orderBy("r.due_at")
          .orderBy("r.id")
          .limit(sql.lit(count))
          .execute(),
      ({ exact_at, id }): [string, string] => [exact_at, id],
    );
    return { items: rows.map(present), nextCursor };
  });

  routes.route(reminderRoutes.createReminder, ({ body }, { viewer }) =>
    changeAs(db, viewer, (tx, current) => createReminder(tx, current, body)),
  );

  routes.route(reminderRoutes.cancelReminder, async ({ params }, { viewer }) => {
    const { numDeletedRows } = await changeAs(db, viewer, (tx) =>
      tx
        .deleteFrom("reminders")
        .where("id", "=", params.reminderId)
        .where("owner_id", "=", viewer.id)
        .where("sent_at", "is", null)
        .executeTakeFirst(),
    );
    if (numDeletedRows === 0n) throw new AppError("reminder_not_found");
    return undefined;
  });
}

/**
 * Creates a reminder. The right to write in a channel is checked now, and again when the reminder is sent.
 * @throws {AppError} as `accessChannel` and `accessPerson`; `channel_archived`, `owners_only`, `reminder_out_of_range`,
 *   `reminder_id_taken`, `too_many_reminders`, `too_many_reminders_for`.
 */
async function createReminder(
  tx: Database,
  viewer: RequestViewer,
  { id, target, text, at, placeId }: RouteInput<typeof reminderRoutes.createReminder>["body"],
): Promise<{ reminder: Reminder }> {
  // One at a time for each owner, so that the maximum holds.
  await sql`SELECT FROM accounts WHERE id = ${viewer.id} FOR NO KEY UPDATE`.execute(tx);
  const hash = hashSent(target, text, at, placeId);
  const values = {
    ...{ id, text, due_at: new Date(at), place_id: placeId, owner_id: viewer.id, sent_hash: hash },
    person_id: target.kind === "channel" ? null : target.kind === "me" ? viewer.id : target.id,
    channel_id: target.kind === "channel" ? target.id : null,
  };
  const { isNew } = await createOnce(
    { byId: viewer.id, hash },
    {
      insert: async () => {
        // Before the foreign keys refuse what does not exist.
        const isThere = await tx.selectFrom("reminders").select("id").where("id", "=", id).executeTakeFirst();
        if (isThere) return false;
        await assertMayRemind(tx, viewer, { target, placeId });
        return insertNew(tx.insertInto("reminders").values(values));
      },
      find: () =>
        tx.selectFrom("reminders").select(["owner_id", "sent_hash"]).where("id", "=", id).executeTakeFirst(),
      sentOf: (row) => ({ byId: row.owner_id, hash: row.sent_hash }),
      taken: "reminder_id_taken",
    },
  );
  if (isNew) {
    const ahead = new Date(at).getTime() - Date.now();
    if (ahead <= 0 || ahead > furthestReminderDays * 24 * 3600_000)
      throw new AppError("reminder_out_of_range");
    const { count } = await tx
      .selectFrom("reminders")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("owner_id", "=", viewer.id)
      .where("sent_at", "is", null)
      .executeTakeFirstOrThrow();
    if (count > maxReminders) throw new AppError("too_many_reminders");
    if (target.kind === "person" && target.id !== viewer.id) await assertNotTooMany(tx, viewer.id, target.id);
  }
  const row = await selectReminders(tx, viewer.id).where("r.id", "=", id).executeTakeFirstOrThrow();
  return { reminder: present(row) };
}

/** Nobody floods a colleague. @throws {AppError} `too_many_reminders_for`. */
async function assertNotTooMany(tx: Database, ownerId: string, personId: string): Promise<void> {
  const { waiting, daily } = await tx
    .selectFrom("reminders")
    .select(sql<number>`(count(*) FILTER (WHERE sent_at IS NULL))::int`.as("waiting"))
    .select(sql<number>`(count(*) FILTER (WHERE created_at > now() - interval '1 day'))::int`.as("daily"))
    .where("owner_id", "=", ownerId)
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  if (waiting > maxRemindersForColleague.waiting || daily > maxRemindersForColleague.daily)
    throw new AppError("too_many_reminders_for");
}

async function assertMayRemind(
  tx: Database,
  viewer: RequestViewer,
  { target, placeId }: Pick<RouteInput<typeof reminderRoutes.createReminder>["body"], "target" | "placeId">,
): Promise<void> {
  if (placeId !== null) await accessChannel(tx, viewer, placeId);
  if (target.kind === "person") await accessPerson(tx, target.id);
  if (target.kind !== "channel") return;
  const channel = await accessChannel(tx, viewer, target.id);
  if (channel.archived_at) throw new AppError("channel_archived");
  if (channel.is_owners_only && !channel.is_owner) throw new AppError("owners_only");
}

/** Selects a person's reminders, with the name of a channel only while they are in it. */
function selectReminders(db: Database, ownerId: string) {
  return db
    .selectFrom("reminders as r")
    .leftJoin("profiles as p", "p.id", "r.person_id")
    .leftJoin("channel_members as m", (join) =>
      join.onRef("m.channel_id", "=", "r.channel_id").on("m.user_id", "=", ownerId),
    )
    .leftJoin("channels as c", "c.id", "m.channel_id")
    .select(["r.id", "r.owner_id", "r.person_id", "r.channel_id", "r.text", "r.due_at"])
    .select(["p.name as person_name", "c.name as channel_name"])
    .select(exactInstant("r.due_at").as("exact_at"))
    .where("r.owner_id", "=", ownerId);
}

type ReminderRow = Awaited<ReturnType<ReturnType<typeof selectReminders>["execute"]>>[number];

function present(row: ReminderRow): Reminder {
  const common = { id: row.id, text: row.text, at: row.due_at.toISOString() };
  if (row.channel_id)
    return { ...common, target: { kind: "channel", id: row.channel_id, name: row.channel_name } };
  const kind = row.person_id === row.owner_id ? "me" : "person";
  return { ...common, target: { kind, id: row.person_id, name: row.person_name } };
}
