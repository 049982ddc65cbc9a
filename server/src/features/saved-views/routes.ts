import { savedViewRoutes } from "@atoll/contract/saved-views/routes";
import type { SliceContext } from "../../slice.ts";
import { accessPlace, type OpenPlace } from "./access.ts";
import { changeView } from "./change-view.ts";
import { deleteView } from "./delete-view.ts";
import { orderViews } from "./order-views.ts";
import { broadcastViews, selectViews } from "./queries.ts";
import { saveView } from "./save-view.ts";

/** Registers the routes of a person's saved views. */
export function registerSavedViews(context: SliceContext): void {
  const { routes, db } = context;
  const answer = async (open: OpenPlace) => ({ views: await broadcastViews(context, open) });

  routes.route(savedViewRoutes.listSavedViews, async ({ params }, { viewer }) => ({
    views: await selectViews(db, await accessPlace(context, viewer, params.place)),
  }));

  routes.route(savedViewRoutes.saveView, async ({ params, body }, { viewer }) => {
    const open = await accessPlace(context, viewer, params.place);
    await saveView(context, open, body);
    return answer(open);
  });

  routes.route(savedViewRoutes.changeSavedView, async ({ params, body }, { viewer }) => {
    const open = await accessPlace(context, viewer, params.place);
    await changeView(context, open, params.viewId, body);
    return answer(open);
  });

  routes.route(savedViewRoutes.orderSavedViews, async ({ params, body }, { viewer }) => {
    const open = await accessPlace(context, viewer, params.place);
    await orderViews(context, open, body.viewIds);
    return answer(open);
  });

  routes.route(savedViewRoutes.deleteSavedView, async ({ params }, { viewer }) => {
    const open = await accessPlace(context, viewer, params.place);
    await deleteView(context, open, params.viewId);
    return answer(open);
  });
}
