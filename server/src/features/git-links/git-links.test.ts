import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { cardRoutes } from "@atoll/contract/cards/routes";
import { gitLinkRoutes } from "@atoll/contract/git-links/routes";
import { type GitProvider, maxGitDelivery } from "@atoll/contract/git-links/schemas";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createPerson, createRole, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { gitlabMergeRequest, gitlabPush } from "../../../test/git-bodies.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { keepConnectionsJob } from "./receive-delivery.ts";

const server = sharedServer();
let ada: SignedIn;
let ben: SignedIn;
let adaPerson: TestPerson;
let departmentId: string;
let otherId: string;

interface Example {
  name: string;
  examples: { action?: string; ref?: string }[];
}
/** Returns what GitHub really sent, of one event and action. */
function example(event: string, action: string): Record<string, unknown> {
  const all: Example[] = createRequire(import.meta.url)("@octokit/webhooks-examples");
  const found = all
    .find(({ name }) => name === event)
    ?.examples.find((one) => one.action === action || one.ref === action);
  if (!found) throw new Error(`no example of ${event} ${action}`);
  return structuredClone(found) as Record<string, unknown>;
}

beforeAll(async () => {
  await createRole(server.db, { name: "connector", permissions: ["automations:manage"] });
});

async function newDepartment(...members: { id: string }[]): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO departments (id, name, slug) VALUES (${id}, ${`Team ${id}`}, ${id})`.execute(
    server.db,
  );
  for (const member of members)
    await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${member.id}, ${id})`.execute(
      server.db,
    );
  return id;
}

beforeEach(async () => {
  adaPerson = await createPerson(server.db, { name: "Ada Quay", roles: ["user", "connector"] });
  const other = await createPerson(server.db, { name: "Ben Roe" });
  departmentId = await newDepartment(adaPerson, other);
  otherId = await newDepartment(other);
  [ada, ben] = [await server.signIn(adaPerson), await server.signIn(other)];
});

interface Connected {
  id: string;
  secret: string;
  provider: GitProvider;
}
async function connect(provider: GitProvider = "github", moves = true, from = ada): Promise<Connected> {
  const body = { id: uuidv7(), name: "Site", provider, departmentId, movesOpened: moves, movesMerged: moves };
  const { secret } = await from.client.call(gitLinkRoutes.createGitConnection, { body });
  return { id: body.id, secret, provider };
}
const newTask = async (inId = departmentId, title = "Fix the pier") =>
  (await ben.client.call(taskRoutes.createTask, { body: { id: uuidv7(), title, departmentId: inId } })).task;
const statusOf = async (taskId: string) =>
  (await ben.client.call(taskRoutes.getTask, { params: { taskId } })).task.status;
const setStatus = (taskId: string, status: "todo" | "in_review" | "done") =>
  ben.client.call(taskRoutes.changeTask, { params: { taskId }, body: { changeId: uuidv7(), status } });
const linksOf = (id: string, more: { kind?: "task" | "card"; commits?: "all" } = {}, from = ben) =>
  from.client.call(gitLinkRoutes.listGitLinks, { query: { kind: "task", id, ...more } });
const own = async ({ id }: { id: string }) =>
  (await ada.client.call(gitLinkRoutes.listGitConnections, { query: {} })).items.find((one) => one.id === id);

const signed = ({ secret, provider }: Connected, raw: string): Record<string, string> =>
  provider === "gitlab"
    ? { "x-gitlab-token": secret }
    : { "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}` };

const post = (to: { id: string }, raw: string, headers: Record<string, string>) =>
  server.anyone.send("POST", `/api/git-hooks/${to.id}`, { raw, headers });

/** Sends a payload as its system does, and waits until it was read. */
async function deliver(to: Connected, event: string, payload: unknown, name: string = uuidv7()) {
  const raw = JSON.stringify(payload);
  const headers: Record<string, string> =
    to.provider === "gitlab"
      ? { "x-gitlab-event": event, "idempotency-key": name }
      : { "x-github-event": event, "x-github-delivery": name };
  const answer = await post(to, raw, { ...headers, ...signed(to, raw) });
  expect([answer.status, answer.body]).toEqual([202, ""]);
  return vi.waitFor(async () => {
    const last = (await own(to))?.lastDelivery;
    expect(last?.outcome).not.toBe("waiting");
    return last;
  });
}

/** An example of a pull request that names a task, at a minute of a day. */
function pull(action: string, taskId: string, minute: number, more: Record<string, unknown> = {}) {
  const payload = example("pull_request", action);
  Object.assign(payload.pull_request as object, {
    ...{ title: "Mend the pier", body: `See https://atoll.example.test/tasks?task=${taskId}.` },
    ...{ updated_at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(), ...more },
  });
  return payload;
}
const merged = (taskId: string, minute: number, more = {}) =>
  pull("closed", taskId, minute, {
    merged: true,
    merged_at: "2026-11-20T09:30:00Z",
    state: "closed",
    ...more,
  });

describe("a delivery", () => {
  test("is refused in the same way with a wrong signature, without one and for no connection", async () => {
    for (const provider of ["github", "gitlab"] as const) {
      const connection = await connect(provider);
      const [raw, other] = ['{"zen":"x"}', await connect(provider)];
      const answers = [
        await post(connection, raw, {}),
        await post(connection, raw, signed(other, raw)),
        await post(connection, raw, { "x-hub-signature-256": "sha256=ü", "x-gitlab-token": "" }),
        await post({ id: uuidv7() }, raw, signed(connection, raw)),
      ];
      const bodies = answers.map(({ status, body }) => [
        status,
        (body as { error: { code: string } }).error?.code,
      ]);
      expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect((await own(connection))?.lastDelivery).toBeNull();
    }
    const github = await connect();
    expect((await post(github, '{"zen":"y"}', signed(github, '{"zen":"x"}'))).status).toBe(401);
  });

  test("counts once, under its own name and under another", async () => {
    const [connection, task] = [await connect(), await newTask()];
    const name = uuidv7();
    await deliver(connection, "pull_request", pull("opened", task.id, 1), name);
    expect(await statusOf(task.id)).toBe("in_progress");
    await setStatus(task.id, "todo");
    await deliver(connection, "pull_request", pull("opened", task.id, 1), name);
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    const { rows } = await sql`SELECT FROM git_deliveries WHERE connection_id = ${connection.id}`.execute(
      server.db,
    );
    expect(rows).toHaveLength(1);
    expect(await statusOf(task.id)).toBe("todo");
  });

  test("is read again if it had no effect because the connection was paused", async () => {
    const [connection, task] = [await connect(), await newTask()];
    const change = async (isOn: boolean) => {
      const { version = 0 } = (await own(connection)) ?? {};
      const params = { connectionId: connection.id };
      await ada.client.call(gitLinkRoutes.changeGitConnection, { params, body: { version, isOn } });
    };
    const [payload, name] = [pull("opened", task.id, 1), uuidv7()];
    await change(false);
    expect(await deliver(connection, "pull_request", payload, name)).toMatchObject({ outcome: "ignored" });
    await change(true);
    expect(await deliver(connection, "pull_request", payload, name)).toMatchObject({ outcome: "done" });
    expect(await statusOf(task.id)).toBe("in_progress");
  });

  test("is read again if its job gave up, which the connection says after a night", async () => {
    const [connection, task] = [await connect(), await newTask()];
    const lose = () =>
      sql`UPDATE git_deliveries SET outcome = 'waiting', at = now() - interval '4 hours'
        WHERE connection_id = ${connection.id}`.execute(server.db);
    const payload = { ...pull("opened", task.id, 1), action: "labeled" };
    await deliver(connection, "pull_request", payload);
    await lose();
    expect(await deliver(connection, "pull_request", payload)).toMatchObject({ outcome: "done" });
    await lose();
    await keepConnectionsJob().run({ tx: server.db, data: {}, signal: new AbortController().signal });
    expect((await own(connection))?.lastDelivery).toMatchObject({ outcome: "failed" });
  });

  test("is refused if it is too large, and answered alike if nobody can read it", async () => {
    const connection = await connect();
    const large = JSON.stringify({ text: "x".repeat(maxGitDelivery) });
    expect((await post(connection, large, signed(connection, large))).status).toBe(413);
    expect(await deliver(connection, "pull_request", { action: "opened" })).toMatchObject({
      outcome: "failed",
    });
    expect(await deliver(connection, "ping", { zen: "Calm" })).toMatchObject({ outcome: "ignored" });
    expect(await deliver(connection, "star", example("star", "created"))).toMatchObject({
      outcome: "ignored",
    });
    const deep = `${"[".repeat(200)}${"]".repeat(200)}`;
    expect((await post(connection, deep, signed(connection, deep))).status).toBe(202);
    const form = `payload=${encodeURIComponent(JSON.stringify(pull("opened", (await newTask()).id, 1)))}`;
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-github-event": "pull_request" };
    await post(connection, form, { ...headers, ...signed(connection, form) });
    await vi.waitFor(async () => expect((await own(connection))?.lastDelivery?.outcome).toBe("done"));
  });

  test("with the key of another department's task changes nothing, and is answered alike", async () => {
    const connection = await connect();
    const foreign = await newTask(otherId);
    const told = await deliver(connection, "pull_request", pull("opened", foreign.id, 1));
    const nobodys = await deliver(connection, "pull_request", pull("opened", uuidv7(), 1));
    expect(told?.detail).toBe(nobodys?.detail);
    expect(await statusOf(foreign.id)).toBe("todo");
    expect(await linksOf(foreign.id)).toMatchObject({ pulls: [] });
  });
});

describe("a pull request", () => {
  test("is shown on the task at once, and moves it when it is opened and merged", async () => {
    const [connection, task] = [await connect(), await newTask()];
    const socket = await server.connect(ben);
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    expect((await socket.next("git-links.changed")).subjectId).toBe(task.id);
    const { pulls } = await linksOf(task.id);
    expect(pulls).toMatchObject([
      {
        ...{ repository: "Codertocat/Hello-World", number: "2", title: "Mend the pier", state: "open" },
        ...{ author: "Codertocat", url: "https://github.com/Codertocat/Hello-World/pull/2" },
      },
    ]);
    expect(await statusOf(task.id)).toBe("in_progress");
    await deliver(connection, "pull_request", pull("converted_to_draft", task.id, 2, { draft: true }));
    expect((await linksOf(task.id)).pulls).toMatchObject([{ state: "draft" }]);
    await deliver(connection, "pull_request", merged(task.id, 3));
    expect((await linksOf(task.id)).pulls).toMatchObject([{ state: "merged" }]);
    expect(await statusOf(task.id)).toBe("done");
    const params = { taskId: task.id };
    const { items } = await ben.client.call(taskRoutes.listTaskHistory, { params, query: {} });
    expect(items.filter(({ field }) => field === "status").map(({ actor }) => actor.id)).toEqual([
      ada.user.id,
      ada.user.id,
    ]);
  });

  test("moves nothing if the connection does not, and nothing back that somebody moved", async () => {
    const [still, task] = [await connect("github", false), await newTask()];
    await deliver(still, "pull_request", pull("opened", task.id, 1));
    expect(await statusOf(task.id)).toBe("todo");
    const connection = await connect();
    await setStatus(task.id, "in_review");
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    expect(await statusOf(task.id)).toBe("in_review");
    await ada.client.call(gitLinkRoutes.deleteGitConnection, { params: { connectionId: still.id } });
    await deliver(connection, "pull_request", merged(task.id, 2));
    expect(await statusOf(task.id)).toBe("done");
    await setStatus(task.id, "todo");
    await deliver(connection, "pull_request", pull("reopened", task.id, 3));
    await deliver(connection, "pull_request", merged(task.id, 4));
    expect(await statusOf(task.id)).toBe("todo");
  });

  test("keeps its newest state when deliveries arrive in another order", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await deliver(connection, "pull_request", merged(task.id, 5));
    expect(await statusOf(task.id)).toBe("done");
    const late = await deliver(connection, "pull_request", pull("opened", task.id, 1));
    expect(late).toMatchObject({ outcome: "ignored", detail: "It is older than what is shown" });
    expect((await linksOf(task.id)).pulls).toMatchObject([{ state: "merged" }]);
    expect(await statusOf(task.id)).toBe("done");
  });

  test("stays linked when its text names the task no longer, and moves it no more", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    await deliver(connection, "pull_request", merged(task.id, 2, { body: null }));
    expect((await linksOf(task.id)).pulls).toMatchObject([{ state: "merged" }]);
    expect(await statusOf(task.id)).toBe("in_progress");
  });

  test("finishes a task if a later event of it is read before the one of its merge, or it alone", async () => {
    const [connection, task, other] = [await connect(), await newTask(), await newTask()];
    const labeled = (taskId: string, number: number) => ({ ...merged(taskId, 9), action: "labeled", number });
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    await deliver(connection, "pull_request", labeled(task.id, 2));
    expect(await statusOf(task.id)).toBe("done");
    // One that was merged before it was known moves nothing, until the merge itself is read.
    await deliver(connection, "pull_request", labeled(other.id, 8));
    expect(await statusOf(other.id)).toBe("todo");
    await deliver(connection, "pull_request", { ...merged(other.id, 5), number: 8 });
    expect(await statusOf(other.id)).toBe("done");
  });

  test("makes a move that an interrupted job had only claimed", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await deliver(connection, "pull_request", pull("labeled", task.id, 1));
    await setStatus(task.id, "todo");
    await sql`UPDATE git_links SET due_move = 'opened', due_at = clock_timestamp(), opened_change = ${uuidv7()}
      WHERE task_id = ${task.id}`.execute(server.db);
    await deliver(connection, "pull_request", pull("labeled", task.id, 2));
    expect(await statusOf(task.id)).toBe("in_progress");
  });

  test("is the same after its repository was renamed, and starts a task no second time", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    await setStatus(task.id, "todo");
    const renamed = pull("labeled", task.id, 2, { html_url: "https://github.com/harbour/pier/pull/2" });
    Object.assign(renamed.repository as object, {
      ...{ full_name: "harbour/pier", html_url: "https://github.com/harbour/pier" },
    });
    await deliver(connection, "pull_request", renamed);
    expect((await linksOf(task.id)).pulls).toMatchObject([{ repository: "harbour/pier", state: "open" }]);
    expect(await statusOf(task.id)).toBe("todo");
  });

  test("stays removed from a task once a reader removed it, and neither moves nor blocks it", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    const params = { linkId: (await linksOf(task.id)).pulls[0]?.id ?? "" };
    const stranger = await server.signIn(await createPerson(server.db, { name: "Di Fenn" }));
    expect((await stranger.client.refused(gitLinkRoutes.removeGitLink, { params })).status).toBe(404);
    await ben.client.call(gitLinkRoutes.removeGitLink, { params });
    await deliver(connection, "pull_request", pull("reopened", task.id, 2));
    expect((await linksOf(task.id)).pulls).toEqual([]);
    await deliver(connection, "pull_request", { ...merged(task.id, 3), number: 7 });
    expect((await linksOf(task.id)).pulls).toHaveLength(1);
    expect(await statusOf(task.id)).toBe("done");
  });

  test("finishes the task once the other open ones are closed, and not for one of another department", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    await deliver(connection, "pull_request", { ...merged(task.id, 2), number: 7 });
    expect(await statusOf(task.id)).toBe("in_progress");
    await deliver(connection, "pull_request", pull("closed", task.id, 3, { merged: false, merged_at: null }));
    expect(await statusOf(task.id)).toBe("done");
    const moved = await newTask();
    await deliver(connection, "pull_request", { ...pull("opened", moved.id, 4), number: 9 });
    await sql`UPDATE git_connections SET department_id = ${otherId} WHERE id = ${connection.id}`.execute(
      server.db,
    );
    await deliver(await connect(), "pull_request", { ...merged(moved.id, 5), number: 10 });
    expect(await statusOf(moved.id)).toBe("done");
  });

  test("does not finish a task that another open one names", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    const second = { ...merged(task.id, 2), number: 7 };
    expect(await deliver(connection, "pull_request", second)).toMatchObject({
      outcome: "done",
      detail: "A task was not moved, because another pull request of it is open.",
    });
    expect(await statusOf(task.id)).toBe("in_progress");
  });

  test("has hostile words shown as text, and no address outside its repository", async () => {
    const [connection, task] = [await connect(), await newTask()];
    const title = `<img src=x onerror=alert(1)>\u0000\u202Egnp\ud800 ${"é".repeat(5_000)}`;
    for (const [index, html_url] of [
      "javascript:alert(1)",
      "https://github.com.evil.test/Codertocat/Hello-World/pull/2",
      "https://github.com/Codertocat/Hello-World/../../evil/pull/2",
      "http://github.com/Codertocat/Hello-World/pull/2",
      "https://a:b@github.com/Codertocat/Hello-World/pull/2",
    ].entries()) {
      await deliver(connection, "pull_request", pull("opened", task.id, index, { title, html_url }));
      const [link] = (await linksOf(task.id)).pulls;
      expect(link).toMatchObject({ url: null });
      expect(link?.title).toMatch(/^<img src=x onerror=alert\(1\)> gnp/);
      expect(link?.title.length).toBeLessThanOrEqual(300);
    }
  });

  test("on GitLab is linked and moves, and later events keep its author", async () => {
    const [connection, task] = [await connect("gitlab"), await newTask()];
    const request = (action: string, state: string, minute: number) =>
      gitlabMergeRequest({ action, state, minute, description: `Ends ${task.id}` });
    await deliver(connection, "Merge Request Hook", request("open", "opened", 1));
    expect(await statusOf(task.id)).toBe("in_progress");
    await deliver(connection, "Merge Request Hook", request("merge", "merged", 2));
    expect(await statusOf(task.id)).toBe("done");
    expect((await linksOf(task.id)).pulls).toMatchObject([
      {
        ...{ repository: "harbour/site", number: "12", state: "merged", author: "Mo Lind" },
        url: "https://gitlab.example.test/harbour/site/-/merge_requests/12",
      },
    ]);
  });

  test("moves a bug or the one that it was merged into, and says why it could not be finished", async () => {
    const { rows } = await sql<{ id: string }>`SELECT id FROM departments WHERE slug = 'frontend'`.execute(
      server.db,
    );
    departmentId = rows[0]?.id ?? "";
    for (const { user } of [ada, ben])
      await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${user.id}, ${departmentId})`.execute(
        server.db,
      );
    await server.felt();
    const { sections } = await ben.client.call(cardRoutes.listSections, { params: { slug: "frontend" } });
    const bugs = sections.find(({ type }) => type.slug === "bugs")?.type.id ?? "";
    const body = { id: uuidv7(), title: "The pier sinks", data: { severity: "S2" } };
    await ben.client.call(cardRoutes.createCard, { params: { typeId: bugs }, body });
    const connection = await connect();
    const stage = async () =>
      (await ben.client.call(cardRoutes.getCard, { params: { cardId: body.id } })).card.stage;
    await deliver(connection, "pull_request", pull("opened", body.id, 1));
    expect(await stage()).toBe("in_progress");
    expect((await linksOf(body.id, { kind: "card" })).pulls).toHaveLength(1);
    const told = await deliver(connection, "pull_request", merged(body.id, 2));
    expect(told?.detail).toMatch(/^A bug could not be moved: /);
    expect(await stage()).toBe("in_progress");
    const target = { id: uuidv7(), title: "The pier sinks again", data: { severity: "S2" } };
    await ben.client.call(cardRoutes.createCard, { params: { typeId: bugs }, body: target });
    await sql`UPDATE cards SET merged_into_id = ${target.id} WHERE id = ${body.id}`.execute(server.db);
    await deliver(connection, "pull_request", { ...pull("opened", body.id, 3), number: 8 });
    const links = await linksOf(target.id, { kind: "card" });
    expect(links.pulls.map(({ number }) => number)).toEqual(["8", "2"]);
    const { card } = await ben.client.call(cardRoutes.getCard, { params: { cardId: target.id } });
    expect(card.stage).toBe("in_progress");
  });
});

describe("a push", () => {
  test("links its branch and the commits that name a task, the last five at first", async () => {
    const [connection, task] = [await connect(), await newTask()];
    const push = (ref: string, count: number) => {
      const payload = example("push", "refs/heads/master");
      const [first] = payload.commits as Record<string, unknown>[];
      const commits = Array.from({ length: count }, (_, index) => ({
        ...first,
        id: String(index).padStart(40, "a"),
        message: `Mend plank ${index}\n\nFor ${task.id.toUpperCase()}`,
        timestamp: new Date(Date.UTC(2026, 10, 20, 9, index)).toISOString(),
      }));
      return { ...payload, ref, commits };
    };
    await deliver(connection, "push", push(`refs/heads/fix/${task.id}`, 7));
    const few = await linksOf(task.id);
    expect(few.branches).toMatchObject([
      { title: `fix/${task.id}`, url: `https://github.com/Codertocat/Hello-World/tree/fix/${task.id}` },
    ]);
    expect(few.commits.map(({ title }) => title)).toEqual([6, 5, 4, 3, 2].map((at) => `Mend plank ${at}`));
    expect(few.commitCount).toBe(7);
    expect((await linksOf(task.id, { commits: "all" })).commits).toHaveLength(7);
    const many = push("refs/heads/main", 130);
    const { length } = many.commits;
    await deliver(connection, "push", many);
    const { rows } = await sql`SELECT FROM git_links WHERE task_id = ${task.id} AND kind = 'commit'`.execute(
      server.db,
    );
    expect([length, rows.length]).toEqual([130, 100]);
    const before = "2".repeat(40);
    const gone = { ...push(`refs/heads/fix/${task.id}`, 0), before, after: "0".repeat(40) };
    await deliver(connection, "push", gone);
    expect(await linksOf(task.id)).toMatchObject({ branches: [], commitCount: 100 });
    // A late push to it before it was deleted.
    const late = { ...push(`refs/heads/fix/${task.id}`, 1), before: "1".repeat(40), after: before };
    await deliver(connection, "push", late);
    expect((await linksOf(task.id)).branches).toEqual([]);
    expect(await statusOf(task.id)).toBe("todo");
    expect(await deliver(connection, "push", example("push", "refs/tags/simple-tag"))).toMatchObject({
      outcome: "ignored",
    });
  });

  test("on Gitea shows a branch until it reports that it was deleted", async () => {
    const [connection, task] = [await connect(), await newTask()];
    const repository = {
      id: 4,
      full_name: "harbour/site",
      html_url: "https://git.example.test/harbour/site",
    };
    const ref = `fix/${task.id}`;
    const push = { ref: `refs/heads/${ref}`, before: "0".repeat(40), after: "a".repeat(40), repository };
    await deliver(connection, "push", { ...push, commits: [], pusher: { login: "mo" } });
    expect((await linksOf(task.id)).branches).toHaveLength(1);
    await deliver(connection, "delete", { ref, ref_type: "tag", repository });
    expect((await linksOf(task.id)).branches).toHaveLength(1);
    await deliver(connection, "delete", { ref, ref_type: "branch", pusher_type: "user", repository });
    expect((await linksOf(task.id)).branches).toEqual([]);
  });

  test("on GitLab that makes a branch again has the same body, and shows it again", async () => {
    const [connection, task] = [await connect("gitlab"), await newTask()];
    const made = gitlabPush(`pier-${task.id}`, "Mend it");
    await deliver(connection, "Push Hook", made);
    await deliver(connection, "Push Hook", {
      ...made,
      before: made.after,
      after: "0".repeat(40),
      commits: [],
    });
    expect((await linksOf(task.id)).branches).toEqual([]);
    await deliver(connection, "Push Hook", made);
    expect((await linksOf(task.id)).branches).toHaveLength(1);
  });

  test("on GitLab links what names a task", async () => {
    const [connection, task] = [await connect("gitlab"), await newTask()];
    await deliver(connection, "Push Hook", gitlabPush(`pier-${task.id}`, `Mend it (${task.id})`));
    expect(await linksOf(task.id)).toMatchObject({
      branches: [{ author: "Mo Lind", url: expect.stringContaining("/harbour/site/-/tree/pier-") }],
      commits: [{ number: "da15608", title: `Mend it (${task.id})`, author: "Mo Lind" }],
    });
  });
});

describe("a connection", () => {
  test("is paused when its owner may not manage automations any more, and they are notified", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await sql`DELETE FROM user_roles ur USING roles r
      WHERE r.id = ur.role_id AND r.name = 'connector' AND ur.user_id = ${ada.user.id}`.execute(server.db);
    const raw = JSON.stringify(pull("opened", task.id, 1));
    await post(connection, raw, { ...signed(connection, raw), "x-github-event": "pull_request" });
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT FROM git_connections WHERE id = ${connection.id} AND NOT is_on
        AND stop_reason = 'right_lost'`.execute(server.db);
      expect(rows).toHaveLength(1);
    });
    expect(await statusOf(task.id)).toBe("todo");
    expect((await linksOf(task.id)).pulls).toEqual([]);
    await everybodyNotified(server.db);
    const { items } = await ada.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items).toContainEqual(expect.objectContaining({ kind: "git-connection.stopped" }));
  });

  test("is paused with the sessions of its owner, and goes on once they resume it", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await sql`UPDATE sessions SET ended_at = now() WHERE way = 'token' AND user_id = ${ada.user.id}`.execute(
      server.db,
    );
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    const paused = await own(connection);
    expect(paused).toMatchObject({ isOn: false, stopReason: "access_ended" });
    await deliver(connection, "pull_request", pull("opened", task.id, 2));
    expect((await linksOf(task.id)).pulls).toEqual([]);
    const params = { connectionId: connection.id };
    const body = { version: paused?.version ?? 0, isOn: true };
    await ada.client.call(gitLinkRoutes.changeGitConnection, { params, body });
    await deliver(connection, "pull_request", pull("reopened", task.id, 3));
    expect(await statusOf(task.id)).toBe("in_progress");
  });

  test("stops with its old secret, and gets a new one with a new owner, and the former owner is notified", async () => {
    const connection = await connect();
    const params = { connectionId: connection.id };
    const { secret } = await ada.client.call(gitLinkRoutes.renewGitSecret, { params });
    const raw = JSON.stringify({ zen: "x" });
    expect((await post(connection, raw, signed(connection, raw))).status).toBe(401);
    await deliver({ ...connection, secret }, "ping", { zen: "x" });
    const person = await createPerson(server.db, { name: "Cy Dell", roles: ["user", "connector"] });
    await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${person.id}, ${departmentId})`.execute(
      server.db,
    );
    const cy = await server.signIn(person);
    const refusals = [
      await cy.client.refused(gitLinkRoutes.renewGitSecret, { params }),
      await cy.client.refused(gitLinkRoutes.changeGitConnection, {
        params,
        body: { version: 1, name: "Mine" },
      }),
    ];
    expect(refusals.map(({ body }) => body.error.code)).toEqual(Array(2).fill("git_connection_of_other"));
    const socket = await server.connect(ada);
    const taken = await cy.client.call(gitLinkRoutes.takeOverGitConnection, { params, body: { version: 1 } });
    expect(taken.connection).toMatchObject({ isOwn: true, isOn: false, owner: { name: "Cy Dell" } });
    expect((await post(connection, raw, signed({ ...connection, secret }, raw))).status).toBe(401);
    expect(
      (await post(connection, raw, signed({ ...connection, secret: taken.secret ?? "" }, raw))).status,
    ).toBe(202);
    const again = await cy.client.call(gitLinkRoutes.takeOverGitConnection, { params, body: { version: 1 } });
    expect(again.secret).toBeNull();
    await socket.next("git-connections.changed");
    await everybodyNotified(server.db);
    const { items } = await ada.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items).toContainEqual(
      expect.objectContaining({ title: "Your repository connection “Site” was taken over" }),
    );
    expect((await ben.client.refused(gitLinkRoutes.deleteGitConnection, { params })).status).toBe(403);
    await cy.client.call(gitLinkRoutes.deleteGitConnection, { params });
  });

  test("created again gets another secret until it has received something", async () => {
    const body = {
      ...{ id: uuidv7(), name: "Site", provider: "github" as const, departmentId },
      ...{ movesOpened: false, movesMerged: false },
    };
    const create = () => ada.client.call(gitLinkRoutes.createGitConnection, { body });
    const [first, { secret }] = [await create(), await create()];
    expect(secret).not.toBe(first.secret);
    await deliver({ ...body, secret }, "ping", { zen: "x" });
    const { body: refusal } = await ada.client.refused(gitLinkRoutes.createGitConnection, { body });
    expect(refusal.error.code).toBe("git_connection_id_taken");
    const { rows } = await sql<{ action: string }>`SELECT action FROM audit_log
      WHERE subject_id = ${body.id} ORDER BY at`.execute(server.db);
    expect(rows.map(({ action }) => action)).toEqual(["git-connection.created", "git-connection.renewed"]);
  });

  test("shows its links only to readers of the task, and not after it left the department", async () => {
    const [connection, task] = [await connect(), await newTask()];
    await deliver(connection, "pull_request", pull("opened", task.id, 1));
    const stranger = await server.signIn(await createPerson(server.db, { name: "Di Fenn" }));
    const query = { kind: "task" as const, id: task.id };
    const { status } = await stranger.client.refused(gitLinkRoutes.listGitLinks, { query });
    expect(status).toBe(404);
    const body = { changeId: uuidv7(), departmentId: otherId };
    await ben.client.call(taskRoutes.changeTask, { params: { taskId: task.id }, body });
    expect((await linksOf(task.id)).pulls).toEqual([]);
    await deliver(connection, "pull_request", merged(task.id, 2));
    expect(await statusOf(task.id)).toBe("in_progress");
  });
});
