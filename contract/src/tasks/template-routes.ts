import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { savedTemplateSchema, taskTemplateSchema } from "./template-schemas.ts";

const ofTemplate = z.object({ templateId: idSchema });

/** Templates of tasks: of a person alone, and of departments. */
export const taskTemplateRoutes = {
  listTaskTemplates: defineRoute({
    method: "GET",
    path: "/api/task-templates",
    summary: "List the viewer's templates of tasks and those of their departments, by name.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ templates: z.array(taskTemplateSchema) }),
    errors: [],
  }),
  saveTaskTemplate: defineRoute({
    method: "PUT",
    path: "/api/task-templates/:templateId",
    summary:
      "Create or replace a template of tasks. Those of a department are replaced by its author and managers.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTemplate,
    body: savedTemplateSchema,
    status: 200,
    response: z.object({ template: taskTemplateSchema }),
    errors: [
      "forbidden",
      "task_template_not_found",
      "department_not_found",
      "changed_meanwhile",
      "too_many_task_templates",
    ],
  }),
  deleteTaskTemplate: defineRoute({
    method: "DELETE",
    path: "/api/task-templates/:templateId",
    summary: "Delete a template of tasks. Tasks that were made from it stay.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTemplate,
    status: 204,
    errors: ["forbidden", "task_template_not_found"],
  }),
};
