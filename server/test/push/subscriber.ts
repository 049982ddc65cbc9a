import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import { sql } from "kysely";
import { vi } from "vitest";
import type { Database } from "../../src/tables.ts";
import type { Client } from "../client.ts";
import type { Device } from "./push-service.ts";

/** Turns notifications on in a person's browser, which is a device of a push service. */
export async function subscribe(client: Client, device: Device, isMobile = false): Promise<void> {
  const { publicKey } = await client.call(pushRoutes.getPush, {});
  await client.call(pushRoutes.setPushSubscription, {
    body: { subscription: device.subscription, publicKey, isMobile },
  });
}

/** Lets time pass for what is to be pushed, and has it looked at. */
export async function passTime(db: Database, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`;
  await sql`UPDATE pushes SET told_at = told_at - ${by}, due_at = due_at - ${by}, first_tried_at = first_tried_at - ${by}`.execute(
    db,
  );
  await sql`SELECT pg_notify('atoll_push', '')`.execute(db);
}

/** Returns the pushes for a person that have been processed and are scheduled for later. */
export async function waiting(db: Database, userId: string) {
  return vi.waitFor(
    async () => {
      const { rows } = await sql<{ is_held: boolean; tries: number; in_seconds: number }>`
        SELECT is_held, tries, extract(epoch FROM due_at - now())::float8 AS in_seconds
        FROM pushes WHERE user_id = ${userId} ORDER BY entry_id`.execute(db);
      if (rows.length === 0) throw new Error("nothing waits");
      // A push in progress is delayed by 40 seconds, and for a person at a keyboard by a minute.
      if (rows.some((row) => !row.is_held && row.in_seconds <= 41)) throw new Error("not looked at yet");
      return rows;
    },
    { interval: 20 },
  );
}

/** Settles when nothing is to be pushed to a person any more. */
export async function nothingWaits(db: Database, userId: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await db.selectFrom("pushes").select("entry_id").where("user_id", "=", userId).execute();
      if (rows.length > 0) throw new Error("something is to be pushed");
    },
    { interval: 20 },
  );
}
