import { taskRoutes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { createTask } from "../../../src/features/tasks/create-task.ts";
import { type Expectations, each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import { type Things as ChatThings, direct, furnishChat, inside } from "./chat-things.ts";

interface Things extends ChatThings {
  /** Made by the author, to be done by the member. */
  assignedId: string;
  /** Made by somebody who plays no part. */
  strangeId: string;
}

/** Who may not create tasks hears that before anything about the message. */
const creators = (rest: Parameters<typeof signedIn>[0], exceptions: Partial<Expectations> = {}) =>
  signedIn(rest, { voiceless: "forbidden", ...exceptions });

export const taskSlice = defineSlice<typeof taskRoutes, never, Things>({
  name: "tasks",
  routes: taskRoutes,
  eventNames: {} as Record<never, unknown>,
  async furnish(world) {
    const things = await furnishChat(world);
    const task = async (creatorId: string, readers: Parameters<typeof world.secrets.hide>[1]) => {
      const title = world.secrets.hide("the title of a task", readers);
      const description = world.secrets.hide("the description of a task", readers);
      const { id } = await createTask(world.db, creatorId, {
        id: uuidv7(),
        title,
        description,
        sourceMessageId: null,
      });
      return id;
    };
    const assignedId = await task(world.actors.author.id, ["author", "member"]);
    await world.db
      .updateTable("tasks")
      .set({ assignee_id: world.actors.member.id })
      .where("id", "=", assignedId)
      .execute();
    return { ...things, assignedId, strangeId: await task(things.colleagueId, []) };
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
      "under the id of another's task": {
        request: ({ things }: CaseInput<Things>) => task(null, things.strangeId),
        expect: creators("task_id_taken"),
      },
      "without a title": {
        request: () => ({ body: { id: uuidv7(), title: " " } }),
        expect: signedIn("invalid_request"),
      },
    },
    getTask: {
      "the author's, for the member to do": {
        request: ({ things }) => ({ params: { taskId: things.assignedId } }),
        expect: signedIn("task_not_found", each(["author", "member"], "ok")),
      },
      "somebody else's": {
        request: ({ things }) => ({ params: { taskId: things.strangeId } }),
        expect: signedIn("task_not_found"),
      },
      missing: { request: () => ({ params: { taskId: uuidv7() } }), expect: signedIn("task_not_found") },
      malformed: { request: () => ({ params: { taskId: "first" } }), expect: signedIn("invalid_request") },
    },
  },
  events: {},
});

function task(sourceMessageId: string | null, id = uuidv7()) {
  return { body: { id, title: "Call the harbour master", sourceMessageId } };
}
