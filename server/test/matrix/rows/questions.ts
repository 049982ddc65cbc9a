import { questionEvents } from "@atoll/contract/questions/events";
import { questionRoutes as routes } from "@atoll/contract/questions/routes";
import { uuidv7 } from "uuidv7";
import { createAnswerRow } from "../../questions.ts";
import { type AdmittedName, letInNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { must } from "./chat-things.ts";
import { writers } from "./knowledge-things.ts";
import {
  changes,
  createOne,
  furnishQuestions,
  type Input,
  members,
  moderators,
  newOne,
  of,
  states,
  type Things,
} from "./question-things.ts";

const anybody = <Request>(request: Request) => ({
  anybody: { request: () => request, expect: signedIn("ok") },
});
const deciders: AdmittedName[] = ["author", ...moderators];

/** The member's answer, for what its author may do, and others as it is said. */
function ofAnswer<Request>(request: (answerId: string) => Request, allowed: readonly AdmittedName[]) {
  const state = (isTeam: boolean, readers: readonly AdmittedName[]) => ({
    request: async (input: Input) => request((await newOne(input, isTeam)).answerId),
    expect: signedIn("answer_not_found", {
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
    missing: { request: (_input: Input) => request(uuidv7()), expect: signedIn("answer_not_found") },
  };
}

export const questionSlice = defineSlice<typeof routes, keyof typeof questionEvents, Things>({
  name: "questions",
  routes,
  eventNames: questionEvents,
  furnish: furnishQuestions,
  rows: {
    listQuestions: {
      ...anybody({ query: {} }),
      "by votes": { request: () => ({ query: { order: "votes" as const } }), expect: signedIn("ok") },
      "of a view that there is not": {
        request: () => ({ query: { view: "moon" as never } }),
        expect: signedIn("invalid_request"),
      },
    },
    exportQuestions: anybody({ query: {} }),
    getQuestionOverview: anybody({}),
    listQuestionTags: anybody({ query: {} }),
    listExperts: anybody({ query: {} }),
    askQuestion: {
      "for everybody": {
        request: () => ({ body: { id: uuidv7(), title: "Where is the quay?", tags: ["quay"] } }),
        expect: signedIn("ok"),
      },
      "for a department of one's own alone": {
        request: ({ world }) => ({
          body: {
            id: uuidv7(),
            title: "Where is the quay?",
            departmentId: world.departmentIds.Backend ?? "",
            isPrivate: true,
          },
        }),
        expect: signedIn("department_not_found", each(members, "ok")),
      },
      "under the id of another's": {
        request: ({ things }) => ({ body: { id: things.teamId, title: "Where is the quay?" } }),
        expect: signedIn("question_id_taken"),
      },
      "with a file that there is not": {
        request: () => ({ body: { id: uuidv7(), title: "Where?", attachmentIds: [uuidv7()] } }),
        expect: signedIn("attachment_not_found"),
      },
      malformed: {
        request: () => ({ body: { id: uuidv7(), title: " " } }),
        expect: signedIn("invalid_request"),
      },
    },
    getQuestion: states(of),
    changeQuestion: changes(
      (id) => ({
        ...of(id),
        body: { title: "Another", content: "", tags: [], textVersion: 1 },
      }),
      ["author"],
    ),
    deleteQuestion: {
      "without an answer": {
        request: async (input) => of((await newOne(input, false, false)).id),
        expect: signedIn("forbidden", { author: "ok" }),
      },
      "with an answer": {
        request: ({ things }) => of(things.openId),
        expect: signedIn("forbidden", { author: "question_answered" }),
      },
      "for the department alone": {
        request: ({ things }) => of(things.teamId),
        expect: signedIn("question_not_found", {
          ...each(members, "forbidden"),
          author: "question_answered",
        }),
      },
      missing: { request: () => of(uuidv7()), expect: signedIn("question_not_found") },
    },
    markQuestionSeen: states(of),
    listQuestionEdits: states((id) => ({ ...of(id), query: {} })),
    postAnswer: states((id) => ({ ...of(id), body: { id: uuidv7(), content: "At the end" } })),
    changeAnswer: ofAnswer(
      (answerId) => ({ params: { answerId }, body: { content: "Another", version: 1 } }),
      ["member"],
    ),
    deleteAnswer: ofAnswer((answerId) => ({ params: { answerId } }), ["member", ...moderators]),
    acceptAnswer: changes((id, answerId) => ({ ...of(id), body: { answerId } }), deciders),
    askColleague: {
      ...changes(
        (id, _answerId, { world }) => ({ ...of(id), body: { personId: world.actors.member.id } }),
        letInNames,
      ),
      "asking a person who is not there": {
        request: ({ things }: Input) => ({ ...of(things.openId), body: { personId: uuidv7() } }),
        expect: signedIn("person_not_found"),
      },
      "a question of a department, asking somebody who cannot read it": {
        request: ({ things, world }: Input) => ({
          ...of(things.teamId),
          body: { personId: world.actors.stranger.id },
        }),
        expect: signedIn("question_not_found", each(members, "person_not_found")),
      },
    },
    closeAsDuplicate: changes((id) => ({ ...of(id), body: { duplicateOfId: null } }), deciders),
    promoteQuestion: changes((id) => of(id), writers),
    markOutdated: {
      ...changes((id) => ({ ...of(id), body: { isOutdated: false } }), ["member", ...deciders]),
      "marked by a reader": {
        request: async (input: Input) => ({
          ...of((await newOne(input)).id),
          body: { isOutdated: true },
        }),
        expect: signedIn("ok"),
      },
    },
  },
  events: {
    "question.changed": {
      change: async ({ world }) => {
        const id = await createOne(world, true);
        await createAnswerRow(world.db, id, world.actors.member.id);
        await must(world, world.actors.author, "PATCH", `/api/questions/${id}`, {
          title: "A changed question of a department",
          content: "",
          tags: [],
          textVersion: 1,
        });
      },
      receivers: [...members, "demoted"],
    },
  },
});
