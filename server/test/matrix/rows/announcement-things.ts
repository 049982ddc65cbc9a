import { uuidv7 } from "uuidv7";
import { createAnnouncementRow } from "../../announcers.ts";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";
import { admins } from "./chat-things.ts";

export interface Things {
  /** Published for Backend, a must-read, written by the author, who holds no permission of announcements. */
  teamId: string;
  /** Published for DevOps, in which none of the actors is. */
  foreignId: string;
  /** A draft of a person who may write but not publish. */
  draftId: string;
  /** A draft of a colleague. */
  strangeId: string;
  colleagueId: string;
}

export type Input = CaseInput<Things>;

/** Hold `announcements:publish`, and so see every one in every state. */
export const publishers: AdmittedName[] = ["auditor", ...admins];
/** May write. */
export const writers: AdmittedName[] = ["departmentRole", ...publishers];
/** Members of Backend. */
export const members: AdmittedName[] = ["voiceless", "member", "author", "departmentRole"];

export const of = (announcementId: string) => ({ params: { announcementId } });

/** The states of an announcement, for a route open to its readers. */
export function states<Request>(request: (announcementId: string) => Request) {
  const state = (idOf: (things: Things) => string, readers: AdmittedName[]) => ({
    request: ({ things }: Input) => request(idOf(things)),
    expect: signedIn("announcement_not_found", each([...readers, ...publishers], "ok")),
  });
  return {
    "for the department": state(({ teamId }) => teamId, members),
    "for another department": state(({ foreignId }) => foreignId, []),
    "a draft of one's own": state(({ draftId }) => draftId, ["departmentRole"]),
    "somebody else's draft": state(({ strangeId }) => strangeId, []),
    missing: {
      request: (_input: Input) => request(uuidv7()),
      expect: signedIn("announcement_not_found"),
    },
  };
}

type What = "everyone's" | "published" | "draft";

/** Each success takes a new one; what is not everyone's is for Backend. */
export function newOne(
  { world, things, spare }: Input,
  what: What,
  authorId = things.colleagueId,
): Promise<string> {
  return spare(`${what} of ${authorId}`, () => createOne(world, authorId, what));
}

export function createOne(world: World, authorId: string, what: What): Promise<string> {
  return createAnnouncementRow(world.db, authorId, {
    must_read: true,
    ...(what === "everyone's" ? {} : { department_ids: [world.departmentIds.Backend ?? ""] }),
    ...(what === "draft" ? { status: "DRAFT" as const } : {}),
  });
}

/** For an announcement that everyone can read: only publishers may change it. */
export const publishersAlone = signedIn("forbidden", each(publishers, "ok"));

/** Refuses everyone, including readers, except publishers. */
export const publishersOnly = signedIn("announcement_not_found", {
  ...each(members, "forbidden"),
  ...each(publishers, "ok"),
});

export async function furnishAnnouncements(world: World): Promise<Things> {
  const { db, actors, secrets, departmentIds } = world;
  const words = (readers: AdmittedName[]) => ({
    title: secrets.hide("the title of an announcement", readers),
    content: secrets.hide("the content of an announcement", readers),
  });
  const colleague = await world.newDouble("stranger");
  return {
    colleagueId: colleague.id,
    teamId: await createAnnouncementRow(db, actors.author.id, {
      ...words([...members, ...publishers]),
      must_read: true,
      department_ids: [departmentIds.Backend ?? ""],
    }),
    foreignId: await createAnnouncementRow(db, colleague.id, {
      ...words(publishers),
      department_ids: [departmentIds.DevOps ?? ""],
    }),
    draftId: await createAnnouncementRow(db, actors.departmentRole.id, {
      ...words(writers),
      status: "DRAFT",
    }),
    strangeId: await createAnnouncementRow(db, colleague.id, { ...words(publishers), status: "DRAFT" }),
  };
}
