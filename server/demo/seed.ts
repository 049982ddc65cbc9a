import { createHash } from "node:crypto";
import { sql } from "kysely";
import { hashPassword } from "../src/platform/passwords.ts";
import type { Database } from "../src/tables.ts";
import { generateDemoCompany } from "./generate.ts";
import { numberChannels } from "./number-channels.ts";
import { demoPassword } from "./sign-ins.ts";
import type { DemoCompany } from "./types.ts";

/**
 * Fills an empty database with the demo company, in one transaction. A database with accounts is left alone,
 * so that a second start of the demo finds everything as it was.
 */
export async function seedDemoCompany(
  db: Database,
  options: { now: Date; say: (line: string) => void },
): Promise<void> {
  const someone = await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst();
  if (someone) return;
  options.say("Moving the demo company in ...");
  const company = generateDemoCompany({
    now: options.now,
    // Working hours, and the clock times that people write, are those of this machine.
    utcOffsetMinutes: -options.now.getTimezoneOffset(),
  });
  const passwordHash = await hashPassword(demoPassword);
  await db.transaction().execute(async (tx) => {
    await insertPeople(tx, company, passwordHash);
    await insertRoles(tx, company);
    await insertDepartmentLinks(tx, company);
    await insertChannels(tx, company);
  });
  options.say(
    `${company.people.length} people, ${company.channels.length} chats, ${company.messages.length} messages.`,
  );
}

async function insertPeople(tx: Database, { people }: DemoCompany, passwordHash: string): Promise<void> {
  await tx
    .insertInto("profiles")
    .values(people.map(({ id, name, joinedAt }) => ({ id, name, avatar_url: null, created_at: joinedAt })))
    .execute();
  await tx
    .insertInto("accounts")
    .values(
      people.map(({ id, email, joinedAt, lastActiveAt }) => ({
        id,
        email,
        // Everyone has the same password, so one hash serves: sixty would take seconds.
        password_hash: passwordHash,
        email_confirmed_at: joinedAt,
        disabled_at: null,
        last_active_at: lastActiveAt,
        created_at: joinedAt,
      })),
    )
    .execute();
}

async function insertRoles(tx: Database, { roles, people, departments }: DemoCompany): Promise<void> {
  const nameOf = new Map(departments.map(({ key, name }) => [key, name]));
  for (const role of roles) {
    await sql`INSERT INTO roles (id, name, description, department_id)
      SELECT ${role.id}, ${role.key}, ${role.description},
        (SELECT id FROM departments WHERE name = ${nameOf.get(role.departmentKey ?? "") ?? null})
      ON CONFLICT DO NOTHING`.execute(tx);
  }
  await insertLinks(
    tx,
    people.flatMap(({ id, roles: names }) => names.map((name) => ({ id, name }))),
    "roles",
  );
}

async function insertDepartmentLinks(tx: Database, { people, departments }: DemoCompany): Promise<void> {
  const nameOf = new Map(departments.map(({ key, name }) => [key, name]));
  const links = people.flatMap(({ id, departments: keys }) =>
    keys.map((key) => ({ id, name: nameOf.get(key) ?? key })),
  );
  await insertLinks(tx, links, "departments");
}

async function insertLinks(
  tx: Database,
  links: { id: string; name: string }[],
  to: "roles" | "departments",
): Promise<void> {
  const target =
    to === "roles"
      ? sql.raw("user_roles (user_id, role_id)")
      : sql.raw("user_departments (user_id, department_id)");
  const { numAffectedRows } = await sql`INSERT INTO ${target}
    SELECT link.id, target.id FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS link (id uuid, name text)
    JOIN ${sql.table(to)} target ON target.name = link.name`.execute(tx);
  if (Number(numAffectedRows) !== links.length)
    throw new Error(`the demo company names ${to} that do not exist`);
}

async function insertChannels(tx: Database, company: DemoCompany): Promise<void> {
  const personId = new Map(company.people.map(({ key, id }) => [key, id]));
  const departmentName = new Map(company.departments.map(({ key, name }) => [key, name]));
  const departmentId = new Map(
    (await tx.selectFrom("departments").select(["id", "name"]).execute()).map(({ id, name }) => [name, id]),
  );
  const id = (key: string): string => personId.get(key) ?? fail(key);
  const numbered = numberChannels(company);

  for (const channel of company.channels) {
    const stream = numbered.get(channel.key) ?? fail(channel.key);
    const memberIds = channel.members.map(id);
    await tx
      .insertInto("channels")
      .values({
        id: channel.id,
        // Specification, section 3: a direct channel is named by its two people, in the order of their ids.
        name: channel.type === "DIRECT" ? `DM-${memberIds.toSorted().join("-")}` : channel.name,
        type: channel.type,
        description: channel.description,
        department_id: departmentId.get(departmentName.get(channel.departmentKey ?? "") ?? "") ?? null,
        created_by: id(channel.createdBy),
        head: stream.head,
        last_post_seq: stream.lastPostSeq,
        last_activity: stream.lastActivity ?? channel.createdAt,
        created_at: channel.createdAt,
      })
      .execute();
    await tx
      .insertInto("channel_members")
      .values(
        channel.members.map((key) => ({
          channel_id: channel.id,
          user_id: id(key),
          joined_at: channel.createdAt,
          last_read_seq: stream.readThrough.get(key) ?? 0,
        })),
      )
      .execute();
    const rows = stream.messages.map(({ message, seq, changedSeq }) => ({
      id: message.id,
      channel_id: channel.id,
      seq,
      changed_seq: changedSeq,
      author_id: id(message.authorKey),
      content: message.deletedAt ? "" : message.content,
      sent_hash: `\\x${createHash("sha256").update(message.content).digest("hex")}`,
      created_at: message.sentAt,
      updated_at: message.deletedAt ?? message.editedAt ?? message.sentAt,
      edited_at: message.editedAt,
      deleted_at: message.deletedAt,
    }));
    await sql`INSERT INTO messages
      SELECT * FROM jsonb_populate_recordset(NULL::messages, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
  }
}

function fail(key: string): never {
  throw new Error(`the demo company has no ${key}`);
}
