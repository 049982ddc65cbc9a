import { commentRoutes } from "@atoll/contract/comments/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../../../../test/chatter.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";
import { sweepTasks } from "../sweep-tasks.ts";

let server: TestServer;
let [ana, ben, otis]: Worker[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [ana, ben, otis] = await createWorkers(server, { Ana: {}, Ben: {}, Otis: {} });
});
afterAll(() => server.close());

const ofTask = (taskId: string) => ({ params: { taskId } });

test("a requirement is added, removed, and restored by an undo", async () => {
  const { id: taskId } = await ana!.create({ assigneeId: ben!.id });
  const body = { id: uuidv7(), name: "Terminal floor plans" };
  const call = () => ben!.client.call(taskRoutes.addTaskRequirement, { ...ofTask(taskId), body });
  await call();
  const { task } = await call();
  expect(task.requirements).toMatchObject([{ name: body.name, kind: "resource", url: "", notes: "" }]);
  const changeId = uuidv7();
  const params = { taskId, requirementId: body.id };
  const removed = await ana!.client.call(taskRoutes.removeTaskRequirement, { params, query: { changeId } });
  expect(removed.task.requirements).toEqual([]);
  await ana!.undo(changeId);
  expect((await ana!.read(taskId)).requirements).toMatchObject([{ id: body.id, name: body.name }]);
});

test("a link is named by the last segment of its path, or else 'link'", async () => {
  const { id: taskId } = await ana!.create();
  const attach = async (url: string) => {
    const body = { id: uuidv7(), url };
    const { task } = await ana!.client.call(taskRoutes.addTaskLink, { ...ofTask(taskId), body });
    return task.links.find((link) => link.id === body.id)?.filename;
  };
  expect(await attach("https://plans.example/a/terminal%20C.pdf?v=3")).toBe("terminal C.pdf");
  expect(await attach("https://plans.example")).toBe("link");
  expect(await attach("https://plans.example/%E0%A4%A")).toBe("%E0%A4%A");
  expect((await ana!.read(taskId)).attachmentCount).toBe(3);
  for (const url of ["javascript:alert(1)", "plans.example", "file:///etc/passwd", ""]) {
    const answer = await ana!.client.send("POST", `/api/tasks/${taskId}/links`, {
      body: { id: uuidv7(), url },
    });
    expect([url, answer.status]).toEqual([url, 400]);
  }
});

test("an uploaded file is attached to the task, readable by its readers, and can be deleted", async () => {
  const { id: taskId } = await ana!.create({ assigneeId: ben!.id });
  const form = new FormData();
  form.append("file", new Blob(["Three terminals"]), "scope.txt");
  const response = await fetch(`${server.url}/api/attachments?kind=task&subjectId=${taskId}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ana!.session.accessToken}` },
    body: form,
  });
  const { attachment } = fileRoutes.uploadAttachment.response.parse(await response.json());
  const stored = await server.db
    .selectFrom("files")
    .select(["bucket", "key"])
    .where("id", "=", attachment.id)
    .executeTakeFirstOrThrow();
  expect(stored.bucket).toBe("task-attachments");
  expect(stored.key).toContain(`public/${ana!.id}/${taskId}/`);

  const fileIds = [attachment.id];
  const foreign = ben!.client.refused(taskRoutes.attachTaskFiles, {
    ...ofTask(taskId),
    body: { changeId: uuidv7(), fileIds },
  });
  expect(await codeOf(foreign)).toBe("attachment_not_found");
  const { task } = await ana!.client.call(taskRoutes.attachTaskFiles, {
    ...ofTask(taskId),
    body: { changeId: uuidv7(), fileIds },
  });
  expect(task).toMatchObject({ attachmentCount: 1, attachments: [{ originalName: "scope.txt" }] });

  const links = async (who: Worker) =>
    (await who.client.call(fileRoutes.createAttachmentLinks, { body: { ids: fileIds } })).links.length;
  expect([await links(ben!), await links(otis!)]).toEqual([1, 0]);
  const changeId = uuidv7();
  const params = { taskId, fileId: attachment.id };
  await ben!.client.call(taskRoutes.removeTaskFile, { params, query: { changeId } });
  expect(await links(ben!)).toBe(0);
  await ben!.undo(changeId);
  expect(await links(ben!)).toBe(1);
});

test("tasks deleted a week ago are removed for good, with their comments and files", async () => {
  const [kept, gone] = [await ana!.create(), await ana!.create()];
  for (const { id: subjectId } of [kept, gone]) {
    await ana!.client.call(commentRoutes.postComment, {
      params: { kind: "task", subjectId },
      body: { id: uuidv7(), content: "Forty crates" },
    });
    await ana!.remove(subjectId);
  }
  await sql`UPDATE tasks SET deleted_at = now() - interval '8 days' WHERE id = ${gone.id}`.execute(server.db);
  expect(await sweepTasks(server.db)).toBe(1);
  const left = await server.db
    .selectFrom("tasks")
    .select("id")
    .where("id", "in", [kept.id, gone.id])
    .execute();
  expect(left).toEqual([{ id: kept.id }]);
  const comments = await server.db
    .selectFrom("comments")
    .select("subject_id")
    .where("subject_id", "in", [kept.id, gone.id])
    .execute();
  expect(comments).toEqual([{ subject_id: kept.id }]);
});
