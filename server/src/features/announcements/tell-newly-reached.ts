import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { peopleReached } from "./audience.ts";
import type { HeldAnnouncement } from "./hold-announcement.ts";
import { audienceOf } from "./readable.ts";
import { askAgain, retellOf, tellPublished } from "./told-places.ts";

/**
 * Tells people of a change to what is out: those whom it reaches now and did not before hear of it for the first time,
 * all others only of an important one, and nobody of it twice.
 */
export async function tellNewlyReached(
  tx: Database,
  actorId: string,
  before: HeldAnnouncement,
  after: HeldAnnouncement,
  isImportant: boolean,
): Promise<void> {
  const newly = isSameAudience(before, after) ? [] : await findNewlyReached(tx, before, after);
  if (newly.length > 0) await tellPublished(tx, after, actorId, newly);
  if (isImportant) await askAgain(tx, after, actorId, newly);
  await retellOf(tx, [after.id]);
}

function isSameAudience(one: HeldAnnouncement, other: HeldAnnouncement): boolean {
  const marks = ({ department_ids, role_ids }: HeldAnnouncement) =>
    `${department_ids.toSorted().join()}|${role_ids.toSorted().join()}`;
  return marks(one) === marks(other);
}

async function findNewlyReached(
  tx: Database,
  before: HeldAnnouncement,
  after: HeldAnnouncement,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${peopleReached(audienceOf(after))} EXCEPT ${peopleReached(audienceOf(before))}`.execute(tx);
  return rows.map(({ id }) => id);
}
