import { hookRoutes as routes } from "@atoll/contract/cards/hook-routes";
import type { Delivery } from "@atoll/contract/cards/hook-schemas";
import { deliveryDays } from "@atoll/contract/cards/limits";
import { sql } from "kysely";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { accessSections, departmentOf } from "../public.ts";
import { createHook, deleteHook, listHooks } from "./manage-hooks.ts";
import { listDeliveries, receiveDelivery, replayDelivery } from "./receive-delivery.ts";

/** Webhooks that other systems call, and the figures that follow from what they report. */
export function registerHooks(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listHooks, async ({ params }, { viewer }) => ({
    hooks: await listHooks(context, viewer, params.typeId),
  }));

  registrar.route(routes.createHook, ({ params, body }, { viewer, request }) =>
    createHook(context, { viewer, address: request.ip }, params.typeId, body),
  );

  registrar.route(routes.deleteHook, async ({ params }, { viewer, request }) => {
    await deleteHook(context, { viewer, address: request.ip }, params.hookId);
    return undefined;
  });

  registrar.route(routes.listDeliveries, ({ params, query }, { viewer }) =>
    listDeliveries(db, viewer, params.hookId, query),
  );

  registrar.route(routes.replayDelivery, async ({ params }, { viewer }) => {
    await replayDelivery(context, viewer, params);
    return undefined;
  });

  registrar.route(routes.receiveHook, async ({ params }, { request }) => {
    await receiveDelivery(context, params.hookId, request);
    return undefined;
  });

  registrar.route(routes.readDelivery, async ({ params }, { viewer }) => {
    await accessSections(db, viewer, params.slug);
    return readDelivery(db, departmentOf(viewer, params.slug));
  });
}

/**
 * The four figures of a department's deployments to Production, from the history of their stages. A deployment counts
 * when it first went live; it failed when it was marked as failing afterwards, and is restored when it left that stage.
 */
async function readDelivery(db: Database, departmentId: string): Promise<Delivery> {
  const { rows } = await sql<{
    count: number;
    linked: number;
    lead: number | null;
    failed: number;
    restored: number;
    restore: number | null;
  }>`
    WITH moves AS (
      SELECT o.subject_id AS card_id, o.after #>> '{}' AS stage, o.at,
        lead(o.at) OVER (PARTITION BY o.subject_id ORDER BY o.id) AS until
      FROM object_changes o JOIN cards c ON c.id = o.subject_id JOIN card_types ct ON ct.id = c.type_id
      WHERE o.subject_kind = 'card' AND o.field = 'stage' AND o.undone_at IS NULL AND c.deleted_at IS NULL
        AND ct.department_id = ${departmentId} AND ct.archived_at IS NULL AND ct.options ->> 'hooks' = 'deployments'
        AND c.data ->> 'environment' = ct.options ->> 'production'
    ), deployed AS (
      SELECT card_id, min(at) AS at FROM moves WHERE stage = 'live' GROUP BY card_id
      HAVING min(at) > now() - make_interval(days => ${deliveryDays})
    ), failures AS (
      SELECT d.card_id, m.at, m.until FROM deployed d JOIN moves m ON m.card_id = d.card_id
      WHERE m.stage = 'failing' AND m.at >= d.at
    ), leads AS (
      SELECT extract(epoch FROM d.at - k.committed_at) / 3600 AS hours FROM deployed d JOIN cards c ON c.id = d.card_id
      JOIN card_commits k ON k.department_id = ${departmentId} AND k.sha = c.data ->> 'commit' AND k.committed_at <= d.at
    )
    SELECT (SELECT count(*)::int FROM deployed) AS count,
      (SELECT count(*)::int FROM leads) AS linked,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY hours)::float FROM leads) AS lead,
      (SELECT count(DISTINCT card_id)::int FROM failures) AS failed,
      (SELECT count(*)::int FROM failures WHERE until IS NOT NULL) AS restored,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM until - at) / 60)::float FROM failures
        WHERE until IS NOT NULL) AS restore`.execute(db);
  const { count = 0, linked = 0, lead = null, failed = 0, restored = 0, restore = null } = rows[0] ?? {};
  return {
    frequency: { value: count === 0 ? null : count / deliveryDays, of: count },
    leadHours: { value: lead, of: linked },
    failureRate: { value: count === 0 ? null : failed / count, of: count },
    failed,
    restoreMinutes: { value: restore, of: restored },
  };
}
