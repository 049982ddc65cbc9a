import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { peopleReached } from "../audience.ts";
import {
  askAgain,
  notifyMentioned,
  notifyPublished,
  refreshNotificationsOf,
} from "../notifications/notify-audience.ts";
import { audienceOf } from "../readable.ts";
import type { LockedAnnouncement } from "./lock-announcement.ts";

/**
 * Notifies people of a change of a published announcement: people it newly reaches get their first notification, and
 * all others only one about an important change, or if the text mentions them now. Nobody is notified twice.
 */
export async function notifyNewlyReached(
  tx: Database,
  actorId: string,
  before: LockedAnnouncement,
  after: LockedAnnouncement,
  isImportant: boolean,
): Promise<void> {
  const newly = isSameAudience(before, after) ? [] : await findNewlyReached(tx, before, after);
  if (newly.length > 0) await notifyPublished(tx, after, actorId, newly);
  if (isImportant) await askAgain(tx, after, actorId, newly);
  else await notifyMentioned(tx, after, actorId, newlyMentioned(before, after, newly));
  await refreshNotificationsOf(tx, [after.id]);
}

function newlyMentioned(before: LockedAnnouncement, after: LockedAnnouncement, newly: readonly string[]) {
  const known = new Set([...before.mentions.map(({ id }) => id), ...newly]);
  return after.mentions.flatMap(({ id }) => (known.has(id) ? [] : [id]));
}

function isSameAudience(one: LockedAnnouncement, other: LockedAnnouncement): boolean {
  const marks = ({ department_ids, role_ids }: LockedAnnouncement) =>
    `${department_ids.toSorted().join()}|${role_ids.toSorted().join()}`;
  return marks(one) === marks(other);
}

async function findNewlyReached(
  tx: Database,
  before: LockedAnnouncement,
  after: LockedAnnouncement,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${peopleReached(audienceOf(after))} EXCEPT ${peopleReached(audienceOf(before))}`.execute(tx);
  return rows.map(({ id }) => id);
}
