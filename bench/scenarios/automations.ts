import { randomUUID } from "node:crypto";
import { startAtoll } from "../atoll-process.ts";
import { callWell } from "../member-calls.ts";
import { addPeople, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const watching = 500;
const warmUps = 100;
const trials = 600;
/** So that nobody reaches the limit of writes in a minute. */
const writers = 10;
const limit = 1.1;

/**
 * People create tasks, by turns in a department that nothing watches and in one that 500 automations watch. Both pay
 * for one look at an index, and the second one for one row. What the automations do follows after the commit, and they
 * watch only from tomorrow on, so that their work is not measured.
 */
export async function automations(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, writers);
  const [owner] = people;
  if (!owner) throw new Error("nobody is there");
  const [alone, watched] = [randomUUID(), randomUUID()];
  for (const id of [alone, watched]) {
    await database.query("INSERT INTO departments (id, name, slug) VALUES ($1, $2, $2)", [id, `d-${id}`]);
    await database.query(
      "INSERT INTO user_departments (user_id, department_id) SELECT p, $2 FROM unnest($1::uuid[]) p",
      [people.map((person) => person.id), id],
    );
  }
  await database.query(
    `INSERT INTO automations (id, owner_id, name, place_kind, place_id, trigger_kind, trigger, actions, sent_hash, on_since)
     SELECT gen_random_uuid(), $1, 'Watch ' || n, 'department', $2, 'task.created', '{"kind":"task.created"}', '[]', '',
       now() + interval '1 day' FROM generate_series(1, $3) n`,
    [owner.id, watched, watching],
  );
  await database.query("ANALYZE");
  const times = { alone: [] as number[], watched: [] as number[] };
  const create = async (departmentId: string, index: number) => {
    const began = performance.now();
    await callWell(people[index % writers] ?? owner, atoll.url, "POST", "/api/tasks", {
      body: { id: randomUUID(), title: `Task ${index}`, departmentId },
    });
    return performance.now() - began;
  };
  for (let index = 0; index < warmUps + trials; index += 1) {
    if (index % 100 === 0) say(`${index} of ${warmUps + trials}`);
    const [first, second] = [await create(alone, index), await create(watched, index)];
    if (index < warmUps) continue;
    times.alone.push(first);
    times.watched.push(second);
  }
  await database.end();
  await atoll.stop();
  const [before, after] = [quantile(times.alone, 0.5), quantile(times.watched, 0.5)];
  const ratio = after / before;
  return [
    `a new task: p50 ${ms(before)} where nothing watches, ${ms(after)} where ${watching} automations watch: ${ratio.toFixed(2)} times (limit ${limit}: ${ratio <= limit ? "held" : "NOT HELD"})`,
    `p99 ${ms(quantile(times.alone, 0.99))} and ${ms(quantile(times.watched, 0.99))}`,
  ];
}
