import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { SliceContext } from "../../../slice.ts";
import { changeView } from "./change-view.ts";
import { deleteView } from "./delete-view.ts";
import { orderViews } from "./order-views.ts";
import { selectViews, tellOfViews } from "./queries.ts";
import { saveView } from "./save-view.ts";

/** Registers the routes of a person's saved views. */
export function registerTaskViews(context: SliceContext): void {
  const { routes, db } = context;
  const answer = async (userId: string) => ({ views: await tellOfViews(context, userId) });

  routes.route(taskRoutes.listTaskViews, async (_input, { viewer }) => ({
    views: await selectViews(db, viewer.id),
  }));

  routes.route(taskRoutes.saveTaskView, async ({ body }, { viewer }) => {
    await saveView(context, viewer.id, body);
    return answer(viewer.id);
  });

  routes.route(taskRoutes.changeTaskView, async ({ params, body }, { viewer }) => {
    await changeView(context, viewer.id, params.viewId, body);
    return answer(viewer.id);
  });

  routes.route(taskRoutes.orderTaskViews, async ({ body }, { viewer }) => {
    await orderViews(context, viewer.id, body.viewIds);
    return answer(viewer.id);
  });

  routes.route(taskRoutes.deleteTaskView, async ({ params }, { viewer }) => {
    await deleteView(context, viewer.id, params.viewId);
    return answer(viewer.id);
  });
}
