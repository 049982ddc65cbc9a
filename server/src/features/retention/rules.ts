import type { retentionRoutes } from "@atoll/contract/retention/routes";
import {
  maxRetentionRules,
  type Retention,
  type RetentionRule,
  retentionGraceHours,
} from "@atoll/contract/retention/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { type Act, recordAct } from "../../platform/audit.ts";
import type { Changer, SlicePlacedKind } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertSuperAdmin, changeAlone } from "../identity/public.ts";
import { lockRetention } from "./lock-retention.ts";
import {
  assertPlace,
  daysAfterRemoval,
  daysNow,
  deletesEarlier,
  findRule,
  isNamed,
  type RetentionPlace,
} from "./places.ts";

/** How many of the last runs are listed. */
const listedRuns = 10;

type RuleRow = Awaited<ReturnType<typeof selectRules>>[number];

function selectRules(db: Database, viewerId: string | null) {
  return db
    .selectFrom("retention_rules as r")
    .leftJoin("departments as d", "d.id", "r.department_id")
    .leftJoin("channels as c", "c.id", "r.channel_id")
    .select(["r.id", "r.scope", "r.department_id", "r.channel_id", "r.is_in_force", "r.days"])
    .select(["r.next", "r.next_days", "r.next_at", "r.version"])
    .select(
      sql<
        string | null
      >`CASE WHEN r.scope = 'department' THEN d.name WHEN ${isNamed(viewerId)} THEN c.name END`.as("name"),
    )
    .orderBy(sql`array_position(ARRAY['channels', 'direct', 'department', 'channel'], r.scope)`)
    .orderBy("name")
    .orderBy("r.id")
    .execute();
}

/** Returns all rules and the last runs. */
export async function readRetention(db: Database, viewerId: string): Promise<Retention> {
  const rules = await selectRules(db, viewerId);
  const runs = await db
    .selectFrom("audit_log")
    .select(["at", "after"])
    .where("action", "=", "retention.run")
    .orderBy("number", "desc")
    .limit(listedRuns)
    .execute();
  return {
    rules: rules.map(presentRule),
    runs: runs.map(({ at, after }) => ({
      ...{ at: at.toISOString(), messages: Number(after?.messages ?? 0) },
      files: Number(after?.files ?? 0),
    })),
  };
}

function presentRule(row: RuleRow): RetentionRule {
  const { id, scope, days, version, next_at: at } = row;
  const placeId = placeIdOf(row);
  return {
    ...{ id, scope, days, version, isInForce: row.is_in_force },
    place: placeId === null ? null : { id: placeId, name: row.name },
    next: at ? { isRemoval: row.next === "removed", days: row.next_days, at: at.toISOString() } : null,
  };
}

const placeIdOf = (row: Pick<RuleRow, "department_id" | "channel_id">) => row.department_id ?? row.channel_id;

/**
 * Sets how long the messages of a place are kept. If they are then deleted earlier than now, it waits for the time of
 * grace.
 * @throws {AppError} `changed_meanwhile`, `retention_place_not_found` or `too_many_retention_rules`.
 */
export async function changeRule(
  db: Database,
  viewer: Changer,
  { days, version, ...place }: RouteInput<typeof retentionRoutes.changeRetention>["body"],
): Promise<void> {
  await alone(db, viewer, async (tx) => {
    await assertPlace(tx, place);
    const rule = await findRule(tx, place);
    assertNotChanged(rule ?? { version: 0 }, version);
    const isShorter = deletesEarlier(await daysNow(tx, place), days);
    const grace = isShorter ? sql<Date>`now() + ${sql.lit(`${retentionGraceHours} hours`)}::interval` : null;
    const values = {
      ...(isShorter ? {} : { days, is_in_force: true }),
      ...{ next: isShorter ? ("set" as const) : null, next_days: isShorter ? days : null, next_at: grace },
    };
    if (rule)
      await tx
        .updateTable("retention_rules")
        .set({ ...values, version: rule.version + 1 })
        .where("id", "=", rule.id)
        .execute();
    else {
      await assertRoom(tx);
      const { scope, placeId } = place;
      await tx
        .insertInto("retention_rules")
        .values({
          ...{ is_in_force: false, ...values, scope },
          ...{ department_id: scope === "department" ? placeId : null },
          ...{ channel_id: scope === "channel" ? placeId : null },
        })
        .execute();
    }
    await record(tx, viewer, "retention.changed", place, {
      ...(rule?.is_in_force ? { before: { days: said(rule.days) } } : {}),
      after: { days: said(days), appliesAt: isShorter ? "after the time of grace" : "at once" },
    });
  });
}

/**
 * Removes an exception, after the time of grace if messages are then deleted earlier.
 * @throws {AppError} `retention_rule_not_found`, also for the rules of all, which are only changed.
 */
export async function removeRule(db: Database, viewer: Changer, ruleId: string): Promise<void> {
  await alone(db, viewer, async (tx) => {
    const rule = await findRuleById(tx, ruleId);
    const place = placeOf(rule);
    if (place.placeId === null) throw new AppError("retention_rule_not_found");
    const isShorter = rule.is_in_force && deletesEarlier(rule.days, await daysAfterRemoval(tx, place));
    const changed = isShorter
      ? tx
          .updateTable("retention_rules")
          .set({
            ...{ next: "removed", next_days: null, version: rule.version + 1 },
            next_at: sql<Date>`now() + ${sql.lit(`${retentionGraceHours} hours`)}::interval`,
          })
          .where("id", "=", ruleId)
      : tx.deleteFrom("retention_rules").where("id", "=", ruleId);
    await changed.execute();
    await record(tx, viewer, "retention.changed", place, {
      before: { days: said(rule.days) },
      after: { days: "no exception", appliesAt: isShorter ? "after the time of grace" : "at once" },
    });
  });
}

/**
 * Cancels a change that does not apply yet.
 * @throws {AppError} `retention_rule_not_found` if none is waiting (any more).
 */
export async function cancelChange(db: Database, viewer: Changer, ruleId: string): Promise<void> {
  await alone(db, viewer, async (tx) => {
    const rule = await findRuleById(tx, ruleId);
    if (rule.next === null) throw new AppError("retention_rule_not_found");
    const changed = rule.is_in_force
      ? tx
          .updateTable("retention_rules")
          .set({ next: null, next_days: null, next_at: null, version: rule.version + 1 })
          .where("id", "=", ruleId)
      : tx.deleteFrom("retention_rules").where("id", "=", ruleId);
    await changed.execute();
    const was = rule.next === "removed" ? "no exception" : said(rule.next_days);
    await record(tx, viewer, "retention.cancelled", placeOf(rule), { before: { days: was } });
  });
}

/** Applies the changes whose time of grace is over. */
export async function applyDueChanges(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRetention(tx);
    const due = (await selectRules(tx, null)).filter(({ next_at: at }) => at && at.getTime() <= Date.now());
    for (const rule of due) {
      const { id, next, next_days: days, version } = rule;
      const changed =
        next === "removed"
          ? tx.deleteFrom("retention_rules").where("id", "=", id)
          : tx
              .updateTable("retention_rules")
              .set({ days, is_in_force: true, next: null, next_days: null, next_at: null })
              .set({ version: version + 1 })
              .where("id", "=", id);
      await changed.execute();
      const after = { days: next === "removed" ? "no exception" : said(days) };
      await record(tx, undefined, "retention.applied", placeOf(rule), { after });
    }
  });
}

async function findRuleById(tx: Database, ruleId: string): Promise<RuleRow> {
  const rule = (await selectRules(tx, null)).find(({ id }) => id === ruleId);
  if (!rule) throw new AppError("retention_rule_not_found");
  return rule;
}

async function assertRoom(tx: Database): Promise<void> {
  const { count } = await tx
    .selectFrom("retention_rules")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("scope", "in", ["department", "channel"])
    .executeTakeFirstOrThrow();
  if (count >= maxRetentionRules) throw new AppError("too_many_retention_rules");
}

function placeOf(row: Pick<RuleRow, "scope" | "department_id" | "channel_id">): RetentionPlace {
  return { scope: row.scope, placeId: placeIdOf(row) };
}

const said = (days: number | null) => days ?? "for ever";

/** Changes rules in the name of a super administrator, while no run deletes. */
function alone(db: Database, viewer: Changer, change: (tx: Database) => Promise<void>): Promise<void> {
  return changeAlone(db, viewer, async (tx, person) => {
    assertSuperAdmin(person);
    await lockRetention(tx);
    await change(tx);
  });
}

const scopeNames = { channels: "all channels", direct: "direct chats" };

/** Records an act. Private channels are only named by their ID. */
async function record(
  tx: Database,
  viewer: Changer | undefined,
  action: Act["action"],
  { scope, placeId }: RetentionPlace,
  change: Pick<Act, "before" | "after">,
): Promise<void> {
  const isNamedByAll = scope === "channels" || scope === "direct";
  const found = isNamedByAll
    ? undefined
    : await (scope === "department"
        ? sql<{ name: string }>`SELECT name FROM departments WHERE id = ${placeId}`
        : sql<{ name: string }>`SELECT c.name FROM channels c WHERE c.id = ${placeId} AND c.type = 'PUBLIC'`
      ).execute(tx);
  await recordAct(tx, {
    ...{ action, actor: viewer && { id: viewer.id, name: viewer.name }, address: viewer?.address ?? "" },
    subject: isNamedByAll
      ? { type: "retention", id: scope, name: scopeNames[scope] }
      : { type: scope, id: placeId ?? "", name: found?.rows[0]?.name ?? "" },
    ...change,
  });
}

/**
 * The rules of departments. When two are merged, the rule that keeps for longer goes on, and messages are never deleted
 * earlier because of it.
 */
export const placedRules: SlicePlacedKind = {
  kind: "retention rules",
  async count(tx, departmentId) {
    const { count } = await tx
      .selectFrom("retention_rules")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("department_id", "=", departmentId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async move(tx, fromId, intoId) {
    await lockRetention(tx);
    const [from, into] = [
      await daysNow(tx, { scope: "department", placeId: fromId }),
      await daysNow(tx, { scope: "department", placeId: intoId }),
    ];
    const days = deletesEarlier(from, into) ? from : into;
    const rules =
      await sql`DELETE FROM retention_rules WHERE department_id IN (${fromId}, ${intoId})`.execute(tx);
    if ((rules.numAffectedRows ?? 0n) > 0n)
      await tx
        .insertInto("retention_rules")
        .values({ scope: "department", department_id: intoId, is_in_force: true, days })
        .execute();
    return undefined;
  },
};
