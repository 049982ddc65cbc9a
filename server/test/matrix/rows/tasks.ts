import { taskEvents } from "@atoll/contract/tasks/events";
import type { taskRoutes } from "@atoll/contract/tasks/routes";
import { taskRoutes as routes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { createTaskRow } from "../../task-factory.ts";
import { type ActorName, type AdmittedName, admittedNames } from "../actors.ts";
import { type Expectations, each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import { type Things as ChatThings, direct, furnishChat, inside, must } from "./chat-things.ts";

interface Things extends ChatThings {
  /** Of no department: made by the author, to be done by the member. */
  assignedId: string;
  /** Of Backend, made by somebody who plays no part. */
  teamTaskId: string;
  /** Made by somebody who plays no part, of no department. */
  strangeId: string;
  /** The same, watched by the stranger. */
  watchedId: string;
}

type Input = CaseInput<Things>;

const assigned: ActorName[] = ["author", "member"];
const managers: AdmittedName[] = ["admin", "adminAccess", "superAdmin"];
/** Members of Backend, and whoever manages the tasks of all departments. */
const team: AdmittedName[] = ["voiceless", "member", "author", "departmentRole", ...managers];

const creatingTeam = team.filter((name) => name !== "voiceless");

/** Who may not create tasks hears that before anything about the message. */
const creators = (rest: Parameters<typeof signedIn>[0], exceptions: Partial<Expectations> = {}) =>
  signedIn(rest, { voiceless: "forbidden", ...exceptions });

/** The states of a task, for every route that names one and is for whoever may read it. */
function states<Request>(request: (taskId: string, input: Input) => Request) {
  const state = (taskOf: (things: Things) => string, readers: ActorName[]) => ({
    request: (input: Input) => request(taskOf(input.things), input),
    expect: signedIn("task_not_found", each(readers, "ok")),
  });
  return {
    "of one's own": state(({ assignedId }) => assignedId, assigned),
    "of the department": state(({ teamTaskId }) => teamTaskId, team),
    watched: state(({ watchedId }) => watchedId, ["stranger"]),
    "somebody else's": state(({ strangeId }) => strangeId, []),
    missing: state(() => uuidv7(), []),
  };
}

const anybody = <Request>(request: Request) => ({
  anybody: { request: () => request, expect: signedIn("ok") },
});
const change = () => ({ changeId: uuidv7() });
const ofTask = (taskId: string) => ({ params: { taskId } });

export const taskSlice = defineSlice<typeof taskRoutes, keyof typeof taskEvents, Things>({
  name: "tasks",
  routes,
  eventNames: taskEvents,
  async furnish(world) {
    const things = await furnishChat(world);
    const task = (
      creatorId: string,
      readers: ActorName[],
      wanted: Parameters<typeof createTaskRow>[2] = {},
    ): Promise<string> => {
      const title = world.secrets.hide("the title of a task", readers);
      const description = world.secrets.hide("the description of a task", readers);
      return createTaskRow(world.db, creatorId, { title, description, tags: [], ...wanted });
    };
    const watchedId = await task(things.colleagueId, ["stranger"]);
    await world.db
      .insertInto("task_watchers")
      .values({ task_id: watchedId, user_id: world.actors.stranger.id })
      .execute();
    return {
      ...things,
      watchedId,
      assignedId: await task(world.actors.author.id, assigned, { assignee_id: world.actors.member.id }),
      teamTaskId: await task(things.colleagueId, team, {
        department_id: world.departmentIds.Backend ?? null,
      }),
      strangeId: await task(things.colleagueId, []),
    };
  },
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
    },
    changeTasks: states((taskId) => ({
      body: { ...change(), taskIds: [taskId], set: { addTags: ["harbour"] } },
    })),
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
      "of one's own": {
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
    listTasks: anybody({ query: {} }),
    getBoard: anybody({ query: {} }),
    countTasks: anybody({ query: { group: "status" as const } }),
    listTaskTags: anybody({ query: {} }),
    listTaskHistory: states((taskId) => ({ ...ofTask(taskId), query: {} })),
  },
  events: {
    "task.changed": {
      change: ({ world, things }) =>
        must(world, world.actors.author, "PATCH", `/api/tasks/${things.teamTaskId}`, {
          ...change(),
          title: world.secrets.hide("a new title of a task", team),
        }),
      // Who has no permission any more is still of the department.
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

/** Who asks; for who has no account, somebody else. */
function someone({ actor, things }: Input): string {
  return admittedNames.some((name) => name === actor.name) ? actor.id : things.colleagueId;
}

/** A change of a person, to a task of theirs, that they may take back. */
async function newChange(world: Input["world"], actorId: string): Promise<string> {
  const changeId = uuidv7();
  const taskId = await createTaskRow(world.db, actorId);
  await world.db
    .insertInto("task_changes")
    .values({
      change_id: changeId,
      task_id: taskId,
      actor_id: actorId,
      field: "priority",
      before: JSON.stringify("low"),
      after: JSON.stringify("medium"),
    })
    .execute();
  return changeId;
}

/** A file that somebody uploaded for a task. */
async function newFile(
  world: Input["world"],
  ownerId: string,
  taskId: string | null = null,
): Promise<string> {
  const id = uuidv7();
  await world.db
    .insertInto("files")
    .values({
      id,
      owner_id: ownerId,
      subject_kind: "task",
      subject_id: taskId,
      bucket: "task-attachments",
      key: `public/${ownerId}/${id}`,
      filename: "plan.txt",
      original_name: "plan.txt",
      mime_type: "text/plain",
      size_bytes: 1,
    })
    .execute();
  return id;
}
