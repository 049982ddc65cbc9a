import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const deliveries = 2_000;
const connections = 8;
const wantedPerSecond = 200;

/** Signed deliveries of a webhook from several connections at once: how many are accepted, and how soon they are cards. */
export async function cardHooks(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const [manager] = (await addPeople(database, 2)) as [Member, ...Member[]];
  const { rows: types } = await database.query(
    `SELECT ct.id, ct.department_id FROM card_types ct JOIN departments d ON d.id = ct.department_id
      WHERE d.slug = 'devops' AND ct.slug = 'pipelines'`,
  );
  const [{ id: typeId, department_id: departmentId }] = types;
  await database.query("INSERT INTO user_departments (user_id, department_id) VALUES ($1, $2)", [
    manager.id,
    departmentId,
  ]);
  await database.query(
    `WITH made AS (INSERT INTO roles (name) VALUES ('hooks') RETURNING id),
      allowed AS (INSERT INTO role_permissions (role_id, permission_id)
        SELECT made.id, p.id FROM made, permissions p WHERE p.resource = 'cards' AND p.action = 'devops')
      INSERT INTO user_roles (user_id, role_id) SELECT $1, id FROM made`,
    [manager.id],
  );
  const clients = Array.from({ length: connections }, () => createHttpClient(atoll.url));
  const [first] = clients as [ReturnType<typeof createHttpClient>];
  const hookId = randomUUID();
  const { body } = await first.call({
    method: "POST",
    path: `/api/card-types/${typeId}/hooks`,
    headers: { authorization: `Bearer ${manager.token}` },
    body: { id: hookId, name: "Bench", kind: "generic" },
  });
  const key = Buffer.from(JSON.parse(body).secret.replace("whsec_", ""), "base64");
  say(`${deliveries} deliveries from ${connections} connections`);
  const took: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client, lane) => {
      for (let turn = lane; turn < deliveries; turn += connections) {
        const run = { id: turn, service: "checkout", status: "passed", seconds: 60, branch: "main" };
        const time = String(Math.floor(Date.now() / 1000));
        const signed = `${turn}.${time}.${JSON.stringify(run)}`;
        const signature = createHmac("sha256", key).update(signed).digest("base64");
        const { tookMs } = await client.call({
          method: "POST",
          path: `/api/card-hooks/${hookId}`,
          headers: {
            "webhook-id": String(turn),
            "webhook-timestamp": time,
            "webhook-signature": `v1,${signature}`,
          },
          body: run,
        });
        took.push(tookMs);
      }
    }),
  );
  const acceptedMs = performance.now() - startedAt;
  for (;;) {
    const { rows } = await database.query(
      "SELECT count(*)::int AS waiting FROM card_hook_deliveries WHERE outcome = 'waiting'",
    );
    if (rows[0].waiting === 0) break;
    await sleep(100);
  }
  const readMs = performance.now() - startedAt;
  const perSecond = (deliveries * 1000) / acceptedMs;
  for (const client of clients) client.close();
  await database.end();
  await atoll.stop();
  return [
    `accepted: ${Math.round(perSecond)} a second, ${perSecond >= wantedPerSecond ? "within" : "beyond"} ${wantedPerSecond}; p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}`,
    `became cards: ${Math.round((deliveries * 1000) / readMs)} a second, the last one ${ms(readMs - acceptedMs)} after the last delivery`,
  ];
}
