import { changeRoutes } from "@atoll/contract/changes/routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { questionRoutes } from "@atoll/contract/questions/routes";
import type { NewAnswer, NewQuestion, OpenQuestion } from "@atoll/contract/questions/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { uuidv7 } from "uuidv7";
import type { Database } from "../src/tables.ts";
import { createPerson } from "./factories.ts";
import type { SignedIn, TestServer } from "./harness.ts";
import { openSocket } from "./socket.ts";

/** A signed-in person with everything that tests of questions do all the time. */
export type Asker = Awaited<ReturnType<typeof createAsker>>;

export async function createAsker(
  server: TestServer,
  name: string,
  more: { roles?: string[]; departments?: string[] } = {},
) {
  return askerOf(server, await server.signIn(await createPerson(server.db, { name, ...more })));
}

function askerOf(server: TestServer, signedIn: SignedIn) {
  const { client, user } = signedIn;
  const of = (questionId: string) => ({ params: { questionId } });
  const on = (kind: string, subjectId: string) => ({ params: { kind, subjectId } });
  const question = (body: Partial<NewQuestion>) => ({ id: uuidv7(), title: "Where is the quay?", ...body });
  const calls = {
    ask: async (body: Partial<NewQuestion> = {}): Promise<OpenQuestion> =>
      (await client.call(questionRoutes.askQuestion, { body: question(body) })).question,
    read: async (id: string) => (await client.call(questionRoutes.getQuestion, of(id))).question,
    list: async (query: RouteCall<typeof questionRoutes.listQuestions>["query"] = {}) =>
      (await client.call(questionRoutes.listQuestions, { query })).items,
    overview: () => client.call(questionRoutes.getQuestionOverview, {}),
    answer: async (id: string, content = "At the end", more: Partial<NewAnswer> = {}) =>
      (await client.call(questionRoutes.postAnswer, { ...of(id), body: { id: uuidv7(), content, ...more } }))
        .answer,
    change: async (one: OpenQuestion, set: { title?: string; content?: string; tags?: string[] }) =>
      (
        await client.call(questionRoutes.changeQuestion, {
          ...of(one.id),
          body: {
            title: one.title,
            content: one.content,
            tags: one.tags.map(({ name }) => name),
            textVersion: one.textVersion,
            ...set,
          },
        })
      ).question,
    editAnswer: async (answerId: string, content: string, version = 1) =>
      (await client.call(questionRoutes.changeAnswer, { params: { answerId }, body: { content, version } }))
        .answer,
    deleteAnswer: (answerId: string) => client.call(questionRoutes.deleteAnswer, { params: { answerId } }),
    remove: (id: string) => client.call(questionRoutes.deleteQuestion, of(id)),
    accept: async (id: string, answerId: string | null, changeId?: string) =>
      (await client.call(questionRoutes.acceptAnswer, { ...of(id), body: { answerId, changeId } })).question,
    askColleague: async (id: string, personId: string) =>
      (await client.call(questionRoutes.askColleague, { ...of(id), body: { personId } })).question,
    duplicate: async (id: string, duplicateOfId: string | null, changeId?: string) =>
      (await client.call(questionRoutes.closeAsDuplicate, { ...of(id), body: { duplicateOfId, changeId } }))
        .question,
    outdated: async (id: string, isOutdated: boolean, changeId?: string) =>
      (await client.call(questionRoutes.markOutdated, { ...of(id), body: { isOutdated, changeId } }))
        .question,
    undo: (changeId: string) => client.call(changeRoutes.undoChange, { params: { changeId } }),
    see: (id: string) => client.call(questionRoutes.markQuestionSeen, of(id)),
    edits: async (id: string) =>
      (await client.call(questionRoutes.listQuestionEdits, { ...of(id), query: {} })).items,
    vote: (kind: string, id: string) => client.call(voteRoutes.castVote, on(kind, id)),
    withdraw: (kind: string, id: string) => client.call(voteRoutes.withdrawVote, on(kind, id)),
    follow: (kind: string, id: string) => client.call(voteRoutes.follow, on(kind, id)),
    unfollow: (kind: string, id: string) => client.call(voteRoutes.unfollow, on(kind, id)),
    merge: (id: string, targetId: string) =>
      client.call(voteRoutes.mergeSubject, { ...on("question", id), body: { targetId } }),
    unmerge: (id: string) => client.call(voteRoutes.unmergeSubject, on("question", id)),
    moderate: (kind: string, id: string, isLocked: boolean, hiddenReason: string | null) =>
      client.call(voteRoutes.moderateSubjects, {
        params: { kind },
        body: { changes: [{ id, set: { isLocked, hiddenReason } }] },
      }),
    comment: async (kind: string, id: string, content: string, mentionIds: string[] = []) =>
      (
        await client.call(commentRoutes.postComment, {
          params: { kind, subjectId: id },
          body: { id: uuidv7(), content, mentionIds },
        })
      ).comment,
  };
  return {
    ...signedIn,
    ...calls,
    id: user.id,
    listen: () => openSocket(server.url, signedIn.session.accessToken),
  };
}

interface QuestionRow {
  title: string;
  content: string;
  department_id: string | null;
  is_private: boolean;
}

/** A question as it is in its table, asked by somebody. */
export async function createQuestionRow(
  db: Database,
  authorId: string | null,
  more: Partial<QuestionRow> = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("questions")
    .values({
      id,
      title: "A question",
      content: "",
      author_id: authorId,
      department_id: null,
      is_private: false,
      asked_id: null,
      mentions: "[]",
      sent_hash: Buffer.alloc(32),
      ...more,
    })
    .execute();
  return id;
}

/** An answer as it is in its table; accepted, where it is said. */
export async function createAnswerRow(
  db: Database,
  questionId: string,
  authorId: string,
  { content = "An answer", isAccepted = false } = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("question_answers")
    .values({
      id,
      question_id: questionId,
      author_id: authorId,
      content,
      mentions: "[]",
      sent_hash: Buffer.alloc(32),
    })
    .execute();
  await db
    .updateTable("questions")
    .set({
      answer_count: 1,
      ...(isAccepted && { chosen_answer_id: id, accepted_answer_id: id, chosen_at: new Date() }),
    })
    .where("id", "=", questionId)
    .execute();
  return id;
}
