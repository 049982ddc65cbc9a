import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { SliceContext } from "../../../slice.ts";
import { ownRoom } from "../../people/access.ts";
import { presentTasks } from "../present.ts";
import { readMatrix, readQuadrant } from "./read-matrix.ts";
import { setUrgentDays } from "./urgent-days.ts";

/** Registers the routes of the matrix by importance and urgency. */
export function registerTaskMatrix({ routes, db, people, realtime }: SliceContext): void {
  routes.route(taskRoutes.getTaskMatrix, async ({ query }, { viewer }) => {
    const { urgentDays, quadrants } = await readMatrix(db, viewer, query);
    return {
      urgentDays,
      quadrants: await Promise.all(
        quadrants.map(async ({ rows, ...one }) => ({ ...one, items: await presentTasks(people, rows) })),
      ),
    };
  });

  routes.route(taskRoutes.listQuadrant, async ({ params, query }, { viewer }) => {
    const { rows, nextCursor } = await readQuadrant(db, viewer, params.quadrant, query);
    return { items: await presentTasks(people, rows), nextCursor };
  });

  routes.route(taskRoutes.setUrgentDays, async ({ body }, { viewer }) => {
    await setUrgentDays(db, viewer.id, body.urgentDays);
    realtime.send(ownRoom(viewer.id), "task-matrix.changed", body);
    return body;
  });
}
