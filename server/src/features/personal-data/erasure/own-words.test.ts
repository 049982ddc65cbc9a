import { incidentRoutes } from "@atoll/contract/cards/incident-routes";
import type { IncidentChange } from "@atoll/contract/cards/incident-schemas";
import { cardRoutes } from "@atoll/contract/cards/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { personalDataRoutes as routes } from "@atoll/contract/personal-data/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createBoardOf, openCanvasOf } from "../../../../test/boards.ts";
import { commenterOf } from "../../../../test/commenter.ts";
import { createChannel, createPerson, createRole, testPassword } from "../../../../test/factories.ts";
import { pngOf } from "../../../../test/file-world.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import { createWriter } from "../../../../test/knowledge.ts";
import { enqueueJob } from "../../../../test/run-job.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";
import { upload } from "../../../../test/upload.ts";

const server = serverForFile({ patience: { postedMs: 0 } });

/** Two colleagues, and a way to erase the first, with what they wrote if nothing else is said. */
async function createPair(mark: string) {
  const { db } = server;
  const roles = ["user", `writer ${mark}`];
  await createRole(db, { name: `writer ${mark}`, permissions: ["knowledge:write"] });
  const name = `Zephyrine Quill${mark}`;
  const ada = await createWriter(server, name, { roles, departments: ["DevOps"] });
  const ben = await createWriter(server, `Ben ${mark}`, { roles, departments: ["DevOps"] });
  const root = await server.signIn(await createPerson(db, { name: `Root ${mark}`, roles: ["super_admin"] }));
  const disable = () =>
    db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", ada.id).execute();
  const done = async () => {
    const state = async () =>
      (await root.client.call(routes.listErasures, { query: {} })).items.find(
        (one) => one.personId === ada.id,
      )?.state;
    await expect.poll(state, { timeout: 60_000 }).toBe("done");
  };
  const erase = async (keepsTexts = false) => {
    await disable();
    await root.client.call(routes.startErasure, {
      body: { id: uuidv7(), personId: ada.id, keepsTexts, name, currentPassword: testPassword },
    });
    await done();
  };
  return { ada, ben, root, name, disable, done, erase };
}

test("an erasure that deletes what a person wrote keeps pages, versions and drafts with the words of others", async () => {
  const { ada, ben, erase } = await createPair("pages");
  const ofBen = await ben.write({ title: "Handbook", body: "What Ben wrote" });
  await ada.save(await ada.begin(ofBen.id), { body: "What Ben wrote, with a comma" });
  await ada.publish(ofBen.id);
  const ownPage = await ada.write({ title: "Alone", body: "What Ada wrote" });
  const shared = await ada.write({ title: "Together", body: "What Ada began" });
  await ben.save(await ben.begin(shared.id), { body: "What Ada began and Ben ended" });
  await ben.publish(shared.id);
  const ownDraft = await ada.create({ title: "Started", body: "What Ada begins" });
  const started = await ben.write({ title: "Rules", body: "What Ben ruled" });
  await ada.save(await ada.begin(started.id), { title: "Rules of Ada" });
  await erase();
  const versions = await server.db
    .selectFrom("article_versions")
    .select(["article_id", "number", "title", "body"])
    .where("article_id", "in", [ofBen.id, ownPage.id, shared.id])
    .orderBy("article_id")
    .orderBy("number")
    .execute();
  expect(versions.map(({ title, body }) => [title, body])).toEqual([
    ["Handbook", "What Ben wrote"],
    ["Handbook", "What Ben wrote, with a comma"],
    ["Deleted", ""],
    ["Deleted", ""],
    ["Together", "What Ada began and Ben ended"],
  ]);
  expect(await ben.open(ofBen.id)).toMatchObject({ title: "Handbook" });
  expect(await ben.open(ownPage.id)).toMatchObject({ title: "Deleted" });
  expect(await ben.open(shared.id)).toMatchObject({ title: "Together" });
  const drafts = await server.db
    .selectFrom("article_drafts")
    .select(["title", "body"])
    .where("article_id", "in", [started.id, ownDraft.id])
    .orderBy("title")
    .execute();
  expect(drafts).toEqual([
    { title: "Deleted", body: "" },
    { title: "Rules of Ada", body: "What Ben ruled" },
  ]);
});

test("an erasure that deletes what a person wrote keeps tasks, announcements and notes that others may have changed", async () => {
  const { ada, ben, erase } = await createPair("tasks");
  const { db } = server;
  const taskOf = (description: string) =>
    createTaskRow(db, ada.id, { title: "Of Ada", description, assignee_id: ben.id });
  const alone = await taskOf("Ada alone");
  const shared = await taskOf("Ada first");
  const change = (taskId: string, body: object) =>
    ben.client.call(taskRoutes.changeTask, { params: { taskId }, body: { changeId: uuidv7(), ...body } });
  await change(shared, { description: { text: "Ada first, then Ben", version: 1 } });
  await change(alone, { status: "in_progress" });
  const announcementOf = async (hasOtherWriters: boolean) => {
    const id = uuidv7();
    await db
      .insertInto("announcements")
      .values({
        ...{ id, title: "News", content: "Words", author_id: ada.id, has_other_writers: hasOtherWriters },
        sent_hash: Buffer.alloc(0),
      })
      .execute();
    return id;
  };
  const announcements = [await announcementOf(false), await announcementOf(true)];
  const boardId = await createBoardOf(ben);
  await (await openCanvasOf(ada, boardId)).add({ kind: "note", text: "A note that all may change" });
  await expect
    .poll(() => db.selectFrom("board_elements").select("text").where("board_id", "=", boardId).execute())
    .toEqual([{ text: "A note that all may change" }]);
  await erase();
  const tasks = await db
    .selectFrom("tasks")
    .select(["title", "description"])
    .where("created_by", "=", ada.id)
    .orderBy("id")
    .execute();
  expect(tasks).toEqual([
    { title: "Deleted", description: "" },
    { title: "Of Ada", description: "Ada first, then Ben" },
  ]);
  const history = await db
    .selectFrom("object_changes")
    .select(["field", "actor_id"])
    .where("subject_id", "in", [alone, shared])
    .where("actor_id", "=", ben.id)
    .execute();
  expect(history.map(({ field }) => field)).toEqual(expect.arrayContaining(["description", "status"]));
  const left = await db
    .selectFrom("announcements")
    .select("title")
    .where("id", "in", announcements)
    .orderBy("id")
    .execute();
  expect(left).toEqual([{ title: "Deleted" }, { title: "News" }]);
  expect(
    await db.selectFrom("board_elements").select("text").where("board_id", "=", boardId).execute(),
  ).toEqual([{ text: "A note that all may change" }]);
});

test("an erasure ends although a colleague has looked for the person twice, or has a search of the new name", async () => {
  const { ben, name, erase } = await createPair("search");
  const { db } = server;
  for (const words of [name, name.toLowerCase()])
    await db
      .insertInto("recent_searches")
      .values({ user_id: ben.id, address: `/search?q=${encodeURIComponent(words)}` })
      .execute();
  for (const called of ["former colleague", name, "Something else"])
    await db
      .insertInto("saved_searches")
      .values({ id: uuidv7(), user_id: ben.id, name: called, address: "/search", sent_hash: Buffer.alloc(0) })
      .execute();
  await erase(true);
  const left = db.selectFrom("recent_searches").select("address").where("user_id", "=", ben.id);
  expect(await left.execute()).toEqual([]);
  const saved = db.selectFrom("saved_searches").select("name").where("user_id", "=", ben.id).orderBy("id");
  expect((await saved.execute()).map((row) => row.name)).toEqual([
    "former colleague",
    expect.stringMatching(/^Former colleague \w{3}$/),
    "Something else",
  ]);
});

test("an erasure that nobody works on goes on after the steps that are done", async () => {
  const { ada, root, name, disable, done } = await createPair("steps");
  const { db } = server;
  const taskId = await createTaskRow(db, ada.id, { title: "Words of Ada" });
  await commenterOf(ada).comment({ kind: "task", id: taskId }, "A remark");
  await disable();
  await db
    .insertInto("erasures")
    .values({
      ...{ id: uuidv7(), person_id: ada.id, keeps_texts: false, requested_by: root.user.id, names: [name] },
      ...{ mails: [], steps_total: 9, steps_done: 1, done_steps: ["rows of comments"], tries: 6 },
      ...{ worked_at: new Date(Date.now() - 3_600_000), sent_hash: Buffer.alloc(0) },
    })
    .execute();
  await enqueueJob(server, "personal-data.resume-erasures");
  await done();
  // A screen that has the old text open cannot send it back.
  const task = db.selectFrom("tasks").select(["title", "description_version"]).where("id", "=", taskId);
  expect(await task.executeTakeFirst()).toEqual({ title: "Deleted", description_version: 2 });
  const comment = db.selectFrom("comments").select("content").where("author_id", "=", ada.id);
  expect(await comment.executeTakeFirst()).toEqual({ content: "A remark" });
  const row = db.selectFrom("erasures").select(["done_steps", "tries"]).where("person_id", "=", ada.id);
  const { done_steps: steps, tries } = await row.executeTakeFirstOrThrow();
  expect(steps).toEqual(expect.arrayContaining(["rows of tasks", "names in comments"]));
  expect(tries).toBe(1);
});

test("an erasure leaves what a legal hold of somebody else keeps: polls, mentions and names of files", async () => {
  const { ben, ada, name, erase } = await createPair("holds");
  const { db } = server;
  const { id: channelId } = await createChannel(db, {
    ...{ name: "holds", type: "PUBLIC" as const },
    members: [ben.user],
  });
  const file = await upload(server, ben, { name: `Warning to ${name}.txt`, content: "Words" });
  const { message } = await ben.client.call(chatRoutes.postMessage, {
    params: { channelId },
    body: { id: uuidv7(), content: "Who?", attachmentIds: [file.id] },
  });
  const mentions = [{ id: ada.id, name }];
  await sql`UPDATE messages SET mentions = ${JSON.stringify(mentions)} WHERE id = ${message.id}`.execute(db);
  await db
    .insertInto("legal_holds")
    .values({
      ...{ id: uuidv7(), name: "Case", reason: "A court asked.", person_ids: [ben.id] },
      ...{ created_by: ben.id, sent_hash: Buffer.alloc(0) },
    })
    .execute();
  await erase(true);
  const shown = db.selectFrom("messages").select("mentions").where("id", "=", message.id);
  expect(await shown.executeTakeFirst()).toMatchObject({ mentions: [{ name: "Former colleague" }] });
  const kept = db.selectFrom("held_messages").select("details").where("message_id", "=", message.id);
  expect(await kept.executeTakeFirst()).toMatchObject({ details: { mentions } });
  const named = db.selectFrom("files").select("original_name").where("id", "=", file.id);
  expect(await named.executeTakeFirst()).toEqual({ original_name: `Warning to ${name}.txt` });
});

test("an erasure leaves the address of a picture that has the name of the person in the name of its file", async () => {
  const { ben, name, erase } = await createPair("picture");
  const picture = await upload(server, ben, { name: `Team with ${name}.png`, content: await pngOf(40, 40) });
  const row = server.db
    .selectFrom("files")
    .select(["filename", "original_name"])
    .where("id", "=", picture.id);
  await server.db
    .updateTable("files")
    .set({ subject_kind: "picture", subject_id: ben.id })
    .where("id", "=", picture.id)
    .execute();
  const before = await row.executeTakeFirstOrThrow();
  await erase(true);
  expect(await row.executeTakeFirst()).toEqual({
    filename: before.filename,
    original_name: "Team with Former colleague.png",
  });
});

test("an erasure clears the titles that a person gave to incidents, also in timelines, and keeps those of others", async () => {
  const { ada, ben, name, erase } = await createPair("incidents");
  const { sections } = await ben.client.call(cardRoutes.listSections, { params: { slug: "devops" } });
  const typeId = sections.find(({ type }) => type.slug === "monitoring")!.type.id;
  const open = async (person: typeof ada, title: string) => {
    const body = { id: uuidv7(), title };
    await person.client.call(incidentRoutes.openIncident, { params: { typeId }, body });
    return { incidentId: body.id };
  };
  const read = (params: { incidentId: string }) => ben.client.call(incidentRoutes.readIncident, { params });
  const change = async (person: typeof ada, params: { incidentId: string }, set: IncidentChange["set"]) => {
    const seen = (await read(params)).incident;
    await person.client.call(incidentRoutes.changeIncident, { params, body: { set, seen } });
  };
  const ofAda = await open(ada, "Words of Ada");
  await change(ben, ofAda, { title: "Words of Ben" });
  const ofBen = await open(ben, "First words of Ben");
  await change(ada, ofBen, { title: "Other words of Ada" });
  await change(ben, ofBen, { state: "resolved" });
  const followUps = [{ id: uuidv7(), text: `Ask ${name}` }];
  const body = { version: 0, summary: `${name} was asked.`, followUps };
  await ben.client.call(incidentRoutes.saveReport, { params: ofBen, body });
  await erase();
  const titlesOf = async (params: { incidentId: string }) => {
    const { incident, entries } = await read(params);
    const lines = entries.filter(({ kind }) => kind === "title");
    return [incident.title, ...lines.flatMap(({ before, after }) => [before, after])];
  };
  expect(await titlesOf(ofAda)).toEqual(["Words of Ben", "Deleted", "Words of Ben"]);
  expect(await titlesOf(ofBen)).toEqual(["Deleted", "First words of Ben", "Deleted"]);
  const { report } = await read(ofBen);
  expect(report).toMatchObject({
    version: 3,
    summary: "Former colleague was asked.",
    followUps: [{ text: "Ask Former colleague" }],
  });
  const late = { params: ofBen, body: { version: 2, summary: `${name} broke it.` } };
  const { body: refusal } = await ben.client.refused(incidentRoutes.saveReport, late);
  expect(refusal.error.code).toBe("changed_meanwhile");
});
