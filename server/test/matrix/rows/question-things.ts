import { uuidv7 } from "uuidv7";
import { createAnswerRow, createQuestionRow } from "../../questions.ts";
import { type AdmittedName, letInNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";
import { admins } from "./chat-things.ts";
import { members } from "./event-things.ts";

export interface Things {
  /** The author's, for everybody, with an answer of the member. */
  openId: string;
  openAnswerId: string;
  /** The author's, for Backend alone, with an answer of the member. */
  teamId: string;
  teamAnswerId: string;
  /** The author's, hidden by a moderator. */
  hiddenId: string;
  tagId: string;
}

export type Input = CaseInput<Things>;
export { members };

export const moderators: AdmittedName[] = [...admins];
/** The people who can see the author's question after a moderator has hidden it. */
const hiddenReaders: AdmittedName[] = ["author", ...moderators];

export const of = (questionId: string) => ({ params: { questionId } });

type Code = "question_not_found" | "subject_not_found";

/** The states of a question, for a route open to its readers. */
export function states<Request>(
  request: (questionId: string) => Request,
  missing: Code = "question_not_found",
) {
  const state = (idOf: (things: Things) => string, readers: readonly AdmittedName[]) => ({
    request: ({ things }: Input) => request(idOf(things)),
    expect: signedIn(missing, each(readers, "ok")),
  });
  return {
    "for everybody": state(({ openId }) => openId, letInNames),
    "for the department alone": state(({ teamId }) => teamId, members),
    hidden: state(({ hiddenId }) => hiddenId, hiddenReaders),
    missing: { request: (_input: Input) => request(uuidv7()), expect: signedIn(missing) },
    malformed: { request: (_input: Input) => request("first"), expect: signedIn("invalid_request") },
  };
}

/** The author's question, for a change that only some of its readers may make; each success takes a new one. */
export function changes<Request>(
  request: (questionId: string, answerId: string, input: Input) => Request,
  allowed: readonly AdmittedName[],
) {
  const state = (isTeam: boolean, readers: readonly AdmittedName[]) => ({
    request: async (input: Input) => {
      const { id, answerId } = await newOne(input, isTeam);
      return request(id, answerId, input);
    },
    expect: signedIn("question_not_found", {
      ...each(readers, "forbidden"),
      ...each(
        allowed.filter((name) => readers.includes(name)),
        "ok",
      ),
    }),
  });
  return {
    "for everybody": state(false, letInNames),
    "for the department alone": state(true, members),
    missing: {
      request: (input: Input) => request(uuidv7(), uuidv7(), input),
      expect: signedIn("question_not_found"),
    },
  };
}

export function newOne({ world, spare }: Input, isTeam = false, hasAnswer = true) {
  return spare(`a question ${isTeam} ${hasAnswer}`, async () => {
    const id = await createOne(world, isTeam);
    const { member } = world.actors;
    const answerId = hasAnswer ? await createAnswerRow(world.db, id, member.id, { isAccepted: true }) : "";
    return { id, answerId };
  });
}

export function createOne(world: World, isTeam: boolean, more: { title?: string; content?: string } = {}) {
  return createQuestionRow(world.db, world.actors.author.id, {
    ...more,
    ...(isTeam && { department_id: world.departmentIds.Backend ?? "", is_private: true }),
  });
}

export async function furnishQuestions(world: World): Promise<Things> {
  const { db, actors, secrets } = world;
  const words = (what: string, readers: readonly AdmittedName[]) => ({
    title: secrets.hide(`the title of ${what}`, readers),
    content: secrets.hide(`the text of ${what}`, readers),
  });
  const openId = await createOne(world, false, words("a question", letInNames));
  const teamId = await createOne(world, true, words("a question of a department", members));
  const hiddenId = await createOne(world, false, words("a hidden question", hiddenReaders));
  await db
    .updateTable("vote_subjects")
    .set({ hidden_at: new Date(), hidden_reason: secrets.hide("why a question is hidden", hiddenReaders) })
    .where("id", "=", hiddenId)
    .execute();
  const tag = await db
    .insertInto("question_tags")
    .values({ name: `tag-${uuidv7()}` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const answer = (id: string, what: string, readers: readonly AdmittedName[]) =>
    createAnswerRow(db, id, actors.member.id, { content: secrets.hide(what, readers) });
  return {
    openId,
    teamId,
    hiddenId,
    tagId: tag.id,
    openAnswerId: await answer(openId, "an answer", letInNames),
    teamAnswerId: await answer(teamId, "an answer for a department", members),
  };
}
