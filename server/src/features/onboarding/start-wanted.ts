import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { transact } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import { isActivePerson, today } from "./readable.ts";
import { findPath, insertOnboarding } from "./start-onboarding.ts";

const peopleAtOnce = 50;

/**
 * Starts the paths of people who got a role or department, and stops those of people who lost one. A stopped path
 * resumes when the role or department is given again. Several nodes may call it concurrently: each person is processed
 * by one. Accounts that await approval stay in the list.
 * @returns whether there may be more.
 */
export function startWanted(db: Database): Promise<boolean> {
  return transact(db, async (tx) => {
    const { rows } = await sql<{ person_id: string; thing_id: string; is_there: boolean }>`
      DELETE FROM onboarding_wanted WHERE (person_id, thing_id) IN (
        SELECT w.person_id, w.thing_id FROM onboarding_wanted w LEFT JOIN accounts p ON p.id = w.person_id
        WHERE p.id IS NULL OR ${isActivePerson}
        ORDER BY w.person_id, w.thing_id LIMIT ${sql.lit(peopleAtOnce)} FOR UPDATE OF w SKIP LOCKED)
      RETURNING person_id, thing_id, EXISTS (SELECT FROM accounts a WHERE a.id = person_id) AS is_there`.execute(
      tx,
    );
    for (const [personId, ofPerson] of Map.groupBy(rows, ({ person_id }) => person_id)) {
      if (!ofPerson[0]?.is_there) continue;
      await stopAndResume(tx, personId);
      await startNew(
        tx,
        personId,
        ofPerson.map(({ thing_id }) => thing_id),
      );
    }
    return rows.length === peopleAtOnce;
  });
}

/** SQL: the path `t` is for the person. */
const isFor = (personId: string) => sql<boolean>`(
  (t.department_ids = '{}' OR EXISTS (SELECT FROM user_departments ud
    WHERE ud.user_id = ${personId} AND ud.department_id = ANY(t.department_ids)))
  AND (t.role_ids = '{}' OR EXISTS (SELECT FROM user_roles held
    WHERE held.user_id = ${personId} AND held.role_id = ANY(t.role_ids))))`;

/** Stops and resumes the paths that were started automatically. */
async function stopAndResume(tx: Database, personId: string): Promise<void> {
  await sql`UPDATE onboardings o SET stopped_at = now(), stop_reason = 'left', revision = o.revision + 1
    FROM onboarding_paths t WHERE t.id = o.path_id AND o.person_id = ${personId} AND o.started_by IS NULL
      AND o.stopped_at IS NULL AND NOT ${isFor(personId)}`.execute(tx);
  await sql`UPDATE onboardings o SET stopped_at = NULL, stop_reason = NULL, revision = o.revision + 1
    FROM onboarding_paths t WHERE t.id = o.path_id AND o.person_id = ${personId}
      AND o.stop_reason = 'left' AND ${isFor(personId)}`.execute(tx);
}

/** Starts new paths. A path for everybody only starts for accounts that are newer than its publication. */
async function startNew(tx: Database, personId: string, thingIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; day: string }>`
    SELECT t.id, to_char(${today}, 'YYYY-MM-DD') AS day FROM onboarding_paths t JOIN accounts p ON p.id = ${personId}
    WHERE t.state = 'published' AND ${isFor(personId)}
      AND NOT EXISTS (SELECT FROM onboardings o WHERE o.path_id = t.id AND o.person_id = p.id)
      AND (t.department_ids && ${[...thingIds]}::uuid[] OR t.role_ids && ${[...thingIds]}::uuid[]
        OR (t.department_ids = '{}' AND t.role_ids = '{}' AND p.created_at >= t.published_at))
    ORDER BY t.id`.execute(tx);
  for (const { id, day } of rows) {
    const path = await findPath(tx, id);
    if (path?.state !== "published") continue;
    await insertOnboarding(tx, path, {
      id: uuidv7(),
      pathId: id,
      personId,
      managerId: path.owner_id,
      buddyId: null,
      startOn: day,
      startedBy: null,
      hash: Buffer.alloc(0),
    });
  }
}
