import { uuidv7 } from "uuidv7";
import { createEventRow } from "../../planners.ts";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";
import { admins } from "./chat-things.ts";

export interface Things {
  /** In Backend's calendar, by the author. */
  teamId: string;
  /** In Backend's calendar, private, by a colleague: others see that time is taken. */
  secretId: string;
  /** A colleague's own, to which the member is invited. */
  invitedId: string;
  /** In DevOps' calendar, in which none of the actors is. */
  foreignId: string;
  /** A colleague's own. */
  strangeId: string;
  /** The member's, whose name nobody else may learn. */
  calendarId: string;
  colleagueId: string;
}

export type Input = CaseInput<Things>;

/** Members of Backend. */
export const members: AdmittedName[] = ["voiceless", "member", "author", "departmentRole"];
/** Look into the calendars of all departments. */
export const managers: AdmittedName[] = [...admins];

export const of = (eventId: string) => ({ params: { eventId } });

/** The states of an event, for a route open to everyone who can see it. */
export function states<Request>(request: (eventId: string) => Request) {
  const state = (idOf: (things: Things) => string, seers: readonly AdmittedName[]) => ({
    request: ({ things }: Input) => request(idOf(things)),
    expect: signedIn("event_not_found", each(seers, "ok")),
  });
  return {
    "of the department": state(({ teamId }) => teamId, [...members, ...managers]),
    "of the department, and private": state(({ secretId }) => secretId, [...members, ...managers]),
    "with an invitation": state(({ invitedId }) => invitedId, ["member"]),
    "of another department": state(({ foreignId }) => foreignId, managers),
    "somebody else's": state(({ strangeId }) => strangeId, []),
    missing: { request: (_input: Input) => request(uuidv7()), expect: signedIn("event_not_found") },
  };
}

/** The states of an event, for a route that is for who is invited. */
export function invitedStates<Request>(request: (eventId: string) => Request) {
  const { missing, ...others } = states(request);
  return {
    missing,
    "with an invitation": others["with an invitation"],
    "somebody else's": others["somebody else's"],
    "of the department, without an invitation": {
      request: others["of the department, and private"].request,
      expect: signedIn("event_not_found", each([...members, ...managers], "not_invited")),
    },
  };
}

/** A new one in Backend's calendar, by the author, for each success. */
export function newTeamEvent({ world, things, spare }: Input): Promise<string> {
  return spare("an event of the department", () => createTeamEvent(world, things.colleagueId));
}

export function createTeamEvent(world: World, inviteId: string): Promise<string> {
  const departmentId = world.departmentIds.Backend ?? null;
  return createEventRow(world.db, world.actors.author.id, { department_id: departmentId }, [inviteId]);
}

/** For who may change an event of the department: the author, and who manages calendars. */
export const changers = signedIn("event_not_found", {
  ...each(members, "forbidden"),
  ...each(["author", ...managers], "ok"),
});

export async function furnishEvents(world: World): Promise<Things> {
  const { db, actors, secrets, departmentIds } = world;
  const words = (readers: readonly AdmittedName[]) => ({
    title: secrets.hide("the title of an event", readers),
    description: secrets.hide("the description of an event", readers),
    location: secrets.hide("the location of an event", readers),
  });
  const colleague = await world.newDouble("stranger");
  const backend = departmentIds.Backend ?? null;
  const calendarId = uuidv7();
  await db
    .insertInto("event_calendars")
    .values({
      id: calendarId,
      owner_id: actors.member.id,
      name: secrets.hide("the name of a calendar", ["member"]),
      colour: "sky",
    })
    .execute();
  return {
    colleagueId: colleague.id,
    calendarId,
    teamId: await createEventRow(db, actors.author.id, {
      ...words([...members, ...managers]),
      department_id: backend,
    }),
    secretId: await createEventRow(db, colleague.id, {
      ...words([]),
      department_id: backend,
      visibility: "private",
    }),
    invitedId: await createEventRow(db, colleague.id, words(["member"]), [actors.member.id]),
    foreignId: await createEventRow(db, colleague.id, {
      ...words(managers),
      department_id: departmentIds.DevOps ?? null,
    }),
    strangeId: await createEventRow(db, colleague.id, words([])),
  };
}
