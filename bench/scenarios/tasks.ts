import { randomUUID } from "node:crypto";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";
import { callWell } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSocket } from "../sockets.ts";
import { addTasks } from "../task-load.ts";

const boardTasks = 10_000;
/** The share of these that the viewer sees, through their department. */
const ownShare = 0.3;
const analyticsTasks = 100_000;
const people = 60;
const limits = { boardMs: 60, filterMs: 50, changeMs: 100, analyticsMs: 200 };

/**
 * Tasks at a size: the first columns of a board of 10,000 tasks of which its viewer sees 3,000, a filter by text while
 * somebody types it, a change on its way to another open board, which applies it without asking for anything, and
 * analytics over 100,000 tasks, for a member of one department and for who sees those of all.
 */
export async function tasks(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const members = await addPeople(database, people);
  const { rows } = await database.query<{ id: string }>("SELECT id FROM departments ORDER BY name");
  const [ownDepartment = "", ...otherDepartments] = rows.map(({ id }) => id);
  // A third are of the department; the others make its tasks as little as anybody else does.
  const team = members.slice(0, people / 3);
  const outside = members.slice(people / 3);
  await database.query(
    "INSERT INTO user_departments (user_id, department_id) SELECT id, $2 FROM unnest($1::uuid[]) AS m (id)",
    [team.map(({ id }) => id), ownDepartment],
  );
  const managers = outside.slice(0, 5);
  await database.query(
    `INSERT INTO user_roles (user_id, role_id) SELECT m.id, r.id FROM unnest($1::uuid[]) AS m (id), roles r
     WHERE r.name = 'super_admin'`,
    [managers.map(({ id }) => id)],
  );
  const load = { people: outside.map(({ id }) => id), ownDepartment, otherDepartments, ownShare };
  say(`writing ${boardTasks} tasks`);
  await addTasks(database, { ...load, count: boardTasks, from: 1 });

  const client = createHttpClient(atoll.url);
  const measure = async (who: readonly Member[], paths: readonly string[], times: number) => {
    const took: number[] = [];
    // The first ones find plans and pages; they are not measured.
    for (let turn = -5; turn < times; turn += 1) {
      const at = Math.abs(turn);
      const token = who[at % who.length]?.token;
      const path = paths[at % paths.length] ?? "";
      const { tookMs } = await client.call({ path, headers: { authorization: `Bearer ${token}` } });
      if (turn >= 0) took.push(tookMs);
    }
    return took;
  };
  const board = `${taskRoutes.getBoard.path}?statuses=todo,in_progress,in_review,done`;
  say("the board");
  const boards = await measure(team, [board], 200);
  say("a filter while it is typed");
  const typed = ["ber", "bert", "berth", "inv", "invo", "invoice", "task 12", "words as", "zzz"];
  const filters = await measure(
    team,
    typed.map((text) => `${board}&text=${encodeURIComponent(text)}`),
    200,
  );
  say("changes on their way to another board");
  const changes = await measureChanges(atoll, team);

  say(`writing ${analyticsTasks - boardTasks} tasks more`);
  await addTasks(database, { ...load, count: analyticsTasks - boardTasks, from: boardTasks + 1 });
  const periods = { "12 weeks": 84, "52 weeks": 364, "2 years": 730 };
  const counted: [what: string, took: number[]][] = [];
  for (const [what, who] of [
    ["a member of one department", team],
    ["who sees all", managers],
  ] as const) {
    for (const [period, days] of Object.entries(periods)) {
      say(`analytics of ${period} for ${what}`);
      const day = (back: number) => new Date(Date.now() - back * 24 * 3600_000).toISOString().slice(0, 10);
      const path = `${taskRoutes.getTaskAnalytics.path}?from=${day(days - 1)}&to=${day(0)}&zone=Europe/Lisbon`;
      counted.push([`${period}, ${what}`, await measure(who, [path], 30)]);
    }
  }
  client.close();
  await database.end();
  await atoll.stop();

  const line = (what: string, took: readonly number[], limit: number, q = 0.5) => {
    const held = quantile(took, q) <= limit ? "held" : "EXCEEDED";
    return `${what}: p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))} (limit ${limit} ms at p${q * 100}: ${held})`;
  };
  return [
    `${boardTasks} tasks, of which the viewer sees ${boardTasks * ownShare}; one request at a time, through the whole server`,
    line("first columns of the board, 50 of each", boards, limits.boardMs),
    line("filter by text while typing", filters, limits.filterMs),
    line("a change, to the event at another open board, which is the task", changes, limits.changeMs, 0.99),
    `analytics over ${analyticsTasks} tasks of two years`,
    ...counted.map(([what, took]) => line(what, took, limits.analyticsMs)),
  ];
}

/** From before a change is sent until the board of a colleague has the task as it then is. */
async function measureChanges(
  atoll: Awaited<ReturnType<typeof startAtoll>>,
  [watching, ...changing]: readonly Member[],
): Promise<number[]> {
  const first = changing[0];
  if (!watching || !first) throw new Error("there is nobody to change tasks");
  const heard = new Map<string, () => void>();
  const socket = await openSocket(atoll, watching.token, (name, payload) => {
    if (name !== "task.changed") return;
    const { task } = payload as { task: { title: string } };
    heard.get(task.title)?.();
    heard.delete(task.title);
  });
  const list = await callWell(first, atoll.url, "GET", `${taskRoutes.listTasks.path}?limit=50`);
  const ids = (JSON.parse(list) as { items: { id: string }[] }).items.map(({ id }) => id);
  const took: number[] = [];
  for (let turn = 0; turn < 300; turn += 1) {
    const title = `Changed ${randomUUID()}`;
    const path = taskRoutes.changeTask.path.replace(":taskId", ids[turn % ids.length] ?? "");
    const arrived = new Promise<void>((resolve) => heard.set(title, resolve));
    const startedAt = performance.now();
    const member = changing[turn % changing.length] ?? first;
    await callWell(member, atoll.url, "PATCH", path, { body: { changeId: randomUUID(), title } });
    await arrived;
    if (turn >= 20) took.push(performance.now() - startedAt);
  }
  socket.close();
  return took;
}
