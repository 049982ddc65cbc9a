import { taskPartRoutes } from "@atoll/contract/tasks/part-routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { assigned, change, furnishTasks, newFile, ofTask, someone, states, team } from "./task-things.ts";

/** The requirements, links and files of a task. */
export const taskPartSlice = defineSlice({
  name: "parts of tasks",
  routes: taskPartRoutes,
  eventNames: {},
  furnish: furnishTasks,
  rows: {
    addTaskRequirement: states((taskId) => ({
      ...ofTask(taskId),
      body: { id: uuidv7(), name: "The floor plans" },
    })),
    removeTaskRequirement: states((taskId) => ({
      params: { taskId, requirementId: uuidv7() },
      query: change(),
    })),
    addTaskLink: {
      ...states((taskId) => ({
        ...ofTask(taskId),
        body: { id: uuidv7(), url: "https://plans.example/harbour.pdf" },
      })),
      "that is no address": {
        request: ({ things }) => ({
          ...ofTask(things.teamTaskId),
          body: { id: uuidv7(), url: "javascript:alert(1)" },
        }),
        expect: signedIn("invalid_request"),
      },
    },
    removeTaskLink: states((taskId) => ({ params: { taskId, linkId: uuidv7() }, query: change() })),
    attachTaskFiles: {
      "that nobody uploaded": {
        request: ({ things }) => ({
          ...ofTask(things.teamTaskId),
          body: { ...change(), fileIds: [uuidv7()] },
        }),
        expect: signedIn("task_not_found", each(team, "attachment_not_found")),
      },
      "somebody else's": {
        request: ({ things }) => ({
          ...ofTask(things.strangeId),
          body: { ...change(), fileIds: [uuidv7()] },
        }),
        expect: signedIn("task_not_found"),
      },
      "one's own": {
        request: async (input) => ({
          ...ofTask(input.things.assignedId),
          body: { ...change(), fileIds: [await newFile(input.world, someone(input))] },
        }),
        expect: signedIn("task_not_found", each(assigned, "ok")),
      },
    },
    removeTaskFile: {
      "that is not there": {
        request: ({ things }) => ({
          params: { taskId: things.teamTaskId, fileId: uuidv7() },
          query: change(),
        }),
        expect: signedIn("task_not_found", each(team, "attachment_not_found")),
      },
      "of the viewer's own": {
        request: async (input) => ({
          params: {
            taskId: input.things.assignedId,
            fileId: await newFile(input.world, someone(input), input.things.assignedId),
          },
          query: change(),
        }),
        expect: signedIn("task_not_found", each(assigned, "ok")),
      },
    },
  },
  events: {},
});
