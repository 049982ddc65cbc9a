import type { AuditAction } from "@atoll/contract/audit/schemas";
import { sql } from "kysely";
import type { Database } from "../src/tables.ts";
import { demoId } from "./ids.ts";
import { createRandom } from "./random.ts";
import type { DemoCompany, DemoEmployee } from "./types.ts";

/** An entry as its table has it, but for what the chain gives it. */
interface Entry {
  at: Date;
  action: AuditAction;
  actor: DemoEmployee | undefined;
  address: string;
  subject?: { type: string; id: string; name: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

const dayMs = 86_400_000;
const office = "10.4.12.";
const devices = [
  "Firefox on Linux",
  "Chrome on Windows",
  "Safari on macOS",
  "Edge on Windows",
  "Chrome on Android",
];

/**
 * Writes the audit log of the demo company: approvals, recent sign-ins and refusals. Announcements must exist. The
 * chain is built like its trigger builds it, except that the times are in the past.
 */
export async function seedAudit(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  const isBegun = await tx.selectFrom("audit_log").select("number").limit(1).executeTakeFirst();
  if (isBegun) return;
  const entries = [...arrivals(company), ...signIns(company, now), ...refusals(company, now)];
  entries.push(...(await publications(tx, company)), ...channels(company));
  const past = entries.filter(({ at }) => at < now).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const rows = past.map(({ actor, subject, ...entry }) => ({
    ...entry,
    actor_id: actor?.id,
    actor_name: actor?.name,
    subject_type: subject?.type,
    subject_id: subject?.id,
    subject_name: subject?.name,
  }));
  await sql`ALTER TABLE audit_log DISABLE TRIGGER USER`.execute(tx);
  await sql`CREATE FUNCTION pg_temp.chain_past_entries(rows jsonb) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      entry audit_log;
      last bytea := decode(repeat('00', 32), 'hex');
      count bigint := 0;
    BEGIN
      FOR entry IN SELECT (jsonb_populate_record(NULL::audit_log, one)).*
        FROM jsonb_array_elements(rows) WITH ORDINALITY AS r (one, place) ORDER BY place
      LOOP
        count := count + 1;
        entry.number := count;
        entry.previous_hash := last;
        entry.hash := audit_hash(entry);
        entry.words := audit_words(entry);
        last := entry.hash;
        INSERT INTO audit_log SELECT entry.*;
      END LOOP;
    END $$`.execute(tx);
  await sql`SELECT pg_temp.chain_past_entries(${JSON.stringify(rows)}::jsonb)`.execute(tx);
  await sql`ALTER TABLE audit_log ENABLE TRIGGER USER`.execute(tx);
}

/** Returns the entries for new accounts. The first head of people set the company up, and created all the others. */
function arrivals({ people, departments }: DemoCompany): Entry[] {
  const nameOf = new Map(departments.map(({ key, name }) => [key, name]));
  const greta = find(people, "greta");
  const created = people
    .filter(({ id }) => id !== greta.id)
    .map(
      (person): Entry => ({
        at: new Date(Math.max(person.joinedAt.getTime(), greta.joinedAt.getTime())),
        action: "user.created",
        actor: greta,
        address: `${office}31`,
        subject: { type: "user", id: person.id, name: person.name },
        after: {
          name: person.name,
          email: person.email,
          // The others came later.
          roles: person.roles.slice(0, 1),
          departments: person.departments.map((key) => nameOf.get(key) ?? key).toSorted(),
        },
      }),
    );
  const promoted = people
    .filter(({ roles }) => roles.length > 1)
    .map(
      (person): Entry => ({
        at: new Date(person.joinedAt.getTime() + 40 * dayMs),
        action: "user.updated",
        actor: greta,
        address: `${office}31`,
        subject: { type: "user", id: person.id, name: person.name },
        before: { roles: person.roles.slice(0, 1) },
        after: { roles: person.roles },
      }),
    );
  return [...created, ...promoted];
}

/** Sign-ins of the last ten days. People who have left did not sign in. */
function signIns({ people }: DemoCompany, now: Date): Entry[] {
  const random = createRandom("audit log", 1);
  return people.flatMap((person, place) => {
    const { lastActiveAt } = person;
    if (!lastActiveAt) return [];
    const device = random.pick(devices);
    const days = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter(() => random.chance(0.3));
    return days.flatMap((ago): Entry[] => {
      const at = new Date(now.getTime() - ago * dayMs);
      at.setUTCHours(7, random.between(10, 59), random.between(0, 59), 0);
      if (at > lastActiveAt || at.getUTCDay() % 6 === 0) return [];
      const id = demoId(at, `session of ${person.key}`);
      const address = `${office}${40 + place}`;
      const subject = { type: "session", id, name: device };
      return [{ at, action: "session.started", actor: person, address, subject, after: { way: "password" } }];
    });
  });
}

/** Refused sign-ins of pending people, and of someone from outside. */
function refusals({ people }: DemoCompany, now: Date): Entry[] {
  const pavel = find(people, "pavel");
  const tried = (hoursAgo: number, id: string, name: string, reason: string, address: string): Entry => ({
    at: new Date(now.getTime() - hoursAgo * 3_600_000),
    action: "session.refused",
    actor: undefined,
    address,
    subject: { type: "user", id, name },
    after: { reason },
  });
  return [
    tried(150, pavel.id, pavel.email, "account_pending", `${office}88`),
    tried(52, pavel.id, pavel.email, "account_pending", `${office}88`),
    tried(31, "", "admin@pelicanworks.example", "invalid_credentials", "203.0.113.60"),
    tried(30.9, "", "root@pelicanworks.example", "invalid_credentials", "203.0.113.60"),
    tried(4, pavel.id, pavel.email, "account_pending", `${office}88`),
  ];
}

async function publications(tx: Database, { people }: DemoCompany): Promise<Entry[]> {
  const rows = await tx
    .selectFrom("announcements")
    .select(["id", "title", "author_id", "published_at"])
    .where("published_at", "is not", null)
    .execute();
  return rows.flatMap(({ id, title, author_id, published_at }): Entry[] => {
    const actor = people.find((person) => person.id === author_id);
    if (!actor || !published_at) return [];
    const subject = { type: "announcement", id, name: title };
    return [{ at: published_at, action: "announcement.published", actor, address: `${office}35`, subject }];
  });
}

/** The log has no names of private channels, so those of the demo are not in it. */
function channels(company: DemoCompany): Entry[] {
  return company.channels.flatMap((channel): Entry[] => {
    const actor = company.people.find(({ key }) => key === channel.createdBy);
    if (channel.type !== "PUBLIC" || !actor) return [];
    const subject = { type: "channel", id: channel.id, name: channel.name };
    return [{ at: channel.createdAt, action: "channel.created", actor, address: `${office}36`, subject }];
  });
}

function find(people: readonly DemoEmployee[], key: string): DemoEmployee {
  const person = people.find((one) => one.key === key);
  if (!person) throw new Error(`the demo company has no ${key}`);
  return person;
}
