import { chatRoutes } from "@atoll/contract/chat/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { type NewTask, newTaskSchema } from "@atoll/contract/tasks/schemas";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Chatter, codeOf, createChatters, signInChatter } from "../../../../test/chatter.ts";
import { createClient } from "../../../../test/client.ts";
import { createChannel, createPerson, createRole } from "../../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../../test/for-file.ts";
import { hashSent } from "../../../platform/create-once.ts";
import { createOwnership } from "../../../platform/kinds/ownership.ts";
import { ownedTasks } from "../kinds.ts";

const server = sharedServer();
const [ana, ben, otis] = chattersForFile(server, ["Ana", "Ben", "Otis"]);
let channelId: string;

beforeAll(async () => {
  ({ id: channelId } = await createChannel(server.db, { members: [ana!, ben!] }));
});

const draft = (more: Partial<NewTask> = {}): NewTask => ({
  id: uuidv7(),
  title: "Uncordon the old pool",
  description: "On Monday, in case we need it.",
  ...more,
});
const create = async (who: Chatter, body: NewTask) =>
  (await who.client.call(taskRoutes.createTask, { body })).task;
const refused = (who: Chatter, body: NewTask) => codeOf(who.client.refused(taskRoutes.createTask, { body }));
const read = async (who: Chatter, taskId: string) =>
  (await who.client.call(taskRoutes.getTask, { params: { taskId } })).task;
const refusedRead = (who: Chatter, taskId: string) =>
  codeOf(who.client.refused(taskRoutes.getTask, { params: { taskId } }));
const countTasks = async () => (await server.db.selectFrom("tasks").select("id").execute()).length;

describe("creating", () => {
  test("makes a task to do with medium priority, which its creator can read", async () => {
    const message = await ben!.post(channelId, "I am leaving the old pool cordoned until Monday.");
    const body = draft({ title: "  Uncordon the old pool ", sourceMessageId: message.id });
    const task = await create(ana!, body);
    expect(task).toMatchObject({
      id: body.id,
      title: "Uncordon the old pool",
      description: body.description,
      status: "todo",
      priority: "medium",
      due: null,
      createdBy: { id: ana!.id, name: "Ana", isFormer: false },
      assignee: null,
      departmentId: null,
      sourceMessageId: message.id,
    });
    expect(task.updatedAt).toBe(task.createdAt);
    expect(await read(ana!, task.id)).toEqual(task);
  });

  test("requires only a title", async () => {
    const task = await create(ana!, { id: uuidv7(), title: "Water the plants" });
    expect(task).toMatchObject({ description: "", sourceMessageId: null });
    for (const [body, text] of [
      [draft({ title: "  " }), "Title is required"],
      [draft({ title: "x".repeat(121) }), "A title can have at most 120 characters"],
      [draft({ description: "x".repeat(8001) }), "A description can have at most 8000 characters"],
      [draft({ title: "A\u0000B" }), "This text has a character that cannot be stored"],
    ] as const) {
      const { status, body: answer } = await ana!.client.refused(taskRoutes.createTask, { body });
      expect(status).toBe(400);
      expect(answer.error).toMatchObject({ code: "invalid_request", fields: [{ message: text }] });
    }
    for (const bad of [
      {},
      { id: "seven", title: "A" },
      { title: "A" },
      draft({ title: 7 as never }),
      "text",
    ]) {
      expect((await ana!.client.send("POST", "/api/tasks", { body: bad })).status).toBe(400);
    }
  });

  test("counts code points: 120 emoji are 120 characters", async () => {
    const title = "🌊".repeat(120);
    expect((await create(ana!, draft({ title }))).title).toBe(title);
  });

  test("creates one task from repeated and concurrent requests, with one response", async () => {
    const before = await countTasks();
    const body = draft();
    const tasks = await Promise.all(Array.from({ length: 10 }, () => create(ana!, body)));
    expect(new Set(tasks.map((task) => JSON.stringify(task))).size).toBe(1);
    expect(await countTasks()).toBe(before + 1);
  });

  test("recognises a request that a version without own fields, estimates, states, start dates and cycles has answered", async () => {
    const body = draft();
    await create(ana!, body);
    const {
      id,
      fields: _fields,
      estimateMinutes: _estimate,
      stateId: _state,
      startsOn: _start,
      cycleId: _cycle,
      subtasks: _parts,
      ...content
    } = newTaskSchema.parse(body);
    const { sent_hash } = await server.db
      .selectFrom("tasks")
      .select("sent_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(sent_hash.equals(hashSent(content))).toBe(true);
    expect(await refused(ana!, { ...body, estimateMinutes: 5 })).toBe("task_id_taken");
  });

  test("refuses an ID that belongs to another task or another person, and changes nothing", async () => {
    const body = draft();
    const task = await create(ana!, body);
    expect(await refused(ana!, { ...body, title: "Another" })).toBe("task_id_taken");
    expect(await refused(ana!, { ...body, description: "" })).toBe("task_id_taken");
    expect(await refused(otis!, body)).toBe("task_id_taken");
    expect(await read(ana!, body.id)).toEqual(task);
  });

  test("refuses an unreadable source message like a missing one", async () => {
    const { id: sourceMessageId } = await ben!.post(channelId, "Not for everyone");
    const before = await countTasks();
    expect(await refused(otis!, draft({ sourceMessageId }))).toBe("message_not_found");
    expect(await refused(otis!, draft({ sourceMessageId: uuidv7() }))).toBe("message_not_found");
    expect(await countTasks()).toBe(before);
  });

  test("accepts a source message that has since been deleted", async () => {
    const { id: sourceMessageId } = await ben!.post(channelId, "Gone in a moment");
    await ben!.client.call(chatRoutes.deleteMessage, { params: { messageId: sourceMessageId } });
    expect((await create(ana!, draft({ sourceMessageId }))).title).toBe("Uncordon the old pool");
  });

  test("requires a session and the permission to create tasks", async () => {
    const body = draft();
    const nobody = createClient(server.url);
    expect(await codeOf(nobody.refused(taskRoutes.createTask, { body }))).toBe("not_authenticated");
    await createRole(server.db, { name: "reader", permissions: ["chat:access"] });
    const reader = await signInChatter(server, await createPerson(server.db, { roles: ["reader"] }));
    expect(await refused(reader, body)).toBe("forbidden");
    expect(await refusedRead(ana!, body.id)).toBe("task_not_found");
  });
});

describe("reading", () => {
  test("returns a task to its creator and assignee, and 404 to others", async () => {
    const task = await create(ana!, draft());
    expect(await refusedRead(otis!, task.id)).toBe("task_not_found");
    expect(await refusedRead(ana!, uuidv7())).toBe("task_not_found");
    expect((await ana!.client.send("GET", "/api/tasks/seven")).status).toBe(400);
    const nobody = createClient(server.url);
    expect(await codeOf(nobody.refused(taskRoutes.getTask, { params: { taskId: task.id } }))).toBe(
      "not_authenticated",
    );
    await server.db
      .updateTable("tasks")
      .set({ assignee_id: ben!.id, due_date: "2026-11-30" })
      .where("id", "=", task.id)
      .execute();
    expect(await read(ben!, task.id)).toMatchObject({
      assignee: { id: ben!.id, name: "Ben" },
      due: { date: "2026-11-30", clock: null },
    });
  });

  test("keeps a task whose message is deleted, and only names the message's ID", async () => {
    const channel = await createChannel(server.db, { members: [ana!] });
    const message = await ana!.post(channel.id, "Written here");
    const { id } = await create(ana!, draft({ sourceMessageId: message.id }));
    await server.db.deleteFrom("messages").where("id", "=", message.id).execute();
    expect((await read(ana!, id)).sourceMessageId).toBeNull();
  });
});

test("open tasks are handed over to the heir of somebody who leaves, and done ones stay", async () => {
  const [leaver, heir] = await createChatters(server, ["Leaver", "Heir"]);
  const [open, done] = [await create(leaver!, draft()), await create(leaver!, draft())];
  await server.db.updateTable("tasks").set({ status: "done" }).where("id", "=", done.id).execute();
  const ownership = createOwnership([ownedTasks]);
  expect(await ownership.count(server.db, leaver!.id)).toEqual([{ kind: "open tasks", count: 1 }]);
  await ownership.handOver(server.db, leaver!.id, heir!.id, heir!.id);
  expect(await read(heir!, open.id)).toMatchObject({ createdBy: { id: heir!.id } });
  expect(await refusedRead(heir!, done.id)).toBe("task_not_found");
});
