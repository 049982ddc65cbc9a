import { taskTemplateEvents } from "@atoll/contract/tasks/events";
import { taskTemplateRoutes } from "@atoll/contract/tasks/template-routes";
import { uuidv7 } from "uuidv7";
import { everyListener } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { must } from "./chat-things.ts";
import { anybody, creators, furnishTasks, type Things } from "./task-things.ts";

const template = (change: object = {}) => ({
  params: { templateId: uuidv7() },
  body: { version: 0, name: "A template", departmentId: null, content: { title: "A task" }, ...change },
});

/** People who create tasks have templates of their own, and of their departments. */
export const taskTemplateSlice = defineSlice<
  typeof taskTemplateRoutes,
  keyof typeof taskTemplateEvents,
  Things
>({
  name: "templates of tasks",
  routes: taskTemplateRoutes,
  eventNames: taskTemplateEvents,
  furnish: furnishTasks,
  rows: {
    listTaskTemplates: anybody({}),
    saveTaskTemplate: {
      "of one's own": { request: () => template(), expect: creators("ok") },
      "of no department": {
        request: () => template({ departmentId: uuidv7() }),
        expect: creators("department_not_found"),
      },
      "that is gone": {
        request: () => template({ version: 3 }),
        expect: creators("task_template_not_found"),
      },
      "without a name": { request: () => template({ name: " " }), expect: signedIn("invalid_request") },
    },
    deleteTaskTemplate: {
      "of one's own": {
        // Those at the door cannot make one.
        request: async ({ world, actor }) => {
          const { params, body } = template();
          await world.send(actor, "PUT", `/api/task-templates/${params.templateId}`, body);
          return { params };
        },
        expect: creators("ok"),
      },
      missing: {
        request: () => ({ params: { templateId: uuidv7() } }),
        expect: creators("task_template_not_found"),
      },
    },
  },
  events: {
    "task-templates.changed": {
      change: async ({ world }) =>
        void (await must(
          world,
          world.actors.admin,
          "PUT",
          `/api/task-templates/${uuidv7()}`,
          template().body,
        )),
      receivers: everyListener,
    },
  },
});
