import { administrationRoutes } from "@atoll/contract/administration/routes";
import pg from "pg";
import { startAtoll } from "../atoll-process.ts";
import { fillCompany } from "../company.ts";
import { createHttpClient } from "../http-client.ts";
import { signIn } from "../members.ts";
import { ms, quantile } from "../quantiles.ts";

const accountCount = 10_000;
const requestsEach = 60;
const limitMs = 30;

/** The views of the table, as a query and as the floor's plain statement. */
const views: Record<string, { query: Record<string, string>; floor: FloorQuery }> = {
  default: { query: {}, floor: { order: "name_key, id" } },
  "page 250": { query: { page: "250" }, floor: { order: "name_key, id", offset: 249 * 20 } },
  "by name, backwards": {
    query: { direction: "descending" },
    floor: { order: "name_key DESC, id DESC" },
  },
  "by email": { query: { sort: "email" }, floor: { order: "email, id" } },
  "by last active": {
    query: { sort: "lastActive", direction: "descending" },
    floor: { order: "last_active_at DESC NULLS LAST, id DESC" },
  },
  "by created": { query: { sort: "createdAt" }, floor: { order: "created_at, id" } },
  "search, 500 match": { query: { search: "vega" }, floor: { search: "vega", order: "name_key, id" } },
  "search, one letter": { query: { search: "a" }, floor: { search: "a", order: "name_key, id" } },
  "search, none match": {
    query: { search: "zzzz" },
    floor: { search: "zzzz", order: "name_key, id" },
  },
  "one role": { query: { roleId: "admin" }, floor: { role: "admin", order: "name_key, id" } },
  "one department, by last active": {
    query: { departmentId: "Backend", sort: "lastActive" },
    floor: { department: "Backend", order: "last_active_at NULLS FIRST, id" },
  },
  "active only": { query: { status: "active" }, floor: { active: true, order: "name_key, id" } },
  "pending only": { query: { status: "pending" }, floor: { pending: true, order: "name_key, id" } },
};

interface FloorQuery {
  order: string;
  offset?: number;
  search?: string;
  role?: string;
  department?: string;
  active?: true;
  pending?: true;
}

/**
 * The administration's table of users: one request at a time through the whole server. Floor: the page and the
 * count of the same rows, each as one plain statement through pg, without roles, departments and permissions.
 */
export async function adminTable(say: (line: string) => void): Promise<string[]> {
  // Several hundred requests within a minute are more than one person's limit: each has an account of its own.
  const atoll = await startAtoll({ env: { ATOLL_TRUSTED_PROXY: "127.0.0.1" } });
  say(`writing ${accountCount} accounts`);
  const people = await fillCompany(atoll, accountCount);
  // The company's administrators are one in a hundred people.
  const admins = people.filter((_, index) => (index + 1) % 100 === 0).slice(0, Object.keys(views).length);
  const database = new pg.Client({ connectionString: atoll.databaseUrl });
  await database.connect();
  const ids = await idsByName(database);
  const client = createHttpClient(atoll.url);

  const lines: string[] = [];
  const all: number[] = [];
  for (const [index, [name, view]] of Object.entries(views).entries()) {
    say(name);
    const token = await signIn(atoll, admins[index]?.email ?? "", `10.2.0.${index + 1}`);
    const query = new URLSearchParams(
      Object.entries(view.query).map(([key, value]): [string, string] => [
        key,
        key.endsWith("Id") ? (ids.get(value) ?? "") : value,
      ]),
    );
    const path = `${administrationRoutes.listUsers.path}?${query}`;
    const measured = { atoll: [] as number[], floor: [] as number[] };
    for (let turn = 0; turn < requestsEach + 5; turn += 1) {
      const { tookMs } = await client.call({ path, headers: { authorization: `Bearer ${token}` } });
      const floorMs = await measureFloor(database, view.floor);
      // The first ones find plans and pages; they are not measured.
      if (turn < 5) continue;
      measured.atoll.push(tookMs);
      measured.floor.push(floorMs);
    }
    all.push(...measured.atoll);
    const cell = (q: number) =>
      `p${q * 100} ${ms(quantile(measured.atoll, q))}, floor ${ms(quantile(measured.floor, q))}`;
    lines.push(`${name}: ${cell(0.5)}; ${cell(0.99)}`);
  }
  client.close();
  await database.end();
  await atoll.stop();

  const p99 = quantile(all, 0.99);
  return [
    `a page of 20 of ${accountCount} accounts, ${requestsEach} requests of each view, one at a time`,
    ...lines,
    `all views: p50 ${ms(quantile(all, 0.5))}, p99 ${ms(p99)} (limit ${limitMs} ms at p99: ${p99 <= limitMs ? "held" : "EXCEEDED"})`,
  ];
}

async function measureFloor(database: pg.Client, query: FloorQuery): Promise<number> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["p.former_since IS NULL"];
  if (query.search) {
    const part = parameter(query.search);
    conditions.push(`(strpos(p.name_key, ${part}) > 0 OR strpos(a.email, ${part}) > 0)`);
  }
  const holders = (name: string) =>
    `SELECT user_id FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE r.name = ${name}`;
  if (query.role) conditions.push(`a.id IN (${holders(parameter(query.role))})`);
  if (query.department) {
    conditions.push(
      `a.id IN (SELECT user_id FROM user_departments ud JOIN departments d ON d.id = ud.department_id WHERE d.name = ${parameter(query.department)})`,
    );
  }
  const approved =
    "EXISTS (SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = a.id AND r.name <> 'pending')";
  if (query.active) conditions.push(`a.disabled_at IS NULL AND ${approved}`);
  if (query.pending) conditions.push(`a.disabled_at IS NULL AND NOT ${approved}`);
  const from = `FROM accounts a JOIN profiles p ON p.id = a.id WHERE ${conditions.join(" AND ")}`;
  const isFiltered = conditions.length > 1;
  const columns =
    "a.id, a.email, a.last_active_at, a.created_at, a.disabled_at, p.name, p.name_key, p.avatar_url";
  // Left to itself the planner walks the order's index for the twenty that match, past nearly everybody.
  const matching = `WITH m AS ${isFiltered ? "MATERIALIZED" : "NOT MATERIALIZED"} (SELECT ${columns} ${from})`;
  const startedAt = performance.now();
  await database.query(isFiltered ? `SELECT count(*) ${from}` : "SELECT count(*) FROM accounts", values);
  await database.query(
    `${matching} SELECT * FROM m ORDER BY ${query.order} LIMIT 20 OFFSET ${query.offset ?? 0}`,
    values,
  );
  return performance.now() - startedAt;
}

async function idsByName(database: pg.Client): Promise<Map<string, string>> {
  const { rows } = await database.query<{ id: string; name: string }>(
    "SELECT id, name FROM roles UNION ALL SELECT id, name FROM departments",
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}
