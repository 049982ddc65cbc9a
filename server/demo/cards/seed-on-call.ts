import { addDays, dayIn, instantIn, weekdayOf } from "@atoll/contract/zones";
import { loadDuty } from "../../src/features/cards/monitoring/load-duty.ts";
import { nextHandover, shiftAt } from "../../src/features/cards/monitoring/rota.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";

const zone = "Europe/Lisbon";
const dayMs = 86_400_000;

/** The rota of DevOps by weeks, a shift that someone else takes over, and the escalation of alerts. */
export async function seedOnCall(tx: Database, now: Date): Promise<void> {
  const department = await tx
    .selectFrom("departments")
    .select("id")
    .where("slug", "=", "devops")
    .executeTakeFirst();
  const names = ["Sam Okafor", "Dev Raghunathan", "Mei-Ling Chou", "Rania Khoury"];
  const people = await tx.selectFrom("profiles").select(["id", "name"]).where("name", "in", names).execute();
  const idOf = (name: string) => people.find((person) => person.name === name)?.id;
  const members = names.flatMap((name) => idOf(name) ?? []);
  const lead = idOf("Dev Raghunathan");
  if (!department || !lead) return;
  const today = dayIn(zone, now);
  const monday = addDays(today, 1 - weekdayOf(today));
  const of = { department_id: department.id };
  await tx
    .insertInto("on_call_rotas")
    .values({
      ...{ ...of, length_days: 7, weekday: 1, hand_over: "09:00", zone },
      ...{ starts_on: addDays(monday, -28), anchor_on: addDays(monday, -28) },
    })
    .execute();
  await tx
    .insertInto("on_call_members")
    .values(members.map((person_id, place) => ({ ...of, place, person_id })))
    .execute();
  const shift = instantIn(zone, addDays(monday, 9), "09:00");
  await tx
    .insertInto("on_call_overrides")
    .values({
      ...{
        id: demoId(now, "on-call override"),
        ...of,
        person_id: members[2] ?? lead,
        created_by: lead,
        sent_hash: Buffer.alloc(32),
      },
      ...{ starts_at: shift, ends_at: new Date(shift.getTime() + 2 * dayMs) },
    })
    .execute();
  // Handed over already: nobody is notified of it.
  const { rota, overrides } = await loadDuty(tx, department.id, now);
  const duty = {
    person_id: shiftAt(rota, overrides, now)?.personId ?? null,
    next_at: nextHandover(rota, overrides, now),
    at: now,
  };
  await tx
    .insertInto("on_call_duty")
    .values({ ...of, ...duty })
    .execute();
  await tx
    .insertInto("on_call_escalations")
    .values({ ...of, severity: "High", repeats: 2 })
    .execute();
  await tx
    .insertInto("on_call_steps")
    .values([
      { ...of, place: 0, who: "on_call", person_id: null, after_minutes: 10 },
      { ...of, place: 1, who: "member", person_id: lead, after_minutes: 15 },
      { ...of, place: 2, who: "everyone", person_id: null, after_minutes: 30 },
    ])
    .execute();
}
