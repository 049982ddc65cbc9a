import type pg from "pg";

export interface TaskLoad {
  count: number;
  /** Whose they are: made by these, to be done by some of them. */
  people: readonly string[];
  /** The department of the first share of them, and those of the others. */
  ownDepartment: string;
  otherDepartments: readonly string[];
  ownShare: number;
  /** Where their numbers begin. */
  from: number;
}

/**
 * Writes tasks straight into the database, as they would lie there after two years: nine of ten are done, each with the
 * spans of its statuses.
 */
export async function addTasks(client: pg.Client, load: TaskLoad): Promise<void> {
  const { count, people, ownDepartment, otherDepartments, ownShare, from } = load;
  await client.query("ALTER TABLE tasks DISABLE TRIGGER USER");
  await client.query("DROP TABLE IF EXISTS made");
  await client.query(
    `CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS id, n, created, started, reviewed, done,
      CASE WHEN done IS NOT NULL THEN CASE WHEN random() < 0.3 THEN 'archived' ELSE 'done' END
        WHEN reviewed IS NOT NULL THEN 'in_review' WHEN started IS NOT NULL THEN 'in_progress' ELSE 'todo' END AS status
    FROM generate_series($1::int, $2::int) AS n,
      LATERAL (SELECT now() - random() * interval '730 days' AS created, random() AS luck WHERE n > 0) AS a,
      LATERAL (SELECT CASE WHEN luck < 0.96 THEN least(now(), created + random() * interval '5 days') END AS started) AS b,
      LATERAL (SELECT CASE WHEN luck < 0.93 THEN least(now(), started + random() * interval '5 days') END AS reviewed) AS c,
      LATERAL (SELECT CASE WHEN luck < 0.90 THEN least(now(), reviewed + random() * interval '3 days') END AS done) AS d`,
    [from, from + count - 1],
  );
  await client.query(
    `INSERT INTO tasks (id, title, description, status, rank, priority, due_date, tags, created_by, assignee_id,
      department_id, created_at, updated_at, started_at, completed_at, sent_hash)
    SELECT id, 'Task ' || n || ' ' || (ARRAY['berth', 'quay', 'ferry', 'depot', 'invoice', 'tender', 'harbour'])[1 + n % 7],
      'What has to be done about it, in as many words as people commonly write: ' || md5(n::text), status,
      'a' || lpad(n::text, 8, '0') || 'V', (ARRAY['urgent', 'high', 'medium', 'low'])[1 + n % 4],
      CASE WHEN n % 3 > 0 THEN (created + interval '14 days')::date END,
      ARRAY[(ARRAY['pricing', 'billing', 'map', 'search', 'reports'])[1 + n % 5]],
      ($1::uuid[])[1 + n % cardinality($1::uuid[])],
      CASE WHEN n % 10 > 0 THEN ($1::uuid[])[1 + (n * 7) % cardinality($1::uuid[])] END,
      CASE WHEN n % 1000 < $4::float8 * 1000 THEN $2::uuid ELSE ($3::uuid[])[1 + n % cardinality($3::uuid[])] END,
      created, coalesce(done, reviewed, started, created), started, done, '\\x00'
    FROM made`,
    [people, ownDepartment, otherDepartments, ownShare],
  );
  await client.query(
    `INSERT INTO task_status_spans (task_id, status, entered_at, left_at)
    SELECT id, s.status, s.entered, s.ended FROM made, LATERAL (VALUES
      ('todo', created, started), ('in_progress', started, reviewed), ('in_review', reviewed, done),
      ('done', done, CASE WHEN made.status = 'archived' THEN done END)) AS s (status, entered, ended)
    WHERE s.entered IS NOT NULL`,
  );
  await client.query("ALTER TABLE tasks ENABLE TRIGGER USER");
  await client.query("VACUUM (ANALYZE) tasks");
  await client.query("VACUUM (ANALYZE) task_status_spans");
}
