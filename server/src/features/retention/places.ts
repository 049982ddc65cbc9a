import type { RetentionScope } from "@atoll/contract/retention/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/** A place that a rule is for. */
export interface RetentionPlace {
  scope: RetentionScope;
  placeId: string | null;
}

/** SQL: the viewer may know the name of the channel `c`. Nobody, for the audit log: only if it is public. */
export function isNamed(viewerId: string | null) {
  return sql<boolean>`(c.type = 'PUBLIC' OR (c.type = 'PRIVATE' AND EXISTS (
    SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${viewerId})))`;
}

/** Whether the second time is shorter than the first one. Null: for ever. */
export function deletesEarlier(now: number | null, then: number | null): boolean {
  return then !== null && (now === null || then < now);
}

/** Returns how long the messages of a place are kept now. */
export async function daysNow(db: Database, place: RetentionPlace): Promise<number | null> {
  const own = await findRule(db, place);
  return own?.is_in_force ? own.days : daysWithout(db, place);
}

/** Returns how long the messages of a place were kept if it had no rule of its own. */
async function daysWithout(db: Database, { scope, placeId }: RetentionPlace): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`SELECT days FROM retention_rules
    WHERE is_in_force AND (scope = ${scope === "direct" ? "direct" : "channels"}
      OR (${scope === "channel"} AND department_id = (SELECT department_id FROM channels WHERE id = ${placeId})))
    ORDER BY scope = 'department' DESC LIMIT 1`.execute(db);
  return rows[0]?.days ?? null;
}

/**
 * Returns the shortest time for which the messages of a place will be kept once its own rule is removed, with the changes
 * of other rules that wait.
 */
export async function daysAfterRemoval(
  db: Database,
  { scope, placeId }: RetentionPlace,
): Promise<number | null> {
  const rules = await db
    .selectFrom("retention_rules")
    .select(["scope", "is_in_force", "days", "next", "next_days"])
    .where(
      sql<boolean>`scope = ${scope === "direct" ? "direct" : "channels"} OR (${scope === "channel"}
        AND department_id = (SELECT department_id FROM channels WHERE id = ${placeId}))`,
    )
    .execute();
  const now = rules.map((rule) => ({ ...rule, applies: rule.is_in_force }));
  const later = rules.map((rule) => ({
    ...rule,
    applies: rule.next !== "removed",
    days: rule.next === "set" ? rule.next_days : rule.days,
  }));
  // The changes apply one after the other.
  const choices = [now, later].flatMap((placed) =>
    [now, later].map((usual) => {
      const rule =
        placed.find((one) => one.scope === "department" && one.applies) ??
        usual.find((one) => one.scope !== "department");
      return rule?.days ?? Number.POSITIVE_INFINITY;
    }),
  );
  const least = Math.min(...choices);
  return Number.isFinite(least) ? least : null;
}

/** @throws {AppError} `retention_place_not_found`. */
export async function assertPlace(db: Database, { scope, placeId }: RetentionPlace): Promise<void> {
  if (placeId === null) return;
  const { rows } =
    scope === "department"
      ? await sql`SELECT FROM departments WHERE id = ${placeId} FOR KEY SHARE`.execute(db)
      : await sql`SELECT FROM channels WHERE id = ${placeId} AND type <> 'DIRECT' FOR KEY SHARE`.execute(db);
  if (rows.length === 0) throw new AppError("retention_place_not_found");
}

/** Returns the rule that a place has of its own. */
export function findRule(db: Database, { scope, placeId }: RetentionPlace) {
  return db
    .selectFrom("retention_rules")
    .select(["id", "days", "is_in_force", "version"])
    .where("scope", "=", scope)
    .where(sql<boolean>`coalesce(department_id, channel_id) IS NOT DISTINCT FROM ${placeId}`)
    .executeTakeFirst();
}
