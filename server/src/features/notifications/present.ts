import { isNotificationReason } from "@atoll/contract/notifications/reasons";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { withoutAddresses } from "../../platform/http/without-addresses.ts";
import type { NotificationKinds, StoredNotification } from "../../platform/kinds/notification-kinds.ts";
import type { Database } from "../../tables.ts";
import type { People } from "../people/public.ts";
import type { EntryRow } from "./queries.ts";

export interface Words {
  db: Database;
  people: People;
  notificationKinds: NotificationKinds;
}

/**
 * Returns entries with their current text, in the order of the rows. Entries that have since been deleted are left out.
 */
export async function presentEntries(
  { db, people, notificationKinds }: Words,
  rows: readonly EntryRow[],
): Promise<NotificationEntry[]> {
  const told = rows.map(asTold);
  const words = new Map(
    (
      await Promise.all(
        [...Map.groupBy(rows.keys(), (index) => rows[index]?.kind ?? "")].map(async ([kind, indexes]) => {
          const entries = indexes.flatMap((index) => told[index] ?? []);
          return [...((await notificationKinds.find(kind)?.inWords({ db, people }, entries)) ?? [])];
        }),
      )
    ).flat(),
  );
  const actorsOf = (row: EntryRow) => words.get(row.id)?.actorIds ?? row.actor_ids;
  const shown = await people.of(rows.flatMap((row) => [...actorsOf(row)]));
  return rows.flatMap((row) => {
    const said = words.get(row.id);
    const kind = notificationKinds.find(row.kind);
    if (!said || !kind) return [];
    return {
      id: row.id,
      kind: kind.kind,
      tab: kind.info.tab,
      icon: kind.info.icon,
      isUrgent: said.isUrgent ?? kind.info.isUrgent,
      ...(said.priority && { priority: said.priority }),
      reason: reasonOf(row),
      title: said.title,
      excerpt: said.excerpt ?? "",
      link: said.link,
      // Guests have an inbox, too.
      actors: withoutAddresses(actorsOf(row).flatMap((id) => shown.get(id) ?? [])),
      count: said.count ?? row.count,
      at: row.at.toISOString(),
      isOwed: row.is_owed,
      ...presentState(row),
    };
  });
}

/** Returns the person's state of an entry. */
export function presentState(row: Pick<EntryRow, "read_at" | "done_at" | "snoozed_until">) {
  const isSnoozed = row.snoozed_until !== null && row.snoozed_until.getTime() > Date.now();
  return {
    isRead: row.read_at !== null,
    isDone: row.done_at !== null,
    snoozedUntil: isSnoozed ? (row.snoozed_until?.toISOString() ?? null) : null,
  };
}

function asTold(row: EntryRow): StoredNotification {
  return {
    id: row.id,
    userId: row.user_id,
    subjectId: row.subject_id,
    reason: reasonOf(row),
    placeId: row.place_id,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    count: row.count,
    actorIds: row.actor_ids,
    facts: row.facts ?? {},
  };
}

function reasonOf({ reason }: EntryRow) {
  return isNotificationReason(reason) ? reason : "concerned";
}
