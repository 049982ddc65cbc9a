import { guestRoutes } from "@atoll/contract/administration/guest-routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import type { Comment } from "@atoll/contract/comments/schemas";
import { fileRoutes } from "@atoll/contract/files/routes";
import { guestAccessRoutes as routes } from "@atoll/contract/guest-access/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { NewTask, OpenTask } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Chatter, codeOf, signInChatter } from "../../../test/chatter.ts";
import { commenterOf } from "../../../test/commenter.ts";
import { createPerson, createRole } from "../../../test/factories.ts";
import { enterGuest } from "../../../test/guests.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { upload } from "../../../test/upload.ts";

let nodes: TestNodes;
/** May invite guests. */
let host: Chatter;
let ben: Chatter;
let guest: Chatter;
let other: Chatter;

beforeAll(async () => {
  nodes = await startTestNodes();
  const { db } = nodes[0];
  await createRole(db, { name: "hosts", permissions: ["guests:invite"] });
  const enter = async (name: string, roles: string[]) =>
    signInChatter(nodes[0], await createPerson(db, { name, roles, departments: ["Backend"] }));
  [host, ben] = [await enter("Hanna Host", ["user", "hosts"]), await enter("Ben Bay", ["user"])];
});
afterAll(() => nodes.close());
beforeEach(async () => {
  [guest, other] = [await enterGuest(nodes[0], "Gus", host.id), await enterGuest(nodes[0], "Olga", host.id)];
});

const createTask = async (more: Partial<NewTask> = {}): Promise<OpenTask> =>
  (await host.client.call(taskRoutes.createTask, { body: { id: uuidv7(), title: "Draw the plan", ...more } }))
    .task;
const ofGuest = (task: { id: string }, { id: guestId }: { id: string }) => ({
  params: { kind: "task" as const, subjectId: task.id, guestId },
});
const invite = (task: { id: string }, to = guest, mayComment = true) =>
  host.client.call(routes.inviteGuestToThing, { ...ofGuest(task, to), body: { mayComment } });
const remove = (task: { id: string }, from = guest) =>
  host.client.call(routes.removeGuestFromThing, ofGuest(task, from));
const open = async (task: { id: string }, by = guest) =>
  (await by.client.call(routes.getGuestTask, { params: { taskId: task.id } })).task;
const refusedOpen = (task: { id: string }, by = guest) =>
  codeOf(by.client.refused(routes.getGuestTask, { params: { taskId: task.id } }));
const assign = (task: { id: string }, to: Chatter | null) =>
  host.client.call(taskRoutes.changeTask, {
    params: { taskId: task.id },
    body: { changeId: uuidv7(), assigneeId: to?.id ?? null },
  });
const setStatus = (task: { id: string }, seenStatus: "todo" | "done" = "todo") => ({
  params: { taskId: task.id },
  body: { changeId: uuidv7(), status: "done" as const, seenStatus },
});
const subject = (task: { id: string }) => ({ kind: "task", id: task.id });
const say = (
  by: Chatter,
  task: { id: string },
  content: string,
  mentionIds: string[] = [],
): Promise<Comment> => commenterOf(by).comment(subject(task), content, { mentionIds });
const lastAssignment = async (task: { id: string }) => {
  const { rows } = await sql<{ actor: string; before: unknown; after: unknown }>`
    SELECT actor_id AS actor, before, after FROM object_changes
    WHERE subject_id = ${task.id} AND field = 'assignee' ORDER BY id DESC LIMIT 1`.execute(nodes[0].db);
  return rows[0];
};
const inbox = async (of: Chatter) => {
  await everybodyNotified(nodes[0].db);
  return (await of.client.call(notificationRoutes.listNotifications, { query: {} })).items;
};

describe("inviting a guest to a task", () => {
  test("needs guests/invite and the right to edit the task, and somebody who is a guest now", async () => {
    const task = await createTask();
    const body = { mayComment: true };
    const call = { ...ofGuest(task, guest), body };
    expect(await codeOf(ben.client.refused(routes.inviteGuestToThing, call))).toBe("subject_not_found");
    await assign(task, ben);
    expect(await codeOf(ben.client.refused(routes.inviteGuestToThing, call))).toBe("forbidden");
    const ofBen = { ...ofGuest(task, ben), body };
    expect(await codeOf(host.client.refused(routes.inviteGuestToThing, ofBen))).toBe("guest_not_found");
    expect((await invite(task)).guest).toMatchObject({ guest: { id: guest.id }, mayComment: true });
    const { guests, ...rights } = await ben.client.call(routes.listThingGuests, {
      params: { kind: "task", subjectId: task.id },
    });
    expect(guests.map((one) => one.guest.id)).toEqual([guest.id]);
    expect(rights).toEqual({ mayInvite: false, mayRemove: true });
    const found = await host.client.call(routes.findGuestsToInvite, { query: { name: guest.name } });
    expect(found.people.map(({ id }) => id)).toEqual([guest.id]);
  });

  test("is in the audit log with its removal, without the title", async () => {
    const task = await createTask({ title: "Secret title" });
    await invite(task);
    await invite(task);
    await remove(task);
    await remove(task);
    const { rows } = await sql<{ action: string; actor_id: string; text: string }>`
      SELECT action, actor_id, audit_log::text AS text FROM audit_log
      WHERE action LIKE 'guest.thing-%' AND subject_id = ${guest.id}::text ORDER BY number`.execute(
      nodes[0].db,
    );
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ["guest.thing-opened", host.id],
      ["guest.thing-closed", host.id],
    ]);
    expect(rows[0]?.text).toContain(task.id);
    expect(rows[0]?.text).not.toContain("Secret title");
  });

  test("notifies the guest, and of the task only while they see it", async () => {
    const task = await createTask();
    await invite(task);
    await assign(task, guest);
    await say(host, task, `@${guest.name} please look`, [guest.id]);
    expect((await inbox(guest)).map(({ kind, title }) => [kind, title])).toEqual([
      ["task.mention", "Hanna Host mentioned you on “Draw the plan”"],
      ["task.assigned", "Hanna Host gave you “Draw the plan”"],
      ["guest-access.given", "Hanna Host shared “Draw the plan” with you"],
    ]);
    await remove(task);
    expect(await inbox(guest)).toEqual([]);
  });
});

describe("a guest of a task", () => {
  test("reads it, and nothing around it", async () => {
    const parent = await createTask({ title: "Canary parent" });
    const task = await createTask({ parentId: parent.id, tags: ["canary-tag"], description: "What to draw" });
    const part = await createTask({ title: "Canary blocker" });
    await host.client.call(taskRoutes.blockTask, {
      params: { taskId: task.id, blockerId: part.id },
      body: { changeId: uuidv7() },
    });
    await invite(task);
    await assign(task, host);
    await say(host, task, "I draw it");
    const whole = await open(task);
    expect(whole).toMatchObject({ title: "Draw the plan", description: "What to draw", isMine: false });
    const { items } = await guest.client.call(routes.listGuestTasks, { query: {} });
    expect(items.map(({ id }) => id)).toEqual([task.id]);
    const comments = await commenterOf(guest).list(subject(task));
    const text = JSON.stringify([whole, items, await inbox(guest), comments]);
    for (const secret of ["Canary", "canary", parent.id, part.id, ben.name, host.user.email, "priority"])
      expect(text).not.toContain(secret);
    for (const { id } of [parent, part]) expect(await refusedOpen({ id })).toBe("task_not_found");
    expect((await guest.client.call(routes.listGuestKinds, {})).kinds).toEqual(["task"]);
  });

  test("does not see its sub-tasks, also where they do it", async () => {
    const task = await createTask();
    const part = await createTask({ title: "Canary part", parentId: task.id });
    await invite(task);
    await assign(task, guest);
    expect(await refusedOpen(part)).toBe("task_not_found");
    expect(await commenterOf(guest).refused.list(subject(part))).toBe("subject_not_found");
    await say(host, part, `@${guest.name} canary`, [guest.id]);
    expect(JSON.stringify(await inbox(guest))).not.toContain("anary");
  });

  test("finds the route of tasks, history and guests of it closed", async () => {
    const task = await createTask();
    await invite(task);
    const params = { taskId: task.id };
    expect(await codeOf(guest.client.refused(taskRoutes.getTask, { params }))).toBe("route_not_found");
    const thing = { params: { kind: "task" as const, subjectId: task.id } };
    expect(await codeOf(guest.client.refused(routes.listThingGuests, thing))).toBe("route_not_found");
  });

  test("and a guest of another task know nothing of each other", async () => {
    const [mine, theirs] = [await createTask(), await createTask({ title: "Canary task" })];
    await invite(mine);
    await invite(theirs, other);
    await say(other, theirs, "Canary words");
    expect(await refusedOpen(theirs)).toBe("task_not_found");
    expect(await refusedOpen(mine, other)).toBe("task_not_found");
    expect(await commenterOf(guest).refused.list(subject(theirs))).toBe("subject_not_found");
    expect(await commenterOf(guest).refused.comment(subject(theirs), "Hello")).toBe("subject_not_found");
    expect(JSON.stringify(await guest.client.call(routes.listGuestTasks, { query: {} }))).not.toContain(
      "Canary",
    );
  });

  test("comments, and reads the files of the task and of its comments, if they may", async () => {
    const task = await createTask();
    const file = await upload(nodes[0], host, { kind: "comment", name: "plan.txt", content: "canary" });
    await commenterOf(host).comment(subject(task), "Here", { attachmentIds: [file.id] });
    const call = { body: { ids: [file.id] } };
    const linkOf = async () => (await guest.client.call(fileRoutes.createAttachmentLinks, call)).links;
    expect(await linkOf()).toEqual([]);
    await invite(task, guest, false);
    const [link] = await linkOf();
    expect((await fetch(`${nodes[0].url}${link?.url}`)).status).toBe(200);
    expect((await commenterOf(guest).list(subject(task))).rights.mayComment).toBe(false);
    expect(await commenterOf(guest).refused.comment(subject(task), "Hello")).toBe("forbidden");
    await invite(task);
    expect((await say(guest, task, "Hello")).author).toMatchObject({ isGuest: true });
    await remove(task);
    expect(await linkOf()).toEqual([]);
    expect((await fetch(`${nodes[0].url}${link?.url}`)).status).not.toBe(200);
  });

  test("mentions only people who do the task or commented on it", async () => {
    const task = await createTask();
    await assign(task, ben);
    await invite(task);
    const people = async () =>
      (
        await guest.client.call(commentRoutes.listCommentPeople, {
          params: { kind: "task", subjectId: task.id },
          query: {},
        })
      ).people.map(({ id }) => id);
    expect(await people()).toEqual([ben.id]);
    const words = `@${host.name} and @${ben.name}`;
    const called = [host.id, ben.id];
    expect((await say(guest, task, words, called)).mentions.map(({ id }) => id)).toEqual([ben.id]);
    await say(host, task, "I made it");
    expect((await people()).toSorted()).toEqual([ben.id, host.id].toSorted());
    expect((await say(guest, task, words, called)).mentions.length).toBe(2);
  });

  test("changes its status only while it is assigned to them", async () => {
    const task = await createTask();
    await invite(task);
    expect(await codeOf(guest.client.refused(routes.setGuestTaskStatus, setStatus(task)))).toBe("forbidden");
    await assign(task, guest);
    const stale = setStatus(task, "done");
    expect(await codeOf(guest.client.refused(routes.setGuestTaskStatus, stale))).toBe("changed_meanwhile");
    const done = await guest.client.call(routes.setGuestTaskStatus, setStatus(task));
    expect(done.task).toMatchObject({ status: "done", isMine: true });
    const finished = await guest.client.call(routes.listGuestTasks, { query: { show: "finished" } });
    expect(finished.items.map(({ id }) => id)).toEqual([task.id]);
    await remove(task);
    expect(await codeOf(guest.client.refused(routes.setGuestTaskStatus, setStatus(task, "done")))).toBe(
      "task_not_found",
    );
    const left = await host.client.call(taskRoutes.getTask, { params: { taskId: task.id } });
    expect(left.task.assignee).toBeNull();
  });

  test("is assigned no task that they were not invited to", async () => {
    const task = await createTask();
    const refused = host.client.refused(taskRoutes.changeTask, {
      params: { taskId: task.id },
      body: { changeId: uuidv7(), assigneeId: guest.id },
    });
    expect(await codeOf(refused)).toBe("assignee_unavailable");
  });

  test("gets no task back by an undo after they were removed", async () => {
    const task = await createTask();
    await invite(task);
    await assign(task, guest);
    const changeId = uuidv7();
    await host.client.call(taskRoutes.changeTask, {
      params: { taskId: task.id },
      body: { changeId, assigneeId: ben.id },
    });
    await remove(task);
    const undo = host.client.refused(taskRoutes.undoTaskChange, { params: { changeId } });
    expect(await codeOf(undo)).toBe("changed_meanwhile");
    const { task: left } = await host.client.call(taskRoutes.getTask, { params: { taskId: task.id } });
    expect(left.assignee?.id).toBe(ben.id);
  });

  test("has a task taken from them with a line in its history when they are removed", async () => {
    const task = await createTask();
    await invite(task);
    await assign(task, guest);
    await remove(task);
    expect(await lastAssignment(task)).toEqual({ actor: host.id, before: guest.id, after: null });
  });

  test("takes no task out of the archive", async () => {
    const task = await createTask();
    await invite(task);
    await assign(task, guest);
    await host.client.call(taskRoutes.changeTask, {
      params: { taskId: task.id },
      body: { changeId: uuidv7(), status: "archived" },
    });
    const call = { ...setStatus(task), body: { ...setStatus(task).body, seenStatus: "archived" as const } };
    expect(await codeOf(guest.client.refused(routes.setGuestTaskStatus, call))).toBe("forbidden");
  });

  test("keeps the people that they mentioned when they edit their comment after a handover", async () => {
    const whole = await createTask();
    await assign(whole, ben);
    const task = await createTask({ parentId: whole.id });
    await assign(task, ben);
    await invite(task);
    const comment = await say(guest, task, `@${ben.name} plese`, [ben.id]);
    await assign(task, null);
    const edited = await commenterOf(guest).edit(comment, `@${ben.name} please`, [ben.id]);
    expect(edited.mentions.map(({ id }) => id)).toEqual([ben.id]);
  });

  test("hears nothing when something changes that they do not see", async () => {
    const task = await createTask();
    const socket = await nodes[1].connect(guest);
    await invite(task);
    expect((await socket.next("guest-thing.changed")).subjectId).toBe(task.id);
    await host.client.call(taskRoutes.changeTask, {
      params: { taskId: task.id },
      body: { changeId: uuidv7(), tags: ["internal"] },
    });
    const later = await createTask();
    await invite(later);
    expect((await socket.next("guest-thing.changed")).subjectId).toBe(later.id);
  });

  test("hears of its changes and of the end, and then no comment any more", async () => {
    const task = await createTask();
    await invite(task);
    const socket = await nodes[1].connect(guest);
    const stranger = await nodes[0].connect(other);
    const { subjects } = await socket.command("comments.watch", { subjects: [subject(task)] });
    expect(subjects).toEqual([subject(task)]);
    expect((await stranger.command("comments.watch", { subjects: [subject(task)] })).subjects).toEqual([]);
    await say(host, task, "First words");
    const posted = (await socket.next("comment.posted")).comment;
    expect(posted).toMatchObject({ content: "First words", author: { id: host.id, email: "" } });
    const changed = { kind: "task", subjectId: task.id, isOver: false };
    expect(await socket.next("guest-thing.changed")).toEqual(changed);
    await remove(task);
    await say(host, task, "Canary words");
    const later = await createTask();
    await invite(later);
    while ((await socket.next("guest-thing.changed")).subjectId !== later.id);
    const heard = (from: typeof socket) => from.received.map(({ name }) => name);
    expect(heard(socket).filter((name) => name === "comment.posted").length).toBe(1);
    expect(JSON.stringify(socket.received)).not.toContain("Canary");
    expect(heard(socket).filter((name) => name.startsWith("task"))).toEqual([]);
    expect(heard(stranger)).not.toContain("guest-thing.changed");
  });

  test("has nothing after the end of their access, and nothing as a colleague that was for the guest", async () => {
    const task = await createTask();
    await invite(task);
    await invite(task, other);
    await assign(task, other);
    await sql`UPDATE accounts SET guest_until = now() WHERE id = ${guest.id}`.execute(nodes[0].db);
    expect(await refusedOpen(task)).toBe("account_disabled");
    const rows = await host.client.call(routes.listThingGuests, {
      params: { kind: "task", subjectId: task.id },
    });
    expect(rows.guests.map(({ guest: { id }, hasEnded }) => [id, hasEnded])).toEqual([
      [guest.id, true],
      [other.id, false],
    ]);
    expect(
      await codeOf(
        host.client.refused(routes.inviteGuestToThing, {
          ...ofGuest(await createTask(), guest),
          body: { mayComment: true },
        }),
      ),
    ).toBe("guest_not_found");
    const admin = await signInChatter(nodes[0], await createPerson(nodes[0].db, { roles: ["super_admin"] }));
    await admin.client.call(guestRoutes.promoteGuest, { params: { guestId: other.id } });
    expect((await other.client.call(routes.listGuestKinds, {})).kinds).toEqual([]);
    expect(await refusedOpen(task, other)).toBe("task_not_found");
    const asColleague = other.client.refused(taskRoutes.getTask, { params: { taskId: task.id } });
    expect(await codeOf(asColleague)).toBe("task_not_found");
    expect(await lastAssignment(task)).toEqual({ actor: admin.id, before: other.id, after: null });
  });

  test("loses a deleted task", async () => {
    const task = await createTask();
    await invite(task);
    const params = { taskId: task.id };
    await host.client.call(taskRoutes.deleteTask, { params, query: { changeId: uuidv7() } });
    expect(await refusedOpen(task)).toBe("task_not_found");
    expect((await guest.client.call(routes.listGuestKinds, {})).kinds).toEqual([]);
    expect(await commenterOf(guest).refused.list(subject(task))).toBe("subject_not_found");
  });
});

test("a guest loses a sub-task whose parent leaves the department, unless the sub-task stays in it", async () => {
  const departmentId = host.user.departments[0]?.id ?? "";
  const parent = await createTask({ departmentId });
  const [moved, stays] = [
    await createTask({ parentId: parent.id, departmentId: null }),
    await createTask({ parentId: parent.id, departmentId }),
  ];
  for (const task of [moved, stays]) await invite(task);
  await host.client.call(taskRoutes.changeTask, {
    params: { taskId: parent.id },
    body: { changeId: uuidv7(), departmentId: null },
  });
  expect(await refusedOpen(moved)).toBe("task_not_found");
  expect((await open(stays)).id).toBe(stays.id);
  expect((await inbox(host)).map(({ kind }) => kind)).toContain("guest-access.ended");
});

test("a guest loses a task that leaves its department, also as its assignee, and the inviter is notified", async () => {
  const [department] = host.user.departments;
  const task = await createTask({ departmentId: department?.id ?? "" });
  await invite(task);
  await assign(task, guest);
  await host.client.call(taskRoutes.changeTask, {
    params: { taskId: task.id },
    body: { changeId: uuidv7(), departmentId: null },
  });
  expect(await refusedOpen(task)).toBe("task_not_found");
  const now = await host.client.call(taskRoutes.getTask, { params: { taskId: task.id } });
  expect(now.task.assignee).toBeNull();
  const { items } = await host.client.call(taskRoutes.listTaskHistory, {
    params: { taskId: task.id },
    query: {},
  });
  expect(items.map(({ field, actor, after }) => [field, actor.id, after])).toContainEqual([
    "assignee",
    host.id,
    null,
  ]);
  const { rows } = await sql<{ actor_id: string }>`SELECT actor_id FROM audit_log
    WHERE action = 'guest.thing-closed' AND before ->> 'thingId' = ${task.id}`.execute(nodes[0].db);
  expect(rows).toEqual([{ actor_id: host.id }]);
  expect((await inbox(host)).map(({ kind }) => kind)).toContain("guest-access.ended");
});
