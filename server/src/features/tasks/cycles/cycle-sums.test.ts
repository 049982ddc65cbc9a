import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import { weekdayOf } from "@atoll/contract/zones";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { isFullCheck } from "../../../../../contract/test/full-check.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWorkers } from "../../../../test/tasks.ts";
import { todayAtServer } from "../../../platform/server-zone.ts";

const server = sharedServer();

/** A task as the report should count it. Days are counted from the first one of the cycle. */
interface Model {
  id: string;
  spans: { from: number; to?: number }[];
  isDone: boolean;
  deletedOn?: number;
}

const isIn = ({ spans, deletedOn }: Model) =>
  deletedOn === undefined && spans.at(-1)?.to === undefined && spans.length > 0;

/** A task that left on the first day was never in the plan. */
const counts = ({ to }: Model["spans"][number]) => to === undefined || to > 0;
const isCounted = ({ spans, deletedOn }: Model) => spans.some(counts) && deletedOn !== 0;
const isPlanned = ({ spans }: Model) => spans.some((span) => span.from <= 0 && counts(span));

function expected(all: readonly Model[], hasEnded: boolean) {
  const counted = all.filter(isCounted);
  const open = counted.filter((task) => isIn(task) && !task.isDone).length;
  return {
    planned: counted.filter(isPlanned).length,
    added: counted.filter((task) => !isPlanned(task)).length,
    removed: counted.filter((task) => !isIn(task)).length,
    done: counted.filter((task) => isIn(task) && task.isDone).length,
    moved: hasEnded ? open : 0,
    left: hasEnded ? 0 : open,
  };
}

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const seeds = isFullCheck ? [1, 2, 3] : [1];

test.each(seeds)("counts every task of a cycle once, whatever happens to it (seed %i)", async (seed) => {
  const [mia] = await createWorkers(server, { [`Mia ${seed}`]: { roles: ["admin"] } });
  const departmentId = uuidv7();
  await server.db
    .insertInto("departments")
    .values({ id: departmentId, slug: `d-${departmentId}`, name: `Team ${departmentId}` })
    .execute();
  const today = todayAtServer();
  const { list } = await mia!.client.call(taskCycleRoutes.setTaskCycles, {
    params: { departmentId },
    body: {
      ...{ version: 0, isOn: true, weeks: 8, weekday: weekdayOf(today), pauseWeeks: 0 },
      unfinished: "next",
    },
  });
  const cycleId = list.open[0]!.id;
  const next = random(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)];
  const all: Model[] = [];
  let day = 0;

  /** A day passes: everything that has happened is a day longer ago. */
  async function pass() {
    day += 1;
    await sql`UPDATE task_cycles SET starts_on = starts_on - 1, ends_on = ends_on - 1
      WHERE department_id = ${departmentId}`.execute(server.db);
    await sql`UPDATE task_cycle_spans SET added_at = added_at - interval '1 day',
      left_at = left_at - interval '1 day' WHERE cycle_id = ${cycleId}`.execute(server.db);
    await sql`UPDATE tasks SET deleted_at = deleted_at - interval '1 day'
      WHERE department_id = ${departmentId}`.execute(server.db);
  }

  /** The acts after it come within two minutes of adding it, on a slow machine too. */
  const hurry = async (task: Model) =>
    task.spans.at(-1)?.from === day &&
    sql`UPDATE task_cycle_spans SET added_at = now() WHERE task_id = ${task.id}
      AND left_at IS NULL`.execute(server.db);

  async function act() {
    const task = pick(all.filter(({ deletedOn }) => deletedOn === undefined));
    const what = next();
    if (!task || what < 0.25) {
      const { id } = await mia!.create({ departmentId, cycleId });
      all.push({ id, spans: [{ from: day }], isDone: false });
    } else if (what < 0.5) {
      const isAdded = !isIn(task);
      if (!isAdded) await hurry(task);
      await mia!.change(task.id, { cycleId: isAdded ? cycleId : null });
      const last = task.spans.at(-1);
      if (isAdded) task.spans.push({ from: day });
      // Taken back within two minutes, it was a mistake.
      else if (last?.from === day) task.spans.pop();
      else if (last) last.to = day;
    } else if (what < 0.75) {
      task.isDone = !task.isDone;
      await mia!.change(task.id, { status: task.isDone ? "done" : "in_review" });
    } else if (what < 0.85) {
      await hurry(task);
      await mia!.remove(task.id);
      if (isIn(task) && task.spans.at(-1)?.from === day) task.spans.pop();
      task.deletedOn = day;
    } else await pass();
  }

  const sums = async () => {
    const { report } = await mia!.client.call(taskCycleRoutes.getTaskCycle, { params: { cycleId } });
    const { planned, added, removed, done, moved, left } = report;
    const found = Object.entries({ planned, added, removed, done, moved, left });
    return Object.fromEntries(found.map(([name, { count }]) => [name, count]));
  };

  for (let turn = 0; turn < 50; turn += 1) {
    await act();
    if (turn % 10 === 9) expect(await sums()).toEqual(expected(all, false));
  }
  await mia!.client.call(taskCycleRoutes.endTaskCycle, {
    params: { cycleId },
    body: { version: 1, unfinished: "next" },
  });
  const frozen = await sums();
  expect(frozen).toEqual(expected(all, true));
  const { planned = 0, added = 0, removed = 0, done = 0, moved = 0, left = 0 } = frozen;
  expect(planned + added - removed).toBe(done + moved + left);
  for (const { id, deletedOn } of all) if (deletedOn === undefined) await mia!.remove(id);
  expect(await sums()).toEqual(frozen);
});
