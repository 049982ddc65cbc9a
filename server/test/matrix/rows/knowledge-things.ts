import { uuidv7 } from "uuidv7";
import { createArticleRow } from "../../knowledge.ts";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";
import { admins } from "./chat-things.ts";

export interface Things {
  /** Published for Backend, owned by the author, who may not write in the knowledge base otherwise. */
  teamId: string;
  /** Published for DevOps, in which none of the actors is. */
  foreignId: string;
  /** A draft for Backend, by a colleague. */
  draftId: string;
  /** A draft for DevOps, by a colleague. */
  strangeId: string;
  /** A draft for Backend that the colleague has shared with nobody. */
  privateId: string;
  /** A run of the article for Backend, and of the one for DevOps. */
  runId: string;
  foreignRunId: string;
  colleagueId: string;
}

export type Input = CaseInput<Things>;

/** Hold `knowledge:manage`, and so see every article in every state. */
export const managers: AdmittedName[] = ["auditor", ...admins];
/** May write; the first only sees drafts for Backend. */
export const writers: AdmittedName[] = ["departmentRole", ...managers];
/** Members of Backend who may not write. */
export const readers: AdmittedName[] = ["voiceless", "member"];

export const of = (articleId: string) => ({ params: { articleId } });

/** The states of an article, for a route that is open to its readers. */
export function states<Request>(
  request: (articleId: string) => Request,
  what: { draft?: "ok" | "article_not_published" } = {},
) {
  const state = (idOf: (things: Things) => string, names: AdmittedName[], then = "ok" as const) => ({
    request: ({ things }: Input) => request(idOf(things)),
    expect: signedIn("article_not_found", each(names, then)),
  });
  return {
    "for the department": state(({ teamId }) => teamId, [...readers, "author", ...writers]),
    "for another department": state(({ foreignId }) => foreignId, managers),
    "a draft for the department": {
      ...state(({ draftId }) => draftId, writers),
      expect: signedIn("article_not_found", each(writers, what.draft ?? "ok")),
    },
    "a draft for another department": {
      ...state(({ strangeId }) => strangeId, managers),
      expect: signedIn("article_not_found", each(managers, what.draft ?? "ok")),
    },
    "a draft that a colleague has not shared": state(({ privateId }) => privateId, []),
    missing: { request: (_input: Input) => request(uuidv7()), expect: signedIn("article_not_found") },
  };
}

/** A new article for Backend for each success. */
export function newOne(
  { world, things, spare }: Input,
  what: "published" | "draft" | "must-read",
  ownerId = things.colleagueId,
): Promise<string> {
  return spare(`${what} of ${ownerId}`, () => createOne(world, ownerId, what));
}

export function createOne(
  world: World,
  ownerId: string,
  what: "published" | "draft" | "private" | "must-read",
): Promise<string> {
  const department = world.departmentIds.Backend ?? "";
  return createArticleRow(world.db, ownerId, {
    department_ids: [department],
    ...(what === "draft" ? { status: "DRAFT" as const } : {}),
    ...(what === "private" ? { status: "DRAFT" as const, is_shared: false } : {}),
    ...(what === "must-read" ? { must_read_version: 1 } : {}),
  });
}

/** For those who edit what Backend reads. */
export const editorsOnly = signedIn("article_not_found", {
  ...each([...readers, "author"], "forbidden"),
  ...each(writers, "ok"),
});

/** For owners and managers, of what Backend reads. */
export const governorsOnly = signedIn("article_not_found", {
  ...each([...readers, "author", "departmentRole"], "forbidden"),
  ...each(managers, "ok"),
});

export async function furnishKnowledge(world: World): Promise<Things> {
  const { db, actors, secrets, departmentIds } = world;
  const backend = { department_ids: [departmentIds.Backend ?? ""] };
  const devops = { department_ids: [departmentIds.DevOps ?? ""] };
  const words = (names: AdmittedName[]) => ({
    title: secrets.hide("the title of an article", names),
    body: secrets.hide("the text of an article", names),
  });
  const colleague = await world.newDouble("stranger");
  const teamWords = words([...readers, "author", ...writers]);
  const teamId = await createArticleRow(db, actors.author.id, { ...teamWords, ...backend, kind: "sop" });
  const foreignId = await createArticleRow(db, colleague.id, { ...words(managers), ...devops, kind: "faq" });
  // A published article whose next draft only those who edit it see.
  const draftTitle = secrets.hide("the title of a draft of a published article", ["author", ...writers]);
  await db
    .insertInto("article_drafts")
    .values({
      article_id: teamId,
      title: draftTitle,
      summary: "",
      body: secrets.hide("the text of a draft of a published article", ["author", ...writers]),
      editor_ids: [actors.author.id],
      updated_by: actors.author.id,
    })
    .execute();
  const run = async (articleId: string, names: AdmittedName[]) => {
    const id = uuidv7();
    await db
      .insertInto("sop_runs")
      .values({
        id,
        article_id: articleId,
        version: 1,
        name: secrets.hide("the name of a run", names),
        note: secrets.hide("the note of a run", names),
        started_by: actors.author.id,
        sent_hash: Buffer.from(id),
      })
      .execute();
    return id;
  };
  return {
    colleagueId: colleague.id,
    teamId,
    foreignId,
    draftId: await createArticleRow(db, colleague.id, { ...words(writers), ...backend, status: "DRAFT" }),
    strangeId: await createArticleRow(db, colleague.id, { ...words(managers), ...devops, status: "DRAFT" }),
    privateId: await createArticleRow(db, colleague.id, {
      ...words([]),
      ...backend,
      status: "DRAFT",
      is_shared: false,
    }),
    runId: await run(teamId, [...readers, "author", ...writers]),
    foreignRunId: await run(foreignId, managers),
  };
}
