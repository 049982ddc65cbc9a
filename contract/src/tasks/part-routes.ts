import { z } from "zod";
import { maxAttachments } from "../files/limits.ts";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { newRequirementSchema, newTaskLinkSchema, openTaskSchema } from "./schemas.ts";

const ofTask = z.object({ taskId: idSchema });
const answer = z.object({ task: openTaskSchema });
const changing = ["task_not_found", "change_id_taken"] as const;
const changed = z.object({ changeId: idSchema });

/** Routes for a task's requirements and attachments. Specification, sections 3, 5 and 7 (tasks). */
export const taskPartRoutes = {
  addTaskRequirement: defineRoute({
    method: "POST",
    path: "/api/tasks/:taskId/requirements",
    summary: "Add a requirement to a task. Its ID is that of the change.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTask,
    body: newRequirementSchema,
    status: 201,
    response: answer,
    errors: [...changing, "too_many_requirements"],
  }),
  removeTaskRequirement: defineRoute({
    method: "DELETE",
    path: "/api/tasks/:taskId/requirements/:requirementId",
    summary: "Remove a requirement from a task.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ taskId: idSchema, requirementId: idSchema }),
    query: changed,
    status: 200,
    response: answer,
    errors: changing,
  }),
  addTaskLink: defineRoute({
    method: "POST",
    path: "/api/tasks/:taskId/links",
    summary: "Attach a link to a task. Its ID is that of the change.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTask,
    body: newTaskLinkSchema,
    status: 201,
    response: answer,
    errors: [...changing, "too_many_task_links"],
  }),
  removeTaskLink: defineRoute({
    method: "DELETE",
    path: "/api/tasks/:taskId/links/:linkId",
    summary: "Remove a link from a task.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ taskId: idSchema, linkId: idSchema }),
    query: changed,
    status: 200,
    response: answer,
    errors: changing,
  }),
  attachTaskFiles: defineRoute({
    method: "POST",
    path: "/api/tasks/:taskId/files",
    summary: "Attach files that the viewer has uploaded for a task (`kind=task`).",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTask,
    body: z.object({ changeId: idSchema, fileIds: z.array(idSchema).min(1).max(maxAttachments) }),
    status: 200,
    response: answer,
    errors: [...changing, "attachment_not_found", "too_many_task_links"],
  }),
  removeTaskFile: defineRoute({
    method: "DELETE",
    path: "/api/tasks/:taskId/files/:fileId",
    summary: "Delete a file of a task.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ taskId: idSchema, fileId: idSchema }),
    query: changed,
    status: 200,
    response: answer,
    errors: [...changing, "attachment_not_found"],
  }),
};
