import { startAtoll } from "../atoll-process.ts";
import { type LargeInput, largeInputs, lists } from "../large-inputs.ts";
import { callAs } from "../member-calls.ts";
import { addChannel, addPeople, type Member, openDatabase } from "../people.ts";
import { addTasks } from "../task-load.ts";

const limitMs = 50;
const turns = 3;
const peopleCount = 600;

/**
 * How long the event loop is held at a stretch, in CPU time of the main thread, by each route whose input is a rule, a
 * file, a pattern or a list of people, as large as the route allows; then by each list that shows the result. There is no
 * floor: an idle loop is held by nothing. Rules that attack are in `calendar-loop`, hostile values in `hostile-input`.
 */
export async function largeInput(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({ probe: "./probes/loop-holds.ts" });
  const database = await openDatabase(atoll);
  const people = await addPeople(database, peopleCount);
  const [owner] = people as [Member, ...Member[]];
  const ids = people.map(({ id }) => id);
  const one = async (statement: string, values: unknown[] = []) =>
    String(Object.values((await database.query(statement, values)).rows[0] ?? {})[0]);
  await database.query(
    "INSERT INTO user_roles (user_id, role_id) SELECT $1, id FROM roles WHERE name = 'super_admin'",
    [owner.id],
  );
  await database.query(
    "INSERT INTO user_departments (user_id, department_id) SELECT $1, id FROM departments",
    [owner.id],
  );
  const ownDepartment = await one("SELECT id FROM departments ORDER BY name LIMIT 1");
  await addTasks(database, {
    ...{ count: 5_000, people: [owner.id], ownDepartment, otherDepartments: [ownDepartment] },
    ...{ ownShare: 1, from: 1 },
  });
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM tasks WHERE parent_id IS NULL LIMIT 200",
  );
  const inputs = largeInputs({
    people: ids.slice(1),
    tasks: rows.map(({ id }) => id),
    channelId: await addChannel(database, "large", ids),
    seriesTypeId: await one("SELECT id FROM card_types t WHERE to_jsonb(t)::text LIKE '%series%' LIMIT 1"),
    apiTypeId: await one("SELECT id FROM card_types WHERE options->>'imports' = 'openapi' LIMIT 1"),
    schemaTypeId: await one("SELECT id FROM card_types WHERE options->>'imports' = 'ddl' LIMIT 1"),
    roleId: await one("SELECT id FROM roles WHERE name = 'user'"),
  });
  await database.query("ANALYZE");
  await database.end();

  const lines: string[] = [];
  async function measure({ what, method, path, body }: LargeInput): Promise<void> {
    let [heldMs, tookMs] = [0, 0];
    const statuses = new Set<number>();
    for (let turn = 0; turn < turns; turn += 1) {
      const sent = body?.();
      await atoll.takeMeasured();
      const began = performance.now();
      const { status } = await callAs(owner, atoll.url, method, path, sent ? { body: sent } : {});
      tookMs = performance.now() - began;
      statuses.add(status);
      const { heldMs: held = [] } = await atoll.takeMeasured();
      // The first turn warms the server up.
      if (turn > 0) heldMs = Math.max(heldMs, ...held);
    }
    const verdict = heldMs <= limitMs ? "held" : "EXCEEDED";
    lines.push(
      `${heldMs.toFixed(0).padStart(6)} ms  ${what}: answered ${[...statuses].join(", ")} after ${tookMs.toFixed(0)} ms (limit ${limitMs} ms: ${verdict})`,
    );
  }
  for (const input of inputs) {
    say(input.what);
    await measure(input);
  }
  for (const path of lists) await measure({ what: `list: ${path.split("?")[0]}`, method: "GET", path });
  await atoll.stop();
  return lines;
}
