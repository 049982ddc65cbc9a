import { setTimeout as sleep } from "node:timers/promises";
import { startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const cardCount = 20_000;
const openings = 100;
const boardLimitMs = 60;
const tableLimitMs = 20;

/**
 * The board and the table of a section with 20,000 cards, at the server from the request to the answer: 50 cards of each
 * of six stages, and pages of 50 in every order.
 */
export async function cards(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, 20);
  const [reader] = people as [Member, ...Member[]];
  const { rows: types } = await database.query(
    `SELECT ct.id, ct.department_id FROM card_types ct JOIN departments d ON d.id = ct.department_id
      WHERE d.slug = 'business-development' AND ct.slug = 'pipeline'`,
  );
  const [{ id: typeId, department_id: departmentId }] = types;
  await database.query(
    "INSERT INTO user_departments (user_id, department_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [reader.id, departmentId],
  );
  say(`${cardCount} cards`);
  await database.query(
    `INSERT INTO cards (id, type_id, title, body, stage, rank, owner_id, due_on, data, sent_hash, created_by, updated_at)
      SELECT gen_random_uuid(), $1, 'Deal ' || n, repeat('words ', 20),
        (ARRAY['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost'])[1 + n % 6],
        'a' || lpad(n::text, 6, '0') || 'V', ($2::uuid[])[1 + n % 20], current_date + n % 90,
        jsonb_build_object('value', jsonb_build_object('amount', n * 100, 'currency', 'EUR')), '\\x00',
        ($2::uuid[])[1 + n % 20], now() - n * interval '1 minute'
      FROM generate_series(1, $3) AS n`,
    [typeId, people.map(({ id }) => id), cardCount],
  );
  await database.query(
    `INSERT INTO card_values (card_id, field, type_id, number_value, currency)
      SELECT id, 'value', type_id, (data -> 'value' ->> 'amount')::numeric, 'EUR' FROM cards`,
  );
  await database.query("VACUUM ANALYZE");
  const http = createHttpClient(atoll.url);
  const lines: string[] = [];
  const pages = ["title", "due", "value", "updated", "position"].map((sort) => `cards?sort=${sort}`);
  for (const [path, limitMs] of [["board", boardLimitMs], ...pages.map((page) => [page, tableLimitMs])] as [
    string,
    number,
  ][]) {
    const took: number[] = [];
    for (let count = 0; count < openings; count += 1) {
      const { tookMs } = await http.call({
        path: `/api/card-types/${typeId}/${path}`,
        headers: { authorization: `Bearer ${reader.token}` },
      });
      took.push(tookMs);
    }
    const verdict = quantile(took, 0.5) <= limitMs ? "within" : "beyond";
    lines.push(
      `${path}: p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}, ${verdict} ${limitMs} ms`,
    );
  }
  lines.push(await convertWhileOthersWork({ http, database, typeId, reader }, say));
  http.close();
  await database.end();
  await atoll.stop();
  return lines;
}

interface Ground {
  http: ReturnType<typeof createHttpClient>;
  database: Awaited<ReturnType<typeof openDatabase>>;
  typeId: string;
  reader: Member;
}

/** Changes the type of a field of all cards. Others open the board and move cards at the same time. */
async function convertWhileOthersWork(
  { http, database, typeId, reader }: Ground,
  say: (line: string) => void,
): Promise<string> {
  await database.query(
    `UPDATE card_types SET fields = fields || '[{"name": "own_size", "label": "Size", "kind": "text", "isAdded": true}]'
      WHERE id = $1`,
    [typeId],
  );
  await database.query(
    "UPDATE cards SET data = data || jsonb_build_object('own_size', (length(title) * 10)::text) WHERE type_id = $1",
    [typeId],
  );
  await database.query(
    `INSERT INTO user_roles (user_id, role_id) SELECT $1, id FROM roles WHERE name = 'super_admin'
      ON CONFLICT DO NOTHING`,
    [reader.id],
  );
  const { rows: types } = await database.query("SELECT version FROM card_types WHERE id = $1", [typeId]);
  const { rows: some } = await database.query(
    "SELECT id FROM cards WHERE type_id = $1 AND stage = 'lead' LIMIT 400",
    [typeId],
  );
  const ids: string[] = some.map(({ id }) => id);
  const headers = { authorization: `Bearer ${reader.token}` };
  say(`converting a field of ${cardCount} cards`);
  const { tookMs } = await http.call({
    method: "POST",
    path: `/api/admin/sections/${typeId}/fields/own_size/conversions`,
    headers,
    body: { version: types[0].version, kind: "number" },
  });
  const startedAt = performance.now();
  const opened: number[] = [];
  const moved: number[] = [];
  for (;;) {
    const { rows } = await database.query(
      "SELECT fields @? '$[*].conversion' AS busy FROM card_types WHERE id = $1",
      [typeId],
    );
    if (!rows[0].busy) break;
    const cardId = ids[moved.length % ids.length];
    opened.push((await http.call({ path: `/api/card-types/${typeId}/board`, headers })).tookMs);
    const move = { changeId: crypto.randomUUID(), cardIds: [cardId], set: { stage: "qualified" } };
    moved.push((await http.call({ method: "PATCH", path: "/api/cards", headers, body: move })).tookMs);
    // No faster than one person may write.
    await sleep(260);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return (
    `a field of ${cardCount} cards converted in ${seconds} s, accepted in ${ms(tookMs)}; at the same time, board p50 ` +
    `${ms(quantile(opened, 0.5))}, p99 ${ms(quantile(opened, 0.99))}, a move p50 ${ms(quantile(moved, 0.5))}, ` +
    `p99 ${ms(quantile(moved, 0.99))} (${moved.length} moves)`
  );
}
