import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { messageFiles } from "../src/features/chat/message-files.ts";
import { uploadFile } from "../src/features/files/upload-file.ts";
import { hashSent } from "../src/platform/create-once.ts";
import type { FileStorage } from "../src/platform/files/file-storage.ts";
import { hashPassword } from "../src/platform/seals/passwords.ts";
import type { Database } from "../src/tables.ts";
import { seedAnnouncements } from "./announcements/seed-announcements.ts";
import { seedBoards } from "./boards/seed-boards.ts";
import { seedApis } from "./cards/seed-apis.ts";
import { seedCards } from "./cards/seed-cards.ts";
import { seedDelivery } from "./cards/seed-delivery.ts";
import { seedIncidents } from "./cards/seed-incidents.ts";
import { seedMonitoring } from "./cards/seed-monitoring.ts";
import { seedPipeline } from "./cards/seed-pipeline.ts";
import { seedSchema } from "./cards/seed-schema.ts";
import { seedSequences } from "./cards/seed-sequences.ts";
import { seedEvents } from "./events/seed-events.ts";
import { generateDemoCompany } from "./generate.ts";
import { seedIdeaWork } from "./ideas/seed-idea-work.ts";
import { seedIdeas } from "./ideas/seed-ideas.ts";
import { demoId } from "./ids.ts";
import { seedDrafts } from "./knowledge/seed-drafts.ts";
import { seedKnowledge } from "./knowledge/seed-knowledge.ts";
import { idOf } from "./message-rows.ts";
import { seedOnboarding } from "./onboarding/seed-onboarding.ts";
import { seedQuestionTalk } from "./questions/seed-question-talk.ts";
import { seedQuestions } from "./questions/seed-questions.ts";
import { seedAudit } from "./seed-audit.ts";
import { seedChat } from "./seed-chat.ts";
import { seedInbox } from "./seed-inbox.ts";
import { seedQuestionsToAi } from "./seed-questions-to-ai.ts";
import { seedSensitiveData } from "./seed-sensitive-data.ts";
import { demoPassword } from "./sign-ins.ts";
import { cell, parseTable } from "./table.ts";
import { generateTasks } from "./tasks/generate-tasks.ts";
import { seedCycles } from "./tasks/seed-cycles.ts";
import { seedTasks } from "./tasks/seed-tasks.ts";
import type { DemoCompany } from "./types.ts";

/** A place by its key, and the filters as in the page's address. */
const written = parseTable(`
  person  | place         | name                  | query
  marisol | tasks         | Urgent and overdue    | priority=urgent,high&due=overdue&group=due
  marisol | tasks         | Waiting for review    | status=in_review&group=assignee
  marisol | ideas         | Ideas I voted for     | view=voted
  ruth    | tasks         | Due this week         | due=today,week&sort=due
  ruth    | questions     | Still without answer  | tab=unanswered
  greta   | ideas         | Roadmap               | page=roadmap
  greta   | knowledge:sop | Procedures to confirm | show=obligations
  aiko    | tasks         | Mine, by priority     | scope=assigned&group=priority
`);

/** Gives some people saved views of tasks, ideas, questions and procedures. */
async function seedSavedViews(tx: Database, { people }: DemoCompany, now: Date): Promise<void> {
  const idOf = new Map(people.map(({ key, id }) => [key, id]));
  const rows = written.flatMap((row, index) => {
    const userId = idOf.get(cell(row, "person"));
    if (userId === undefined) return [];
    const view = { place: cell(row, "place"), name: cell(row, "name"), query: cell(row, "query") };
    return {
      ...view,
      id: demoId(now, `view ${index}`),
      user_id: userId,
      position: index + 1,
      sent_hash: hashSent(view.name, view.query, view.place),
    };
  });
  await tx.insertInto("saved_views").values(rows).execute();
}

const folder = new URL("./files/", import.meta.url);

/**
 * Puts the files of the talk, which were drawn for it, under their messages, in the way in which every file comes in.
 * The messages have to be there.
 */
async function seedFiles(
  deps: { db: Database; files: FileStorage },
  { messages, people: employees }: DemoCompany,
): Promise<void> {
  const people = new Map(employees.map((person) => [person.key, person]));
  for (const { id, authorKey, deletedAt, sentAt, files } of messages) {
    if (deletedAt) continue;
    for (const [index, name] of files.entries()) {
      const content = createReadStream(fileURLToPath(new URL(name, folder)));
      const received = { name, content };
      const owner = { ownerId: idOf(people, authorKey), kind: messageFiles };
      const row = await uploadFile(deps, owner, received, {
        maxBytes: Number.POSITIVE_INFINITY,
        maxBytesPerPerson: Number.POSITIVE_INFINITY,
      });
      await deps.db
        .updateTable("files")
        .set({ subject_id: id, position: index + 1, created_at: sentAt })
        .where("id", "=", row.id)
        .execute();
    }
  }
}

/**
 * Fills an empty database with the demo company, in one transaction. A database with accounts is left alone,
 * so that a second start of the demo finds everything as it was.
 */
export async function seedDemoCompany(
  db: Database,
  files: FileStorage,
  options: { now: Date; say: (line: string) => void },
): Promise<void> {
  const someone = await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst();
  if (someone) return;
  options.say("Moving the demo company in ...");
  // Working hours, and the clock times that people write, are those of this machine.
  const utcOffsetMinutes = -options.now.getTimezoneOffset();
  const company = generateDemoCompany({ now: options.now, utcOffsetMinutes });
  const passwordHash = await hashPassword(demoPassword);
  await db.transaction().execute(async (tx) => {
    await insertPeople(tx, company, passwordHash);
    await insertRoles(tx, company);
    await insertDepartmentLinks(tx, company);
    await seedChat(tx, company);
    await seedFiles({ db: tx, files }, company);
    await seedTasks(tx, company, generateTasks(company, options.now, utcOffsetMinutes));
    await seedCycles(tx, "Frontend", options.now);
    await seedAnnouncements(tx, company, options.now);
    await seedEvents(tx, company, options.now);
    await seedPipeline(tx, company, options.now);
    await seedCards(tx, company, options.now);
    await seedSequences(tx, options.now);
    await seedApis(tx, options.now);
    await seedSchema(tx, options.now);
    await seedMonitoring(tx, options.now);
    await seedIncidents(tx, options.now);
    await seedDelivery(tx, company, options.now);
    await seedSensitiveData(tx, company, options.now);
    await seedIdeas(tx, company, options.now);
    await seedIdeaWork(tx, company, options.now);
    await seedBoards(tx, company, options.now);
    await seedQuestions(tx, company, options.now);
    await seedKnowledge(tx, company, options.now);
    await seedDrafts(tx, company, options.now);
    await seedQuestionTalk(tx, company, options.now);
    await seedOnboarding(tx, company, options.now);
    await seedQuestionsToAi(tx, company, options.now);
    await seedSavedViews(tx, company, options.now);
    await seedInbox(tx, options.now);
    await seedAudit(tx, company, options.now);
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
  await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p
    WHERE r.name = 'auditor' AND p.resource = 'audit' AND p.action = 'read' ON CONFLICT DO NOTHING`.execute(
    tx,
  );
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
