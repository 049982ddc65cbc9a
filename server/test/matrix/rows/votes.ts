import { voteEvents } from "@atoll/contract/votes/events";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { uuidv7 } from "uuidv7";
import { createAnswerRow } from "../../questions.ts";
import { type AdmittedName, letInNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { must } from "./chat-things.ts";
import {
  createOne,
  furnishQuestions,
  type Input,
  members,
  moderators,
  newOne,
  states,
  type Things,
} from "./question-things.ts";

const on = (kind: string, subjectId: string) => ({ params: { kind, subjectId } });
const none = signedIn("subject_not_found");

/** A question in its states, and things that nobody votes on. */
function subjects<Request>(request: (of: ReturnType<typeof on>) => Request) {
  return {
    ...states((id) => request(on("question", id)), "subject_not_found"),
    "of a kind that there is not": { request: () => request(on("moon", uuidv7())), expect: none },
  };
}

/** The same for what moderators do: others are refused. */
function moderated<Request>(request: (id: string, input: Input) => Request | Promise<Request>) {
  return {
    "a question": {
      request: async (input: Input) => request((await newOne(input)).id, input),
      expect: signedIn("forbidden", each(moderators, "ok")),
    },
    "a question of a department": {
      request: ({ things }: Input) => request(things.teamId, { things } as Input),
      expect: signedIn("subject_not_found", each(members, "forbidden")),
    },
    missing: { request: (input: Input) => request(uuidv7(), input), expect: none },
  };
}

const both = (ids: string[]) => ({
  params: { kind: "question" },
  body: { changes: ids.map((id) => ({ id, set: { isLocked: true } })) },
});

/** An answer of the member, who does not vote on it. */
const answers = (readers: readonly AdmittedName[]) =>
  signedIn("subject_not_found", { ...each(readers, "ok"), member: "forbidden" });
const ofAnswers = {
  "an answer": {
    request: ({ things }: Input) => on("answer", things.openAnswerId),
    expect: answers(letInNames),
  },
  "an answer for the department alone": {
    request: ({ things }: Input) => on("answer", things.teamAnswerId),
    expect: answers(members),
  },
  "a tag": {
    request: ({ things }: Input) => on("question-tag", things.tagId),
    expect: signedIn("forbidden"),
  },
};

export const voteSlice = defineSlice<typeof voteRoutes, keyof typeof voteEvents, Things>({
  name: "votes",
  routes: voteRoutes,
  eventNames: voteEvents,
  furnish: furnishQuestions,
  rows: {
    readStanding: subjects((of) => of),
    castVote: { ...subjects((of) => of), ...ofAnswers },
    withdrawVote: { ...subjects((of) => of), ...ofAnswers },
    listVoters: {
      "of a question, which are not shown": {
        request: ({ things }) => ({ ...on("question", things.openId), query: {} }),
        expect: none,
      },
    },
    follow: {
      ...subjects((of) => of),
      "a tag": { request: ({ things }) => on("question-tag", things.tagId), expect: signedIn("ok") },
    },
    unfollow: subjects((of) => of),
    mergeSubject: moderated(async (id, { things }) => ({
      ...on("question", id),
      body: { targetId: things.openId },
    })),
    unmergeSubject: moderated((id) => on("question", id)),
    moderateSubjects: {
      "a question": {
        request: async (input) => both([(await newOne(input)).id]),
        expect: signedIn("forbidden", each(moderators, "ok")),
      },
      "a question of a department": {
        request: ({ things }) => both([things.teamId]),
        expect: signedIn("subject_not_found", each(members, "forbidden")),
      },
      "of which one is missing": {
        request: async (input) => both([(await newOne(input)).id, uuidv7()]),
        expect: none,
      },
    },
  },
  events: {
    "votes.changed": {
      change: async ({ world }) => {
        const id = await createOne(world, true);
        await createAnswerRow(world.db, id, world.actors.author.id);
        await must(world, world.actors.member, "PUT", `/api/subjects/question/${id}/vote`);
      },
      receivers: [...members, "demoted"],
    },
    "votes.own": {
      change: async ({ world }) => {
        const id = await createOne(world, false);
        await must(world, world.actors.member, "PUT", `/api/subjects/question/${id}/vote`);
      },
      receivers: ["member"],
    },
  },
});
