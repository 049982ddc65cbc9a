import { taskFieldRoutes } from "@atoll/contract/tasks/field-routes";
import type { SliceContext } from "../../../slice.ts";
import { previewTaskFormula } from "./compute-formulas.ts";
import { readOwnSets } from "./field-sets.ts";
import {
  addTaskField,
  addTaskFormula,
  assertMayManageFields,
  changeTaskField,
  orderTaskFields,
} from "./manage-fields.ts";

/** Registers the routes of the company's own fields. Each asks for the right before it looks for anything. */
export function registerTaskFields(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(taskFieldRoutes.listTaskFields, async (_input, { viewer }) => ({
    sets: await readOwnSets(db, viewer),
  }));

  routes.route(taskFieldRoutes.addTaskField, async ({ body }, { viewer, request }) => {
    assertMayManageFields(viewer);
    return { set: await addTaskField(context, { viewer, address: request.ip }, body) };
  });

  routes.route(taskFieldRoutes.addTaskFormula, async ({ body }, { viewer, request }) => {
    assertMayManageFields(viewer);
    return { set: await addTaskFormula(context, { viewer, address: request.ip }, body) };
  });

  routes.route(taskFieldRoutes.previewTaskFormula, async ({ body }, { viewer }) => {
    assertMayManageFields(viewer);
    return previewTaskFormula(db, viewer, body);
  });

  routes.route(taskFieldRoutes.changeTaskField, async ({ params, body }, { viewer, request }) => {
    assertMayManageFields(viewer);
    return { set: await changeTaskField(context, { viewer, address: request.ip }, params.field, body) };
  });

  routes.route(taskFieldRoutes.orderTaskFields, async ({ body }, { viewer, request }) => {
    assertMayManageFields(viewer);
    return { set: await orderTaskFields(context, { viewer, address: request.ip }, body) };
  });
}
