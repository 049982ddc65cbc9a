import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import { canReadTaskCycles } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { fetchPage } from "../../../platform/page.ts";
import { todayAtServer } from "../../../platform/server-zone.ts";
import type { SliceContext } from "../../../slice.ts";
import { assertMayManageFields } from "../own-fields/manage-fields.ts";
import { presentCycle, readCycleLists, selectCycles } from "./cycle-queries.ts";
import { accessCycle, listCycleTasks, readCycleReport } from "./report.ts";
import { changeCycle, endCycleNow, setCycles } from "./set-cycles.ts";

const placeSchema = z.tuple([z.iso.date(), z.uuid()]);

/** Registers the routes of cycles. Changing them asks for the right before it looks for anything. */
export function registerTaskCycles(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(taskCycleRoutes.listTaskCycles, async (_input, { viewer }) => ({
    lists: await readCycleLists(db, viewer),
    today: todayAtServer(),
  }));

  routes.route(taskCycleRoutes.setTaskCycles, async ({ params, body }, { viewer, request }) => {
    assertMayManageFields(viewer);
    return { list: await setCycles(context, { viewer, address: request.ip }, params.departmentId, body) };
  });

  routes.route(taskCycleRoutes.listPastTaskCycles, async ({ params, query }, { viewer }) => {
    if (!canReadTaskCycles(viewer, params.departmentId)) throw new AppError("department_not_found");
    const { rows, nextCursor } = await fetchPage(
      query,
      placeSchema,
      (after, count) =>
        selectCycles(db)
          .where("c.department_id", "=", params.departmentId)
          .where("c.ended_at", "is not", null)
          .$if(after !== undefined, (past) =>
            past.where(sql<boolean>`(c.starts_on, c.id) < (${after?.[0]}::date, ${after?.[1]}::uuid)`),
          )
          .orderBy("c.starts_on", "desc")
          .orderBy("c.id", "desc")
          .limit(count)
          .execute(),
      ({ starts_on, id }) => [starts_on, id],
    );
    return { items: rows.map(presentCycle), nextCursor };
  });

  routes.route(taskCycleRoutes.changeTaskCycle, async ({ params, body }, { viewer, request }) => {
    assertMayManageFields(viewer);
    const cycle = await accessCycle(db, viewer, params.cycleId);
    return { list: await changeCycle(context, { viewer, address: request.ip }, cycle, body) };
  });

  routes.route(taskCycleRoutes.endTaskCycle, async ({ params, body }, { viewer, request }) => {
    assertMayManageFields(viewer);
    const cycle = await accessCycle(db, viewer, params.cycleId);
    return { list: await endCycleNow(context, { viewer, address: request.ip }, cycle, body) };
  });

  routes.route(taskCycleRoutes.getTaskCycle, async ({ params }, { viewer }) => ({
    report: await readCycleReport(db, viewer, params.cycleId),
  }));

  routes.route(taskCycleRoutes.listTaskCycleTasks, ({ params, query }, { viewer }) =>
    listCycleTasks(db, viewer, params.cycleId, query),
  );
}
