import { retentionRoutes } from "@atoll/contract/retention/routes";
import type { ChannelRetention } from "@atoll/contract/retention/schemas";
import { sql } from "kysely";
import type { Changer, RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessChannel } from "../chat/public.ts";
import { assertSuperAdmin } from "../identity/public.ts";
import { listActs } from "./hold-log.ts";
import { changeHold, createHold, endHold, findChannels, findHold, listHolds } from "./holds.ts";
import { previewRetention } from "./preview.ts";
import { cancelChange, changeRule, readRetention, removeRule } from "./rules.ts";

/**
 * Registers the routes of retention and legal holds. They are for super administrators: rules delete for everyone, and holds
 * are nobody else's business.
 */
export function registerRetention(context: SliceContext): void {
  const { routes, db } = context;
  const changer = (viewer: RequestViewer, request: { ip: string }): Changer => {
    assertSuperAdmin(viewer);
    return { ...viewer, address: request.ip };
  };

  routes.route(retentionRoutes.getRetention, async (_input, { viewer }) => {
    assertSuperAdmin(viewer);
    return readRetention(db, viewer.id);
  });
  routes.route(retentionRoutes.previewRetention, async ({ query }, { viewer }) => {
    assertSuperAdmin(viewer);
    const { scope, placeId, ...change } = query;
    return previewRetention(db, viewer.id, { scope, placeId }, change);
  });
  routes.route(retentionRoutes.changeRetention, async ({ body }, { viewer, request }) => {
    await changeRule(db, changer(viewer, request), body);
    return readRetention(db, viewer.id);
  });
  routes.route(retentionRoutes.removeRetentionRule, async ({ params }, { viewer, request }) => {
    await removeRule(db, changer(viewer, request), params.ruleId);
    return readRetention(db, viewer.id);
  });
  routes.route(retentionRoutes.cancelRetentionChange, async ({ params }, { viewer, request }) => {
    await cancelChange(db, changer(viewer, request), params.ruleId);
    return readRetention(db, viewer.id);
  });
  routes.route(retentionRoutes.findChannelsToKeep, async ({ query }, { viewer }) => {
    assertSuperAdmin(viewer);
    return { channels: await findChannels(db, viewer.id, query.search) };
  });
  routes.route(retentionRoutes.getChannelRetention, async ({ params }, { viewer }) => {
    await accessChannel(db, viewer, params.channelId);
    return readChannelRetention(db, params.channelId);
  });

  routes.route(retentionRoutes.listHolds, async ({ query }, { viewer }) => {
    assertSuperAdmin(viewer);
    return listHolds(context, viewer.id, query);
  });
  routes.route(retentionRoutes.createHold, async ({ body }, { viewer, request }) => {
    await createHold(db, changer(viewer, request), body);
    return { hold: await findHold(context, viewer.id, body.id) };
  });
  routes.route(retentionRoutes.changeHold, async ({ params, body }, { viewer, request }) => {
    await changeHold(db, changer(viewer, request), params.holdId, body);
    return { hold: await findHold(context, viewer.id, params.holdId) };
  });
  routes.route(retentionRoutes.endHold, async ({ params }, { viewer, request }) => {
    await endHold(db, changer(viewer, request), params.holdId);
    return { hold: await findHold(context, viewer.id, params.holdId) };
  });
  routes.route(retentionRoutes.listHoldActs, async ({ params, query }, { viewer }) => {
    assertSuperAdmin(viewer);
    return listActs(db, params.holdId, query);
  });
}

/** Returns how long the messages of a channel are kept, and the change that its own or the next rule is waiting for. */
async function readChannelRetention(db: Database, channelId: string): Promise<ChannelRetention> {
  const { rows } = await sql<{ days: number | null; next: Date | null; next_days: number | null }>`
    SELECT v.days, waiting.next_at AS next, waiting.next_days FROM channel_retention v
    LEFT JOIN LATERAL (
      SELECT r.next, r.next_at, r.next_days FROM retention_rules r
      WHERE r.channel_id = v.channel_id OR r.department_id = v.department_id
        OR r.scope = CASE WHEN v.type = 'DIRECT' THEN 'direct' ELSE 'channels' END
      ORDER BY array_position(ARRAY['channel', 'department'], r.scope) NULLS LAST LIMIT 1
    ) waiting ON waiting.next = 'set'
    WHERE v.channel_id = ${channelId}`.execute(db);
  const [row] = rows;
  return {
    days: row?.days ?? null,
    next: row?.next ? { days: row.next_days, at: row.next.toISOString() } : null,
  };
}
