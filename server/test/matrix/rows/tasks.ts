import type { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import { taskEvents } from "@atoll/contract/tasks/events";
import type { taskFieldRoutes } from "@atoll/contract/tasks/field-routes";
import type { taskMatrixRoutes } from "@atoll/contract/tasks/matrix-routes";
import type { taskPartRoutes } from "@atoll/contract/tasks/part-routes";
import { taskRoutes as routes } from "@atoll/contract/tasks/routes";
import type { taskStateRoutes } from "@atoll/contract/tasks/state-routes";
import type { taskTemplateRoutes } from "@atoll/contract/tasks/template-routes";
import type { taskTimeRoutes } from "@atoll/contract/tasks/time-routes";
import { uuidv7 } from "uuidv7";
import { createTaskRow } from "../../task-factory.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { direct, inside, must } from "./chat-things.ts";
import type { TaskListRoutes } from "./task-lists.ts";
import {
  assigned,
  change,
  creatingTeam,
  creators,
  furnishTasks,
  type Input,
  managers,
  newChange,
  ofTask,
  someone,
  states,
  type Things,
  team,
} from "./task-things.ts";

/** The parts of a task and its views are slices of their own. */
type OfWholes = Omit<
  typeof routes,
  | keyof TaskListRoutes
  | keyof typeof taskFieldRoutes
  | keyof typeof taskStateRoutes
  | keyof typeof taskTemplateRoutes
  | keyof typeof taskCycleRoutes
  | keyof typeof taskTimeRoutes
  | keyof typeof taskMatrixRoutes
  | keyof typeof taskPartRoutes
>;

export const taskSlice = defineSlice<OfWholes, keyof typeof taskEvents, Things>({
  name: "tasks",
  routes,
  eventNames: taskEvents,
  furnish: furnishTasks,
  rows: {
    createTask: {
      "of one's own words": { request: () => task(null), expect: creators("ok") },
      "from a message of a channel of one's own": {
        request: ({ things }) => task(things.messages.root),
        expect: creators("message_not_found", each(inside, "ok")),
      },
      "from a direct message": {
        request: ({ things }) => task(things.messages.direct),
        expect: creators("message_not_found", each(direct, "ok")),
      },
      "from a hidden message": {
        request: ({ things }) => task(things.messages.hidden),
        expect: creators("message_not_found"),
      },
      "from no message": { request: () => task(uuidv7()), expect: creators("message_not_found") },
      "for a department": {
        request: ({ world }) => ({
          body: { id: uuidv7(), title: "For all of us", departmentId: world.departmentIds.Backend },
        }),
        expect: creators("department_not_found", each(creatingTeam, "ok")),
      },
      "for somebody who cannot sign in": {
        request: ({ things }) => ({
          body: { id: uuidv7(), title: "For you", assigneeId: things.disabledId },
        }),
        expect: creators("assignee_unavailable"),
      },
      "as a part of the department's": {
        request: ({ things }) => ({ body: { id: uuidv7(), title: "A part", parentId: things.teamTaskId } }),
        expect: creators("task_not_found", each(creatingTeam, "ok")),
      },
      "under the id of another's task": {
        request: ({ things }: Input) => task(null, things.strangeId),
        expect: creators("task_id_taken"),
      },
      "coming again without a due date": {
        request: () => ({
          body: { id: uuidv7(), title: "Again", recurrence: { every: "month" as const } },
        }),
        expect: creators("recurrence_without_due"),
      },
      "without a title": {
        request: () => ({ body: { id: uuidv7(), title: " " } }),
        expect: signedIn("invalid_request"),
      },
    },
    getTask: {
      ...states(ofTask),
      malformed: { request: () => ofTask("first"), expect: signedIn("invalid_request") },
    },
    changeTask: {
      ...states((taskId) => ({ ...ofTask(taskId), body: { ...change(), priority: "high" as const } })),
      "over a description that was not seen": {
        request: ({ things }) => ({
          ...ofTask(things.teamTaskId),
          body: { ...change(), description: { text: uuidv7(), version: 99 } },
        }),
        expect: signedIn("task_not_found", each(team, "changed_meanwhile")),
      },
      "for somebody who cannot sign in": {
        request: ({ things }) => ({
          ...ofTask(things.teamTaskId),
          body: { ...change(), assigneeId: things.disabledId },
        }),
        expect: signedIn("task_not_found", each(team, "assignee_unavailable")),
      },
      "coming again without a due date": {
        request: ({ things }) => ({
          ...ofTask(things.teamTaskId),
          body: { ...change(), recurrence: { every: "month" as const } },
        }),
        expect: signedIn("task_not_found", each(team, "recurrence_without_due")),
      },
    },
    changeTasks: states((taskId) => ({
      body: { ...change(), taskIds: [taskId], set: { addTags: ["harbour"] } },
    })),
    deleteTasks: {
      "one's own": {
        request: async (input) => ({
          body: {
            ...change(),
            taskIds: [
              await input.spare("a task of one's own", () => createTaskRow(input.world.db, someone(input))),
            ],
          },
        }),
        expect: signedIn("ok"),
      },
      "the department's": {
        request: async ({ world, things, spare }) => ({
          body: {
            ...change(),
            taskIds: [
              await spare("a task", () =>
                createTaskRow(world.db, things.colleagueId, {
                  department_id: world.departmentIds.Backend ?? null,
                }),
              ),
            ],
          },
        }),
        expect: signedIn("task_not_found", { ...each(team, "forbidden"), ...each(managers, "ok") }),
      },
    },
    undoTaskChange: {
      "one's own": {
        request: async (input) => ({ params: { changeId: await newChange(input.world, someone(input)) } }),
        expect: signedIn("ok"),
      },
      "somebody else's": {
        request: async ({ world, things, spare }) => ({
          params: { changeId: await spare("a change", () => newChange(world, things.colleagueId)) },
        }),
        expect: signedIn("task_change_not_found"),
      },
      missing: {
        request: () => ({ params: { changeId: uuidv7() } }),
        expect: signedIn("task_change_not_found"),
      },
    },
    moveTask: states((taskId) => ({
      ...ofTask(taskId),
      body: { ...change(), status: "in_review" as const },
    })),
    moveTasks: states((taskId) => ({
      body: { ...change(), taskIds: [taskId], status: "in_review" as const },
    })),
    changeTaskWatchers: {
      ...states((taskId) => ({ ...ofTask(taskId), body: { ...change(), add: [], remove: [] } })),
      "with somebody who cannot sign in": {
        request: ({ things }) => ({
          ...ofTask(things.assignedId),
          body: { ...change(), add: [things.disabledId] },
        }),
        expect: signedIn("task_not_found", each(assigned, "assignee_unavailable")),
      },
    },
    blockTask: {
      "by one that only its people know": {
        request: ({ things }) => blocked(things.teamTaskId, things.assignedId),
        expect: signedIn("task_not_found", each(assigned, "ok")),
      },
      "by somebody else's": {
        request: ({ things }) => blocked(things.assignedId, things.strangeId),
        expect: signedIn("task_not_found"),
      },
      "by itself": {
        request: ({ things }) => blocked(things.teamTaskId, things.teamTaskId),
        expect: signedIn("task_loop"),
      },
    },
    unblockTask: states((taskId) => ({
      params: { taskId, blockerId: uuidv7() },
      query: change(),
    })),
    deleteTask: {
      "one's own": {
        request: async (input) => ({
          ...ofTask(
            await input.spare("a task of one's own", () => createTaskRow(input.world.db, someone(input))),
          ),
          query: change(),
        }),
        expect: signedIn("ok"),
      },
      "the department's": {
        request: async ({ world, things, spare }) => ({
          ...ofTask(
            await spare("a task", () =>
              createTaskRow(world.db, things.colleagueId, {
                department_id: world.departmentIds.Backend ?? null,
              }),
            ),
          ),
          query: change(),
        }),
        expect: signedIn("task_not_found", { ...each(team, "forbidden"), ...each(managers, "ok") }),
      },
      "somebody else's": {
        request: ({ things }) => ({ ...ofTask(things.strangeId), query: change() }),
        expect: signedIn("task_not_found"),
      },
    },
  },
  events: {
    "task.changed": {
      change: ({ world, things }) =>
        must(world, world.actors.author, "PATCH", `/api/tasks/${things.teamTaskId}`, {
          ...change(),
          title: world.secrets.hide("a new title of a task", team),
        }),
      // A person without any permission is still in the department.
      receivers: [...team, "demoted"],
    },
    "task.gone": {
      async change({ world }) {
        const id = await createTaskRow(world.db, world.actors.author.id, {
          assignee_id: world.actors.member.id,
        });
        await must(world, world.actors.author, "PATCH", `/api/tasks/${id}`, {
          ...change(),
          assigneeId: null,
        });
      },
      receivers: ["member"],
    },
    "tasks.rearranged": {
      async change({ world }) {
        const { id } = world.actors.author;
        // So close together that the next one between them has no short place any more.
        const rank = (last: string) => `a0${"V".repeat(80)}${last}`;
        const first = await createTaskRow(world.db, id, { status: "in_review", rank: rank("V") });
        const last = await createTaskRow(world.db, id, { status: "in_review", rank: rank("W") });
        const moved = await createTaskRow(world.db, id);
        await must(world, world.actors.author, "PUT", `/api/tasks/${moved}/position`, {
          ...change(),
          status: "in_review",
          after: first,
          before: last,
        });
      },
      receivers: [
        "voiceless",
        "stranger",
        "member",
        "author",
        "departmentRole",
        "userManager",
        "roleManager",
        "roleAssigner",
        "departmentManager",
        "auditor",
        "demoted",
        ...managers,
      ],
    },
  },
});

function task(sourceMessageId: string | null, id = uuidv7()) {
  return { body: { id, title: "Call the harbour master", sourceMessageId } };
}

function blocked(taskId: string, blockerId: string) {
  return { params: { taskId, blockerId }, body: change() };
}
