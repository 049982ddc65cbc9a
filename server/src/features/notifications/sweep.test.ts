import { sql } from "kysely";
import { expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { maxEntriesPerPerson, sweepNotifications } from "./sweep.ts";

const server = sharedServer();

test("entries that are old go, those that were read first, and of very many the oldest", async () => {
  const { db } = server;
  const [old, busy] = [await createPerson(db), await createPerson(db)];
  const add = (place: string, columns: { days: number; read?: number; done?: number; isSnoozed?: boolean }) =>
    sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, facts, at, read_at, done_at, snoozed_until)
      VALUES (${old.id}, 'role.given', 'changes', uuidv7(), 'concerned', ${JSON.stringify({ place })},
        now() - make_interval(days => ${columns.days}), now() - make_interval(days => ${columns.read ?? null}::int),
        now() - make_interval(days => ${columns.done ?? null}::int),
        ${columns.isSnoozed ? sql`now() + interval '1 day'` : null})`.execute(db);
  await add("new and read", { days: 89, read: 89 });
  await add("read long ago", { days: 91, read: 91 });
  await add("put away long ago", { days: 100, done: 91 });
  await add("read lately", { days: 100, read: 1 });
  await add("never read", { days: 364 });
  await add("never read in a year", { days: 366 });
  await add("put off", { days: 366, isSnoozed: true });
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, at)
    SELECT ${busy.id}, 'role.given', 'changes', uuidv7(), 'concerned', now() - make_interval(mins => n)
    FROM generate_series(1, ${maxEntriesPerPerson + 3}) n`.execute(db);
  await sweepNotifications(db);
  const { rows } = await sql<{ place: string }>`SELECT facts ->> 'place' AS place FROM notifications
    WHERE user_id = ${old.id} ORDER BY at DESC`.execute(db);
  expect(rows.map(({ place }) => place)).toEqual(["new and read", "read lately", "never read", "put off"]);
  const left = await sql<{ count: number; oldest: number }>`SELECT count(*)::int AS count,
    (extract(epoch FROM now() - min(at)) / 60)::int AS oldest FROM notifications WHERE user_id = ${busy.id}`.execute(
    db,
  );
  expect(left.rows[0]).toEqual({ count: maxEntriesPerPerson, oldest: maxEntriesPerPerson });
});
