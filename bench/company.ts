import { randomUUID } from "node:crypto";
import pg from "pg";
import type { AtollProcess } from "./atoll-process.ts";

/** As many different names as there are pairs of these, so that searching and sorting have work to do. */
const firstNames =
  "Ada Bo Cleo Dov Elin Finn Greta Hugo Ines Jonas Kaya Leif Mara Nils Ophelia Paul Rosa Sven Tove Uma";
const lastNames =
  "Berg Castell Dahl Eklund Faro Garcia Holm Iversen Jansen Krall Lund Moreno Nygaard Oduya Petrov Quist Rivera Solberg Tanaka Vega";

export interface CompanyMember {
  id: string;
  email: string;
}

/**
 * Writes a company of accounts straight into the database: everyone has a role and a department, some a second one
 * of each, and came last at some time of the past weeks. Everyone has the administrator's password, since hashing
 * ten thousand would take minutes.
 */
export async function fillCompany(atoll: AtollProcess, size: number): Promise<CompanyMember[]> {
  const [first, last] = [firstNames.split(" "), lastNames.split(" ")];
  const people = Array.from({ length: size }, (_, index) => {
    const name = [first[index % first.length], last[Math.floor(index / first.length) % last.length]];
    return {
      id: randomUUID(),
      name: name.join(" "),
      email: `${name.join(".").toLowerCase()}.${index}@example.test`,
    };
  });
  const client = new pg.Client({ connectionString: atoll.databaseUrl });
  await client.connect();
  const columns = [
    people.map(({ id }) => id),
    people.map(({ name }) => name),
    people.map(({ email }) => email),
  ];
  await client.query(
    "INSERT INTO profiles (id, name) SELECT * FROM unnest($1::uuid[], $2::text[])",
    columns.slice(0, 2),
  );
  await client.query(
    `INSERT INTO accounts (id, email, password_hash, email_confirmed_at, created_at, last_active_at)
     SELECT m.id, m.email, a.password_hash, now(), now() - random() * interval '3 years',
       CASE WHEN random() < 0.9 THEN now() - random() * interval '60 days' END
     FROM unnest($1::uuid[], $2::text[]) AS m (id, email), accounts a WHERE a.email = $3`,
    [columns[0], columns[2], atoll.adminEmail],
  );
  await client.query(
    `INSERT INTO user_roles (user_id, role_id)
     SELECT m.id, r.id FROM unnest($1::uuid[]) WITH ORDINALITY AS m (id, n) JOIN roles r
       ON r.name = 'user' OR (r.name = 'admin' AND m.n % 100 = 0)`,
    [columns[0]],
  );
  await client.query(
    `WITH d AS (SELECT id, row_number() OVER (ORDER BY name) - 1 AS place, count(*) OVER () AS total FROM departments)
     INSERT INTO user_departments (user_id, department_id)
     SELECT m.id, d.id FROM unnest($1::uuid[]) WITH ORDINALITY AS m (id, n) JOIN d
       ON m.n % d.total = d.place OR (m.n % 7 = 0 AND (m.n + 1) % d.total = d.place)`,
    [columns[0]],
  );
  await client.query("ANALYZE");
  await client.end();
  return people;
}
