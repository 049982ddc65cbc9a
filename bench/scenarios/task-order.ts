import { randomUUID } from "node:crypto";
import { startAtoll } from "../atoll-process.ts";
import { pick } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { addTasks } from "../tasks.ts";

const people = 20;
const moves = 1_000;
const perColumn = 15;
const statuses = ["todo", "in_progress", "in_review", "done"] as const;

interface Board {
  columns: { status: string; items: { id: string; rank: string }[] }[];
}

/**
 * Twenty people move the same sixty cards at random, a thousand times, all at once. At the end every card is there once,
 * no two have one place, and everybody sees the same order.
 */
export async function taskOrder(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const members = await addPeople(database, people);
  const [first, ...others] = members;
  if (!first) throw new Error("there is nobody");
  const ids = await addTasks(
    database,
    first.id,
    perColumn,
    others.map(({ id }) => id),
  );
  await database.end();
  const took: number[] = [];
  let done = 0;
  await Promise.all(
    members.map(async (member) => {
      while (done < moves) {
        done += 1;
        if (done % 250 === 0) say(`${done} of ${moves} moves`);
        const startedAt = performance.now();
        await send(atoll.url, member, `/api/tasks/${pick(ids)}/position`, {
          changeId: randomUUID(),
          status: pick(statuses),
          after: Math.random() < 0.6 ? pick(ids) : null,
          before: Math.random() < 0.6 ? pick(ids) : null,
        });
        took.push(performance.now() - startedAt);
      }
    }),
  );
  const boards = await Promise.all(members.map((member) => read(atoll.url, member)));
  await atoll.stop();
  const orders = boards.map((board) =>
    board.columns.map(({ status, items }) => [status, items.map(({ id }) => id)]),
  );
  const shown = boards[0]?.columns.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const places =
    boards[0]?.columns.flatMap(({ status, items }) => items.map(({ rank }) => status + rank)) ?? [];
  const lost = ids.filter((id) => !shown.includes(id)).length;
  const differing = orders.filter((order) => JSON.stringify(order) !== JSON.stringify(orders[0])).length;
  const isRight =
    lost === 0 && shown.length === ids.length && differing === 0 && new Set(places).size === ids.length;
  return [
    `${took.length} moves of ${ids.length} cards by ${people} people at once (${isRight ? "held" : "EXCEEDED"})`,
    `lost: ${lost}, doubled: ${shown.length - new Set(shown).size}, at one place: ${ids.length - new Set(places).size}, screens that differ: ${differing}`,
    `a move, while all others move: p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}`,
  ];
}

async function send(url: string, { token }: Member, path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(url + path, { method: "PUT", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`a move answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function read(url: string, { token }: Member): Promise<Board> {
  const answer = await fetch(`${url}/api/tasks/board?limit=200`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as Board;
}
