import { personalDataRoutes as routes } from "@atoll/contract/personal-data/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createBoardOf, openCanvasOf } from "../../../../test/boards.ts";
import { createPerson, createRole, testPassword } from "../../../../test/factories.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import { createWriter } from "../../../../test/knowledge.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";

const server = serverForFile({ patience: { postedMs: 0 } });

/** Two colleagues, and a way to erase the first with what they wrote. */
async function createPair(mark: string) {
  const { db } = server;
  const roles = ["user", `writer ${mark}`];
  await createRole(db, { name: `writer ${mark}`, permissions: ["knowledge:write"] });
  const name = `Zephyrine Quill${mark}`;
  const ada = await createWriter(server, name, { roles, departments: ["DevOps"] });
  const ben = await createWriter(server, `Ben ${mark}`, { roles, departments: ["DevOps"] });
  const root = await server.signIn(await createPerson(db, { name: `Root ${mark}`, roles: ["super_admin"] }));
  const erase = async () => {
    await db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", ada.id).execute();
    await root.client.call(routes.startErasure, {
      body: { id: uuidv7(), personId: ada.id, keepsTexts: false, name, currentPassword: testPassword },
    });
    const state = async () =>
      (await root.client.call(routes.listErasures, { query: {} })).items.find((one) => one.personId === ada.id)
        ?.state;
    await expect.poll(state, { timeout: 60_000 }).toBe("done");
  };
  return { ada, ben, root, name, erase };
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
  const ownDraft = await ada.create({ title: "Begun", body: "What Ada begins" });
  const begun = await ben.write({ title: "Rules", body: "What Ben ruled" });
  await ada.save(await ada.begin(begun.id), { title: "Rules of Ada" });
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
    .where("article_id", "in", [begun.id, ownDraft.id])
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
