import { uuidv7 } from "uuidv7";
import { createTaskRow } from "../../task-factory.ts";
import { type ActorName, type AdmittedName, admittedNames } from "../actors.ts";
import { type Expectations, each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";
import { type Things as ChatThings, furnishChat } from "./chat-things.ts";

export interface Things extends ChatThings {
  /** A task without a department, created by the author and assigned to the member. */
  assignedId: string;
  /** A task of Backend, created by a person who is not involved in anything else. */
  teamTaskId: string;
  /** Made by somebody who plays no part, of no department. */
  strangeId: string;
  /** The same, watched by the stranger. */
  watchedId: string;
}

export type Input = CaseInput<Things>;

export const assigned: ActorName[] = ["author", "member"];

export const managers: AdmittedName[] = ["admin", "adminAccess", "superAdmin"];

/** Members of Backend, and people who manage the tasks of all departments. */
export const team: AdmittedName[] = ["voiceless", "member", "author", "departmentRole", ...managers];

export const creatingTeam = team.filter((name) => name !== "voiceless");

/** People who may not create tasks get that error before any about the message. */
export const creators = (rest: Parameters<typeof signedIn>[0], exceptions: Partial<Expectations> = {}) =>
  signedIn(rest, { voiceless: "forbidden", ...exceptions });

/** The states of a task, for every route that takes one and is open to its readers. */
export function states<Request>(request: (taskId: string, input: Input) => Request) {
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

/** A change of a person, to a task of theirs, that they may take back. */
export async function newChange(world: Input["world"], actorId: string): Promise<string> {
  const changeId = uuidv7();
  const taskId = await createTaskRow(world.db, actorId);
  await world.db
    .insertInto("object_changes")
    .values({
      change_id: changeId,
      subject_kind: "task",
      subject_id: taskId,
      actor_id: actorId,
      field: "priority",
      before: JSON.stringify("low"),
      after: JSON.stringify("medium"),
    })
    .execute();
  return changeId;
}

/** A file that somebody uploaded for a task. */
export async function newFile(
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

export const change = () => ({ changeId: uuidv7() });
export const ofTask = (taskId: string) => ({ params: { taskId } });

const furnished = new WeakMap<World, Promise<Things>>();

/** The slices of tasks share their furniture. */
export function furnishTasks(world: World): Promise<Things> {
  const things = furnished.get(world) ?? furnish(world);
  furnished.set(world, things);
  return things;
}

async function furnish(world: World): Promise<Things> {
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
}

/** Returns the actor's ID, or another person's for actors without an account. */
export function someone({
  actor,
  things,
}: {
  actor: Input["actor"];
  things: Pick<Things, "colleagueId">;
}): string {
  return admittedNames.some((name) => name === actor.name) ? actor.id : things.colleagueId;
}

/** A request that is the same for everyone who is signed in. */
export function anybody<Request>(request: Request) {
  return { anybody: { request: () => request, expect: signedIn("ok") } };
}
