// @vitest-environment jsdom
import { questionRoutes as routes } from "@atoll/contract/questions/routes";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { type Live, type LiveCase, proveLive, startLive } from "../../../test/start-live.tsx";
import { useVotes } from "../../capabilities/votes/use-votes.ts";
import { useQuestion, useQuestionOverview, useQuestions } from "./data/use-questions.ts";

// After each event, a screen of questions shows what a fresh fetch gives: its real hooks at the real server.

let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let live: Live | undefined;
let openId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
  openId = await ask("The one that is open");
});
afterAll(() => server.close());
afterEach(() => live?.end());

const of = (questionId: string) => ({ params: { questionId } });
const vote = () => ({ params: { kind: "question", subjectId: openId } });

async function ask(title: string): Promise<string> {
  return (await ben!.call(routes.askQuestion, { body: { id: uuidv7(), title } })).question.id;
}
const answer = () =>
  ben!.call(routes.postAnswer, { ...of(openId), body: { id: uuidv7(), content: "At the end" } });
const open = async () => (await ana!.call(routes.getQuestion, of(openId))).question;
const list = async () => (await ana!.call(routes.listQuestions, { query: { order: "newest" } })).items;
const filter = { view: "all", order: "newest", text: "" } as const;
const votes = async () => (await open()).standing.votes;
const none = { count: 0, isMine: false, version: 0 };

/** The question is fetched once; what changes comes by events of votes alone. */
function useShownVotes() {
  const { data } = useQuestion(openId);
  const { count, isMine, version } = useVotes({ kind: "question", id: openId }, data?.standing.votes ?? none);
  return { count, isMine, version };
}

const cases: Record<string, LiveCase> = {
  "the list, of one that is new": {
    event: "question.changed",
    show: () => useQuestions(filter).items,
    fresh: list,
    act: () => ask("Tide tables"),
  },
  "one that is open, of an answer": {
    event: "question.changed",
    show: () => useQuestion(openId).data,
    fresh: open,
    act: answer,
  },
  "the overview, of one that is new": {
    event: "question.changed",
    show: () => useQuestionOverview().data,
    fresh: () => ana!.call(routes.getQuestionOverview, {}),
    act: () => ask("More tide tables"),
  },
  "the votes of somebody else": {
    event: "votes.changed",
    show: useShownVotes,
    fresh: votes,
    act: () => ben!.call(voteRoutes.castVote, vote()),
  },
  "one's own vote, from another device": {
    event: "votes.own",
    show: useShownVotes,
    fresh: votes,
    act: () => ana!.call(voteRoutes.castVote, vote()),
  },
};

it.each(Object.entries(cases))("%s", async (_name, one) => {
  live = await startLive(server, ana!, one.show);
  await proveLive(live, one);
});
