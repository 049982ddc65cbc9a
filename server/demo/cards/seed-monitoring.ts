import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const observedDays = 90;

/** Services, since when they report (days ago), and days without a report. */
const services: readonly { service: string; since: number; silent?: [from: number, until: number] }[] = [
  { service: "checkout", since: 90 },
  { service: "billing", since: 90 },
  { service: "gateway", since: 90 },
  { service: "partner-portal", since: 90, silent: [41, 38] },
  { service: "notifier", since: 60 },
  { service: "search", since: 90, silent: [23, 21] },
  { service: "invoicing", since: 45 },
  { service: "webhooks", since: 30 },
];

/** Hours that alerts of the demo were open, by their severity. */
const openHours: Readonly<Record<string, number>> = { Urgent: 0.4, High: 0.7, Medium: 2, Low: 5 };

/** The section Monitoring of DevOps. */
export function findMonitoring(tx: Database): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom("card_types as ct")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select("ct.id")
    .where("d.slug", "=", "devops")
    .where("ct.slug", "=", "monitoring")
    .executeTakeFirst();
}

/** Writes when services reported, how long alerts were open, and a silence. */
export async function seedMonitoring(tx: Database, now: Date): Promise<void> {
  const type = await findMonitoring(tx);
  if (!type) return;
  const thisHour = Math.floor(now.getTime() / hourMs) * hourMs;
  const rows = services.flatMap(({ service, since, silent = [0, 0] }) =>
    [
      ...Array.from({ length: 24 }, (_, hour) => thisHour - hour * hourMs),
      ...Array.from({ length: observedDays }, (_, day) => thisHour - day * dayMs),
    ]
      .filter((at) => {
        const days = (thisHour - at) / dayMs;
        return days <= since && !(days <= silent[0] && days >= silent[1]);
      })
      .map((at) => ({ type_id: type.id, service, hour: new Date(at) })),
  );
  await tx
    .insertInto("card_observations")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const alerts = await tx
    .selectFrom("cards")
    .select(["id", "data", "stage", "owner_id", "created_by", "updated_at"])
    .where("type_id", "=", type.id)
    .orderBy("rank")
    .execute();
  for (const { id, data, stage, created_by, updated_at } of alerts.filter(
    (one) => one.stage === "resolved",
  )) {
    const hours = openHours[String(data.severity)] ?? 1;
    await tx
      .insertInto("object_changes")
      .values({
        subject_kind: "card",
        subject_id: id,
        change_id: demoId(updated_at, `fired ${id} ${stage}`),
        actor_id: created_by,
        at: new Date(updated_at.getTime() - hours * hourMs),
        field: "stage",
        before: null,
        after: JSON.stringify("firing"),
      })
      .execute();
  }
  // Numbers of changes are in their order, and the firing came first.
  await sql`UPDATE object_changes o SET before = '"firing"' FROM cards c
    WHERE c.id = o.subject_id AND c.type_id = ${type.id} AND c.stage = 'resolved' AND o.field = 'stage'
      AND o.after = '"resolved"'`.execute(tx);
  const quiet = alerts.find(({ data }) => data.fingerprint === "certificate-age");
  if (quiet?.owner_id)
    await tx
      .insertInto("card_silences")
      .values({
        id: demoId(new Date(now.getTime() - dayMs), "silence of the certificate"),
        type_id: type.id,
        matchers: JSON.stringify([{ field: "fingerprint", value: "certificate-age" }]),
        until: new Date(now.getTime() + 4 * dayMs),
        reason: "Renewal is ordered, the new one comes on Monday.",
        sent_hash: Buffer.alloc(32),
        created_by: quiet.owner_id,
      })
      .execute();
}
