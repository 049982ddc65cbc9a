import { administrationRoutes } from "@atoll/contract/administration/routes";
import { announcementRoutes } from "@atoll/contract/announcements/routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { savedViewRoutes } from "@atoll/contract/saved-views/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { createAnnouncementRow } from "../../../../test/announcers.ts";
import { createPerson, createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { openSocket } from "../../../../test/socket.ts";

const server = sharedServer();
const { getDepartmentContents, mergeDepartment, removeDepartment } = administrationRoutes;
let superAdmin: SignedIn;
let manager: SignedIn;

beforeAll(async () => {
  await createRole(server.db, { name: "office", permissions: ["departments:manage"] });
  superAdmin = await server.signIn(await createPerson(server.db, { name: "Sol", roles: ["super_admin"] }));
  manager = await server.signIn(await createPerson(server.db, { roles: ["user", "office"] }));
});

test("a merged department leaves nothing behind, and everything is in the other one", async () => {
  const [fromId, intoId] = [await newDepartment("Design"), await newDepartment("Product")];
  const both = await person("Both", ["Design", "Product"]);
  const dora = await person("Dora", ["Design"]);
  const paul = await person("Paul", ["Product"]);
  const things = await furnish(dora, fromId);
  await furnish(both, fromId, [intoId]);
  expect((await contents(fromId)).map(({ kind, count }) => `${count} ${kind}`).toSorted()).toEqual([
    "1 roles",
    "2 announcements",
    "2 channels",
    "2 events",
    "2 people",
    "2 task templates",
    "2 tasks",
  ]);
  expect(await refused(paul.client.refused(taskRoutes.getTask, { params: { taskId: things.taskId } }))).toBe(
    "task_not_found",
  );

  const pauls = await server.connect(paul);
  const { department } = await superAdmin.client.call(mergeDepartment, {
    params: { departmentId: fromId },
    body: { intoId },
  });
  expect(department).toMatchObject({ id: intoId, name: "Product", memberCount: 3 });
  // Members of the target department see the merged things at once.
  const { task } = await pauls.next("task.changed");
  expect(task).toMatchObject({ departmentId: intoId });
  for (const name of [
    "announcement.changed",
    "event.changed",
    "channel.added",
    "task-templates.changed",
  ] as const)
    await pauls.next(name);

  const at = { params: { eventId: things.eventId }, query: {} };
  for (const who of [dora, paul, both]) {
    const opened = await who.client.call(taskRoutes.getTask, { params: { taskId: things.taskId } });
    expect(opened.task.departmentId).toBe(intoId);
    expect((await who.client.call(eventRoutes.getEvent, at)).event.title).toBe("Review");
    await who.client.call(announcementRoutes.getAnnouncement, {
      params: { announcementId: things.announcementId },
    });
    await who.client.call(chatRoutes.getChannel, { params: { channelId: things.channelId } });
    const { templates } = await who.client.call(taskRoutes.listTaskTemplates, {});
    expect(templates).toMatchObject([{ departmentId: intoId }, { departmentId: intoId }]);
  }
  expect(await placesOf(fromId)).toEqual(["audit_log.subject_id"]);
  const [act] = await lastActs();
  expect(act).toMatchObject({
    action: "department.merged",
    subject_name: "Design",
    after: {
      into: "Product",
      people: 2,
      tasks: 2,
      "task templates": 2,
      events: 2,
      channels: 2,
      announcements: 2,
      roles: 1,
    },
  });
  const list = await superAdmin.client.call(administrationRoutes.listDepartments, {});
  expect(list.departments.map(({ name }) => name)).not.toContain("Design");
});

test("redirects the addresses of a merged department, also after a second merge", async () => {
  const ids = [await newDepartment("Sails"), await newDepartment("Masts"), await newDepartment("Rigging")];
  const [sails = "", masts = "", rigging = ""] = ids;
  const mara = await person("Mara", ["Rigging"]);
  const merge = (departmentId: string, intoId: string) =>
    superAdmin.client.call(mergeDepartment, { params: { departmentId }, body: { intoId } });
  await merge(sails, masts);
  await merge(masts, rigging);
  const { user } = await mara.client.call(identityRoutes.getCurrentUser, {});
  expect(user.departments).toMatchObject([{ slug: "rigging", formerSlugs: ["sails", "masts"] }]);
  const why = await superAdmin.client.call(administrationRoutes.explainAccess, {
    params: { userId: mara.user.id },
    query: { path: "/sails/plans" },
  });
  expect(why).toMatchObject({
    isAllowed: true,
    steps: expect.arrayContaining([
      expect.objectContaining({
        text: "The department at this address has become part of Rigging: it leads to /rigging.",
      }),
    ]),
  });
  // A new one of the old name does not take what old links lead to.
  const again = await superAdmin.client.call(administrationRoutes.createDepartment, {
    body: { name: "Sails" },
  });
  expect(again.department.slug).toBe("sails-2");
});

test("merging requires a super administrator and an existing target", async () => {
  const [fromId, intoId] = [await newDepartment("One"), await newDepartment("Two")];
  const merge = (who: SignedIn, departmentId: string, into: string) =>
    refused(who.client.refused(mergeDepartment, { params: { departmentId }, body: { intoId: into } }));
  expect(await merge(manager, fromId, intoId)).toBe("forbidden");
  for (const [one, other] of [
    [fromId, fromId],
    [fromId, uuidv7()],
    [uuidv7(), intoId],
  ] as const)
    expect(await merge(superAdmin, one, other)).toBe("department_not_found");
});

test("leaves one department when two people merge them into each other", async () => {
  const ids = [await newDepartment("Left"), await newDepartment("Right")];
  const merge = (departmentId: string, intoId: string) =>
    superAdmin.client.send("POST", `/api/admin/departments/${departmentId}/merger`, { body: { intoId } });
  const answers = await Promise.all([merge(ids[0]!, ids[1]!), merge(ids[1]!, ids[0]!)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test("notifies the department when a person merges their own department into it", async () => {
  const [fromId, intoId] = [await newDepartment("Own"), await newDepartment("Theirs")];
  const inside = await person("Inside", ["Theirs"]);
  const sol = superAdmin.user.id;
  await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${sol}, ${fromId})`.execute(
    server.db,
  );
  await superAdmin.client.call(mergeDepartment, { params: { departmentId: fromId }, body: { intoId } });
  const { rows } = await sql<{ kind: string }>`SELECT kind FROM tellings WHERE subject_id = ${intoId}
    UNION SELECT kind FROM notifications WHERE subject_id = ${intoId}`.execute(server.db);
  expect(rows.map(({ kind }) => kind)).toContain("department.entered");
  expect(inside.user.id).not.toBe(sol);
});

test("a department can be removed once it is empty, and otherwise the error lists its contents", async () => {
  const id = await newDepartment("Short-lived");
  const guest = await person("Guest", ["Short-lived"]);
  expect(await contents(id)).toEqual([{ kind: "people", count: 1 }]);
  const remove = { params: { departmentId: id } };
  expect(await refused(manager.client.refused(removeDepartment, remove))).toBe("department_not_empty");
  await sql`DELETE FROM user_departments WHERE department_id = ${id}`.execute(server.db);
  expect(await refused(guest.client.refused(removeDepartment, remove))).toBe("forbidden");
  await manager.client.call(removeDepartment, remove);
  expect(await refused(manager.client.refused(removeDepartment, remove))).toBe("department_not_found");
  expect(await refused(manager.client.refused(getDepartmentContents, remove))).toBe("department_not_found");
  expect((await lastActs())[0]).toMatchObject({ action: "department.removed", subject_name: "Short-lived" });
});

/** One of each kind of things that name a department. */
async function furnish(who: SignedIn, departmentId: string, others: string[] = []) {
  const taskId = uuidv7();
  await who.client.call(taskRoutes.createTask, { body: { id: taskId, title: "Draw", departmentId } });
  for (const to of [null, departmentId])
    await who.client.call(taskRoutes.changeTask, {
      params: { taskId },
      body: { changeId: uuidv7(), departmentId: to },
    });
  await who.client.call(taskRoutes.saveTaskTemplate, {
    params: { templateId: uuidv7() },
    body: { version: 0, name: "A release", departmentId, content: { title: "Release" } },
  });
  await who.client.call(savedViewRoutes.saveView, {
    params: { place: "tasks" },
    body: { id: uuidv7(), name: "Ours", query: `department=${departmentId}` },
  });
  const { event } = await who.client.call(eventRoutes.createEvent, {
    body: {
      id: uuidv7(),
      title: "Review",
      start: "2027-01-11T10:00",
      end: "2027-01-11T12:30",
      zone: "UTC",
      departmentId,
      invite: { departmentIds: [departmentId] },
    },
  });
  const { channel } = await who.client.call(chatRoutes.createChannel, {
    body: { name: `of ${who.user.name}`, type: "PRIVATE", departmentId, followsDepartment: true },
  });
  const announcementId = await createAnnouncementRow(server.db, who.user.id, {
    department_ids: [departmentId, ...others],
  });
  if (others.length === 0) {
    await server.db.insertInto("roles").values({ name: "lead", department_id: departmentId }).execute();
  }
  const cards = JSON.stringify([{ options: { departmentId } }]);
  await sql`INSERT INTO dashboard_layouts (person_id, cards, phone_order, version)
    VALUES (${who.user.id}, ${cards}::jsonb, '[]', 1)`.execute(server.db);
  return { taskId, eventId: event.id, channelId: channel.id, announcementId };
}

/** Finds every column of every table that contains an ID, in any form. */
async function placesOf(id: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'`.execute(server.db);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)}
      WHERE position(${id} IN ${sql.ref(column)}::text) > 0 LIMIT 1`.execute(server.db);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}

async function newDepartment(name: string): Promise<string> {
  const slug = name.toLowerCase();
  const row = server.db.insertInto("departments").values({ name, slug }).returning("id");
  return (await row.executeTakeFirstOrThrow()).id;
}

async function person(name: string, departments: string[]): Promise<SignedIn> {
  return server.signIn(await createPerson(server.db, { name, departments }));
}

async function contents(departmentId: string) {
  return (await manager.client.call(getDepartmentContents, { params: { departmentId } })).contents;
}

async function refused(answer: Promise<{ body: { error: { code: string } } }>): Promise<string> {
  return (await answer).body.error.code;
}

async function lastActs() {
  return server.db
    .selectFrom("audit_log")
    .select(["action", "subject_name", "after"])
    .orderBy("number", "desc")
    .limit(1)
    .execute();
}

test("the tasks of a merged department keep their fields and values", async () => {
  const [fromId, intoId] = [await newDepartment("Canvas"), await newDepartment("Sailcloth")];
  const cora = await person("Cora", ["Canvas"]);
  for (const [departmentId, label] of [
    [fromId, "Weight"],
    [intoId, "Colour"],
  ] as const)
    await manager.client.call(taskRoutes.addTaskField, {
      body: { departmentId, version: 0, label, kind: "text" },
    });
  const { task } = await cora.client.call(taskRoutes.createTask, {
    body: { id: uuidv7(), title: "A sail", departmentId: fromId, fields: { own_weight: "Heavy" } },
  });
  const socket = await openSocket(server.url, cora.session.accessToken);
  await superAdmin.client.call(mergeDepartment, { params: { departmentId: fromId }, body: { intoId } });
  await socket.next("task-fields.changed");
  socket.close();
  const read = await cora.client.call(taskRoutes.getTask, { params: { taskId: task.id } });
  expect(read.task).toMatchObject({ departmentId: intoId, fields: { own_weight: "Heavy" }, otherFields: [] });
  expect(read.task.ownFields.map(({ label }) => label)).toEqual(["Colour", "Weight"]);
});
