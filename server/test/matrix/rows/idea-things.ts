import { type Insertable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tables } from "../../../src/tables.ts";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";
import { admins } from "./chat-things.ts";

export interface Things {
  /** For everyone, by the author. */
  openId: string;
  /** For Backend, by the author. */
  teamId: string;
  /** For DevOps, in which none of the actors is. */
  foreignId: string;
  /** For everyone, by the author, hidden by a moderator. */
  hiddenId: string;
  colleagueId: string;
}

export type Input = CaseInput<Things>;

/** Members of Backend. */
export const members: AdmittedName[] = ["voiceless", "member", "author", "departmentRole"];
/** Manage and moderate ideas, and read none of other departments. */
export { admins };

export const of = (ideaId: string) => ({ params: { ideaId } });

/** The states of an idea, for a route that is open to everyone who may read it. */
export function states<Request>(request: (ideaId: string, input: Input) => Request | Promise<Request>) {
  return {
    "for everyone": {
      request: (input: Input) => request(input.things.openId, input),
      expect: signedIn("ok"),
    },
    "for the department": {
      request: (input: Input) => request(input.things.teamId, input),
      expect: signedIn("idea_not_found", each(members, "ok")),
    },
    "for another department": {
      request: (input: Input) => request(input.things.foreignId, input),
      expect: signedIn("idea_not_found"),
    },
    hidden: {
      request: (input: Input) => request(input.things.hiddenId, input),
      expect: signedIn("idea_not_found", each(["author", ...admins], "ok")),
    },
    missing: {
      request: (input: Input) => request(uuidv7(), input),
      expect: signedIn("idea_not_found"),
    },
  };
}

/** An idea as a row, for everyone unless said otherwise. */
export async function createIdeaRow(
  { db }: Pick<World, "db">,
  authorId: string,
  wanted: Partial<Insertable<Tables["ideas"]>> = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("ideas")
    .values({ id, title: "An idea", author_id: authorId, sent_hash: Buffer.from(id), ...wanted })
    .execute();
  return id;
}

export async function furnishIdeas(world: World): Promise<Things> {
  const { actors, secrets, departmentIds, db } = world;
  const words = (readers: AdmittedName[]) => ({
    title: secrets.hide("the title of an idea", readers),
    content: secrets.hide("the text of an idea", readers),
    reply: secrets.hide("the reply to an idea", readers),
    reply_at: new Date(),
    reply_by: actors.author.id,
  });
  const colleague = await world.newDouble("stranger");
  const hiddenId = await createIdeaRow(world, actors.author.id, words(["author", ...admins]));
  await db
    .updateTable("vote_subjects")
    .set({ hidden_at: sql<Date>`now()`, hidden_reason: "It names a client" })
    .where("id", "=", hiddenId)
    .execute();
  return {
    colleagueId: colleague.id,
    openId: await createIdeaRow(world, actors.author.id),
    teamId: await createIdeaRow(world, actors.author.id, {
      ...words(members),
      audience_ids: [departmentIds.Backend ?? ""],
    }),
    foreignId: await createIdeaRow(world, colleague.id, {
      ...words([]),
      audience_ids: [departmentIds.DevOps ?? ""],
    }),
    hiddenId,
  };
}

/** A change that gave a new idea its owner, made a moment ago. */
export async function addIdeaChange(
  { db }: Pick<World, "db">,
  ideaId: string,
  actorId: string,
): Promise<string> {
  const changeId = uuidv7();
  await sql`UPDATE ideas SET owner_id = ${actorId} WHERE id = ${ideaId}`.execute(db);
  await sql`INSERT INTO object_changes (change_id, subject_kind, subject_id, actor_id, field, before, after)
    VALUES (${changeId}, 'idea', ${ideaId}, ${actorId}, 'owner', 'null', ${JSON.stringify(actorId)})`.execute(
    db,
  );
  return changeId;
}
