import type { Comment, Subject } from "@atoll/contract/comments/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Commenter, createCommenter, createTaskSubject } from "../../../test/commenter.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import type { TestSocket } from "../../../test/socket.ts";

let nodes: TestNodes;
let ana: Commenter;
let ben: Commenter;
let task: Subject;

beforeAll(async () => {
  nodes = await startTestNodes();
  ana = await createCommenter(nodes[0], "Ana");
  ben = await createCommenter(nodes[0], "Ben");
});
beforeEach(async () => {
  task = await createTaskSubject(nodes[0].db, ana, ben);
});
afterAll(() => nodes.close());

const patience = 20_000;
const assign = (assignee: { id: string } | null) =>
  nodes[0].db
    .updateTable("tasks")
    .set({ assignee_id: assignee?.id ?? null })
    .where("id", "=", task.id)
    .execute();
const watch = async (socket: TestSocket, ...subjects: Subject[]) =>
  (await socket.command("comments.watch", { subjects })).subjects;
const wordsTo = (socket: TestSocket) =>
  socket.received.flatMap(({ name, payload }) =>
    name === "comment.posted" ? [(payload as { comment: Comment }).comment.content] : [],
  );

interface State {
  items: Comment[];
  total: number;
}

describe("the state before, with the event applied, equals a refetch", () => {
  const changes: [name: string, change: (comment: Comment) => Promise<unknown>][] = [
    ["comment.posted", () => ana.comment(task, "Ten, @Ben", { mentionIds: [ben.id] })],
    ["comment.changed", (comment) => ana.edit(comment, "Eleven, @Ben", [ben.id])],
    ["comment.deleted", (comment) => ana.remove(comment)],
  ];

  test.each(changes)("%s, on the node where it is done and on another", async (name, change) => {
    const comment = await ana.comment(task, "Nine");
    await ana.comment(task, "Last");
    const sockets = [await nodes[0].connect(ben), await nodes[1].connect(ben)];
    for (const socket of sockets) expect(await watch(socket, task)).toEqual([task]);
    const before: State = await ben.list(task);
    await change(comment);
    const fresh: State = await ben.list(task);
    expect(fresh).not.toEqual(before);
    for (const socket of sockets) {
      const event = await socket.next(name as "comment.posted", patience);
      expect(apply(before, name, event.comment)).toEqual({ ...fresh });
    }
  });

  function apply(before: State, name: string, comment: Comment): State {
    const others = before.items.filter(({ id }) => id !== comment.id);
    const items = name === "comment.deleted" ? others : [...others, comment];
    items.sort((a, b) => (a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? -1 : 1));
    return { ...before, items, total: items.length };
  }
});

describe("watching", () => {
  test("only includes readable things, and a new set replaces the previous one", async () => {
    const other = await createTaskSubject(nodes[0].db, ben, ana);
    const foreign = await createTaskSubject(nodes[0].db, ben, undefined);
    const socket = await nodes[0].connect(ana);
    expect(await watch(socket, task, foreign, { kind: "moon", id: task.id })).toEqual([task]);
    await ben.comment(foreign, "Not for Ana");
    expect(await watch(socket, other)).toEqual([other]);
    await ben.comment(task, "Not watched any more");
    await ben.comment(other, "Here");
    await socket.next("comment.posted");
    expect(wordsTo(socket)).toEqual(["Here"]);
  });

  test("leaves the socket's other subscriptions as they are", async () => {
    const cleo = await createCommenter(nodes[0], "Cleo");
    const socket = await nodes[0].connect(ana);
    await socket.command("presence.watch", { userIds: [cleo.id] });
    await watch(socket, task);
    await nodes[0].connect(cleo);
    expect(await socket.next("presence.changed", patience)).toEqual({ userId: cleo.id, status: "online" });
    await socket.command("presence.watch", { userIds: [] });
    await ben.comment(task, "Still heard");
    await socket.next("comment.posted", patience);
  });

  test("ends with the permission to read, on every node, without an announcement", async () => {
    const sockets = [await nodes[0].connect(ben), await nodes[1].connect(ben)];
    const kept = await nodes[1].connect(ana);
    for (const socket of [...sockets, kept]) await watch(socket, task);
    await ana.comment(task, "Before");
    for (const socket of sockets) await socket.next("comment.posted", patience);
    await assign(null);
    const after = await ana.comment(task, "After");
    await ana.edit(after, "After all");
    await ana.remove(after);
    await kept.next("comment.deleted", patience);
    // He receives events again once he may read it: an event from before would come first.
    await assign(ben);
    for (const socket of sockets) await watch(socket, task);
    await ana.comment(task, "Again");
    for (const socket of sockets) {
      await vi.waitFor(() => expect(wordsTo(socket)).toContain("Again"), { timeout: patience });
      expect(wordsTo(socket)).toEqual(["Before", "Again"]);
      expect(JSON.stringify(socket.received)).not.toContain("After");
    }
  });
});
