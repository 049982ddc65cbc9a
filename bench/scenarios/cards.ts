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
  http.close();
  await database.end();
  await atoll.stop();
  return lines;
}
