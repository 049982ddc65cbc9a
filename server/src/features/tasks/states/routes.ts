import { taskStateRoutes } from "@atoll/contract/tasks/state-routes";
import type { SliceContext } from "../../../slice.ts";
import { assertMayManageFields } from "../own-fields/manage-fields.ts";
import { setTaskStates } from "./set-states.ts";
import { readOwnStateLists } from "./state-lists.ts";

/** Registers the routes of the company's own states. Changing them asks for the right before it looks for anything. */
export function registerTaskStates(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(taskStateRoutes.listTaskStates, async (_input, { viewer }) => ({
    lists: await readOwnStateLists(db, viewer),
  }));

  routes.route(taskStateRoutes.setTaskStates, async ({ body }, { viewer, request }) => {
    assertMayManageFields(viewer);
    return { list: await setTaskStates(context, { ...viewer, address: request.ip }, body) };
  });
}
