import type { NewEntry } from "../../src/features/cards/incidents/incident-parts.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { findMonitoring } from "./seed-monitoring.ts";

const minuteMs = 60_000;

/** A line of a timeline: minutes since the start, its person, and what it is. Notes are comments. */
interface Line extends Partial<NewEntry> {
  after?: string | null;
  minute: number;
  by: string;
  update?: string;
  note?: string;
}

interface WrittenIncident {
  number: number;
  title: string;
  severity: string;
  services: string[];
  effect: "none" | "slow" | "down";
  /** Minutes ago. */
  opened: number;
  commander: string;
  communications?: string;
  alert: string;
  lines: readonly Line[];
}

const sam = "Sam Okafor";
const dev = "Dev Raghunathan";
const mei = "Mei-Ling Chou";

/** Those of the status page. */
const shownServices = ["billing", "checkout", "gateway", "notifier", "partner-portal", "search"];

const report = {
  summary:
    "Staging answered checkout slowly for 47 minutes after the node swap. Traffic went back to the old pool, and nothing was lost.",
  impact: "Checkout in Staging answered above 400 ms. Two releases waited. Production was not affected.",
  cause:
    "The old pool was cordoned before the new nodes were ready, because the step does not wait for them.",
  next: "The cordon step waits for the new nodes, and the queue gets an alert of its own.",
};
const followUps = ["Add a wait to the cordon step", "Alert when queue depth passes 5,000"];

const incidents: readonly WrittenIncident[] = [
  {
    ...{ number: 41, title: "Staging latency after the node swap", severity: "High", services: ["checkout"] },
    ...{ effect: "slow", opened: 3 * 1_440, commander: dev, alert: "Staging latency above 400 ms" },
    lines: [
      { minute: 0, by: dev, kind: "opened" },
      { minute: 1, by: dev, kind: "commander", after: dev },
      { minute: 3, by: dev, update: "Checkout answers slowly. We are looking into it." },
      { minute: 11, by: sam, note: "The old pool was cordoned before the new nodes were ready." },
      { minute: 14, by: dev, kind: "state", before: "investigating", after: "identified" },
      { minute: 26, by: dev, note: "Traffic is back on the old pool, latency is falling." },
      { minute: 27, by: dev, kind: "state", before: "identified", after: "monitoring" },
      { minute: 46, by: dev, update: "Checkout is as fast as usual again." },
      { minute: 47, by: dev, kind: "state", before: "monitoring", after: "resolved" },
    ],
  },
  {
    ...{ number: 42, title: "Notifications arrive late", severity: "High", services: ["notifier"] },
    ...{ effect: "slow", opened: 26, commander: sam, communications: mei, alert: "Queue depth above 5,000" },
    lines: [
      { minute: 0, by: sam, kind: "opened" },
      { minute: 0.5, by: sam, kind: "commander", after: sam },
      { minute: 4, by: sam, kind: "communications", after: mei },
      { minute: 6, by: mei, update: "Notifications arrive up to ten minutes late. Nothing is lost." },
      { minute: 12, by: sam, note: "One consumer is stuck on a message of 4 MB. I move it aside." },
      { minute: 15, by: sam, kind: "state", before: "investigating", after: "identified" },
    ],
  },
];

/** Writes a resolved incident of DevOps and an open one, with their timelines. */
export async function seedIncidents(tx: Database, now: Date): Promise<void> {
  const type = await findMonitoring(tx);
  const people = await tx
    .selectFrom("profiles")
    .select(["id", "name"])
    .where("name", "in", [sam, dev, mei])
    .execute();
  const idOf = new Map(people.map(({ id, name }) => [name, id]));
  if (!type || idOf.size < 3) return;
  await tx
    .insertInto("status_services")
    .values(shownServices.map((service) => ({ type_id: type.id, service })))
    .execute();
  for (const incident of incidents) await writeIncident(tx, { now, typeId: type.id, idOf }, incident);
}

interface Place {
  now: Date;
  typeId: string;
  idOf: ReadonlyMap<string, string>;
}

async function writeIncident(
  tx: Database,
  { now, typeId, idOf }: Place,
  { lines, opened, commander, communications, alert, ...incident }: WrittenIncident,
): Promise<void> {
  const start = now.getTime() - opened * minuteMs;
  const at = (minute: number) => new Date(start + minute * minuteMs);
  const id = demoId(at(0), `incident ${incident.number}`);
  const person = (name: string | undefined) => (name === undefined ? null : (idOf.get(name) ?? null));
  const last = lines.findLast(({ kind }) => kind === "state");
  const isResolved = last?.after === "resolved";
  await tx
    .insertInto("incidents")
    .values({
      ...incident,
      id,
      type_id: typeId,
      state: last?.after ?? "investigating",
      commander_id: person(commander),
      communications_id: person(communications),
      opened_by: person(lines[0]?.by),
      opened_at: at(0),
      resolved_at: isResolved ? at(last.minute) : null,
      sent_hash: Buffer.alloc(32),
    })
    .execute();
  const card = await tx
    .selectFrom("cards")
    .select("id")
    .where("type_id", "=", typeId)
    .where("title", "=", alert)
    .executeTakeFirst();
  const entries = lines.filter(({ note }) => note === undefined);
  let state = "investigating";
  await tx
    .insertInto("incident_entries")
    .values(
      entries.map(({ minute, by, kind, before, after, update }, index) => {
        if (kind === "state") state = after ?? state;
        const isPerson = kind === "commander" || kind === "communications";
        return {
          id: demoId(at(minute), `incident ${incident.number} entry ${index}`),
          incident_id: id,
          kind: update === undefined ? (kind ?? "opened") : "update",
          at: at(minute),
          person_id: person(by),
          before: before ?? null,
          after: update !== undefined ? state : isPerson ? person(after ?? undefined) : (after ?? null),
          text: update ?? "",
        };
      }),
    )
    .execute();
  if (card) {
    await tx.insertInto("incident_alerts").values({ incident_id: id, card_id: card.id }).execute();
    await tx
      .insertInto("incident_entries")
      .values({
        id: demoId(at(0), `incident ${incident.number} alert`),
        incident_id: id,
        kind: "linked",
        at: at(0.2),
        person_id: person(lines[0]?.by),
        after: card.id,
      })
      .execute();
  }
  if (isResolved) {
    await tx
      .insertInto("incident_reports")
      .values({ incident_id: id, ...report })
      .execute();
    await tx
      .insertInto("incident_follow_ups")
      .values(
        followUps.map((text, place) => ({
          id: demoId(at(0), `incident ${incident.number} follow-up ${place}`),
          incident_id: id,
          place,
          text,
        })),
      )
      .execute();
  }
  await tx
    .insertInto("comments")
    .values(
      lines.flatMap(({ minute, by, note }) =>
        note === undefined
          ? []
          : [
              {
                id: demoId(at(minute), `incident ${incident.number} note ${minute}`),
                subject_kind: "incident",
                subject_id: id,
                author_id: person(by) ?? "",
                content: note,
                mentions: "[]",
                created_at: at(minute),
                sent_hash: Buffer.alloc(32),
              },
            ],
      ),
    )
    .execute();
}
