import { commentRoutes } from "@atoll/contract/comments/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { codeOf } from "../../../../test/chatter.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";
import { sweepTasks } from "../sweep-tasks.ts";

const server = sharedServer();
let [ana, ben, otis]: Worker[] = [];

beforeAll(async () => {
  [ana, ben, otis] = await createWorkers(server, { Ana: {}, Ben: {}, Otis: {} });
});

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

test("time is logged, changed, removed by its person alone, and restored by an undo", async () => {
  const { id: taskId } = await ana!.create({ assigneeId: ben!.id, estimateMinutes: 120 });
  const log = (who: Worker, minutes: number, day = "2026-11-20") => {
    const body = { id: uuidv7(), day, minutes, note: "At the pier" };
    return who.client.call(taskRoutes.addTaskTime, { ...ofTask(taskId), body }).then(() => body.id);
  };
  const [own] = [await log(ana!, 90), await log(ben!, 45, "2026-11-21")];
  expect(await ana!.read(taskId)).toMatchObject({ estimateMinutes: 120, trackedMinutes: 135 });
  const entries = async () =>
    (await ben!.client.call(taskRoutes.listTaskTime, { ...ofTask(taskId), query: {} })).items.map(
      ({ person, day, minutes }) => [person.name, day, minutes],
    );
  expect(await entries()).toEqual([
    ["Ben", "2026-11-21", 45],
    ["Ana", "2026-11-20", 90],
  ]);
  const params = { taskId, entryId: own };
  const change = { day: "2026-11-22", minutes: 30, note: "" };
  const refused = ben!.client.refused(taskRoutes.removeTaskTime, { params, query: { changeId: uuidv7() } });
  expect(await codeOf(refused)).toBe("time_entry_not_found");
  const changeId = uuidv7();
  const call = { params, body: { changeId, ...change } };
  expect((await ana!.client.call(taskRoutes.changeTaskTime, call)).task?.trackedMinutes).toBe(75);
  expect((await entries())[0]).toEqual(["Ana", "2026-11-22", 30]);
  await ana!.undo(changeId);
  expect((await ana!.read(taskId)).trackedMinutes).toBe(135);
  const removal = { params, query: { changeId: uuidv7() } };
  expect((await ana!.client.call(taskRoutes.removeTaskTime, removal)).task?.trackedMinutes).toBe(45);
  await ana!.undo(removal.query.changeId);
  expect((await ana!.read(taskId)).trackedMinutes).toBe(135);
  const { items } = await ana!.history(taskId);
  expect(items.filter(({ field }) => field === "time").map(({ actor }) => actor.name)).toEqual([
    "Ben",
    "Ana",
  ]);
});

test("one timer runs for a person: another task stops it, and its time is logged once by two devices", async () => {
  const [first, second] = [await ana!.create({ title: "Rig" }), await ana!.create({ title: "Row" })];
  const strange = await ben!.create();
  const zone = "Europe/Lisbon";
  const start = (taskId: string) => ({ body: { taskId, entryId: uuidv7(), zone } });
  const { timer } = await ana!.client.call(taskRoutes.startTaskTimer, start(first.id));
  expect(timer?.task).toEqual({ id: first.id, title: "Rig" });
  // On another device, and after a restart.
  expect(await ana!.client.call(taskRoutes.getTaskTimer, {})).toEqual({ timer });
  await sql`UPDATE task_timers SET started_at = now() - interval '65 minutes' WHERE user_id = ${ana!.id}`.execute(
    server.db,
  );
  expect(await codeOf(ana!.client.refused(taskRoutes.startTaskTimer, start(strange.id)))).toBe(
    "task_not_found",
  );
  expect((await ana!.client.call(taskRoutes.getTaskTimer, {})).timer?.task.id).toBe(first.id);
  await ana!.client.call(taskRoutes.startTaskTimer, start(second.id));
  const trackedOf = async (id: string) => (await ana!.read(id)).trackedMinutes;
  expect(await trackedOf(first.id)).toBe(65);
  await sql`UPDATE task_timers SET started_at = now() - interval '10 minutes' WHERE user_id = ${ana!.id}`.execute(
    server.db,
  );
  const running = async () => (await ana!.client.call(taskRoutes.getTaskTimer, {})).timer!;
  const stopOf = ({ task, startedAt }: Awaited<ReturnType<typeof running>>) => ({
    query: { taskId: task.id, startedAt, entryId: uuidv7(), zone },
  });
  const named = await running();
  const stops = await Promise.all(
    [stopOf(named), stopOf(named)].map(({ query }) =>
      ana!.client.send("DELETE", `/api/task-timer?${new URLSearchParams(query)}`),
    ),
  );
  expect(stops.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await trackedOf(second.id)).toBe(10);
  expect(await codeOf(ana!.client.refused(taskRoutes.stopTaskTimer, stopOf(named)))).toBe(
    "task_timer_not_found",
  );
  await ana!.client.call(taskRoutes.startTaskTimer, start(second.id));
  const discard = (call: ReturnType<typeof stopOf>) => ({
    query: { ...call.query, discard: "yes" as const },
  });
  // A device that still shows the former timer stops and discards no other one.
  expect(await codeOf(ana!.client.refused(taskRoutes.stopTaskTimer, discard(stopOf(named))))).toBe(
    "task_timer_not_found",
  );
  const next = await running();
  expect(await ana!.client.call(taskRoutes.stopTaskTimer, discard(stopOf(next)))).toEqual({ minutes: 0 });
  expect(await trackedOf(second.id)).toBe(10);
  await ana!.client.call(taskRoutes.startTaskTimer, start(second.id));
  const last = stopOf(await running());
  for (const _time of ["first", "sent again"])
    expect(await ana!.client.call(taskRoutes.stopTaskTimer, last)).toEqual({ minutes: 1 });
  expect(await trackedOf(second.id)).toBe(11);
});

test("a person who may no longer read a task stops their timer there, and corrects what they have logged", async () => {
  const zone = "UTC";
  const { id: taskId } = await ana!.create({ title: "Dredge", assigneeId: ben!.id });
  await ben!.client.call(taskRoutes.startTaskTimer, { body: { taskId, entryId: uuidv7(), zone } });
  await ana!.change(taskId, { assigneeId: null });
  const { timer } = await ben!.client.call(taskRoutes.getTaskTimer, {});
  expect(timer?.task).toEqual({ id: taskId, title: null });
  const entryId = uuidv7();
  const stop = { query: { taskId, startedAt: timer!.startedAt, entryId, zone } };
  expect(await ben!.client.call(taskRoutes.stopTaskTimer, stop)).toEqual({ minutes: 1 });
  const body = { changeId: uuidv7(), day: "2026-11-20", minutes: 20, note: "" };
  const changed = { params: { taskId, entryId }, body };
  expect(await ben!.client.call(taskRoutes.changeTaskTime, changed)).toEqual({ task: null });
  expect((await ana!.read(taskId)).trackedMinutes).toBe(20);
  const removed = { params: { taskId, entryId: body.changeId }, query: { changeId: uuidv7() } };
  expect(await codeOf(otis!.client.refused(taskRoutes.removeTaskTime, removed))).toBe("task_not_found");
  expect(await ben!.client.call(taskRoutes.removeTaskTime, removed)).toEqual({ task: null });
  expect((await ana!.read(taskId)).trackedMinutes).toBe(0);
});

test("a report that would leave out rows is refused", async () => {
  const [mia] = await createWorkers(server, { Rosa: { roles: ["admin"] } });
  const { rows } = await sql<{ id: string }>`
    INSERT INTO departments (name, slug) VALUES ('Lighthouse', 'lighthouse') RETURNING id`.execute(server.db);
  const departmentId = rows[0]!.id;
  const { id: taskId } = await mia!.create({ title: "Watch", departmentId });
  await sql`WITH people AS (INSERT INTO profiles (id, name)
      SELECT uuidv7(), 'Keeper ' || n FROM generate_series(1, 101) n RETURNING id)
    INSERT INTO task_time_entries (id, task_id, user_id, day, minutes)
    SELECT uuidv7(), ${taskId}, id, '2025-01-01'::date + d, 1 FROM people, generate_series(0, 99) d`.execute(
    server.db,
  );
  const report = (from: string, to: string) => ({ query: { from, to, departmentId } });
  const all = mia!.client.refused(taskRoutes.readTimeReport, report("2025-01-01", "2025-12-31"));
  expect(await codeOf(all)).toBe("time_report_too_large");
  const { total } = await mia!.client.call(taskRoutes.readTimeReport, report("2025-01-01", "2025-01-02"));
  expect(total).toBe(202);
});

test("a report sums a person's own time by day, and that of departments for those who manage tasks", async () => {
  const [mia, noor] = await createWorkers(server, {
    Mia: { roles: ["admin"] },
    Noor: { departments: ["Backend"] },
  });
  const { id: departmentId } = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", "Backend")
    .executeTakeFirstOrThrow();
  const [team, own] = [
    await noor!.create({ title: "Team", departmentId }),
    await noor!.create({ title: "Own" }),
  ];
  for (const [id, day, minutes] of [
    [team.id, "2026-10-01", 60],
    [team.id, "2026-10-01", 30],
    [own.id, "2026-10-02", 15],
  ] as const)
    await noor!.client.call(taskRoutes.addTaskTime, { ...ofTask(id), body: { id: uuidv7(), day, minutes } });
  const filter = { from: "2026-10-01", to: "2026-10-31" };
  const report = async (who: Worker) => {
    const { rows, total } = await who.client.call(taskRoutes.readTimeReport, { query: filter });
    return [total, ...rows.map(({ person, day, minutes }) => `${person.name} ${day} ${minutes}`)];
  };
  expect(await report(noor!)).toEqual([105, "Noor 2026-10-01 90", "Noor 2026-10-02 15"]);
  expect(await report(mia!)).toEqual([90, "Noor 2026-10-01 90"]);
  expect(await report(otis!)).toEqual([0]);
  const file = await noor!.client.call(taskRoutes.exportTaskTime, { query: { ...filter, limit: 2 } });
  expect(file.csv).toBe(
    "\uFEFFday,person,task,department,minutes,duration,note\n" +
      "2026-10-01,Noor,Team,Backend,60,1h,\n2026-10-01,Noor,Team,Backend,30,30m,\n",
  );
  expect(file.nextCursor).not.toBeNull();
  const forged = Buffer.from(JSON.stringify(["2026-13-77", uuidv7()])).toString("base64url");
  const strange = await noor!.client.send(
    "GET",
    `/api/task-time/export?from=2026-10-01&to=2026-10-31&cursor=${forged}`,
  );
  expect(strange.status).toBe(400);
  // A watcher of a department's task reads it, and not the name of the department.
  await noor!.watchers(team.id, { add: [otis!.id] });
  const logged = { id: uuidv7(), day: "2026-10-03", minutes: 5 };
  await otis!.client.call(taskRoutes.addTaskTime, { ...ofTask(team.id), body: logged });
  const watched = await otis!.client.call(taskRoutes.exportTaskTime, { query: filter });
  expect(watched.csv).toMatch(/\n2026-10-03,Otis,Team,,5,5m,\n$/);
  const wrong = { query: { from: "2026-10-02", to: "2026-10-01" } };
  expect(await codeOf(noor!.client.refused(taskRoutes.readTimeReport, wrong))).toBe("invalid_request");
});
