import { taskTemplateRoutes } from "@atoll/contract/tasks/template-routes";
import type { SliceContext } from "../../../slice.ts";
import { assertMayCreateTasks } from "../policy.ts";
import { deleteTemplate, listTemplates, saveTemplate } from "./templates.ts";

/** Registers the routes of templates of tasks. */
export function registerTaskTemplates(context: SliceContext): void {
  const { routes } = context;

  routes.route(taskTemplateRoutes.listTaskTemplates, async (_input, { viewer }) => ({
    templates: await listTemplates(context, viewer),
  }));

  routes.route(taskTemplateRoutes.saveTaskTemplate, async ({ params, body }, { viewer }) => {
    assertMayCreateTasks(viewer);
    return { template: await saveTemplate(context, viewer, params.templateId, body) };
  });

  routes.route(taskTemplateRoutes.deleteTaskTemplate, async ({ params }, { viewer }) => {
    await deleteTemplate(context, viewer, params.templateId);
    return undefined;
  });
}
