// @vitest-environment jsdom
import { ideaSearch } from "@atoll/contract/ideas/list-search";
import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type Live, type LiveCase, proveLive, startLive } from "../../../../test/start-live.tsx";
import { useIdeaBoard } from "./use-idea-board.ts";
import { useIdea, useIdeas, useTimeline } from "./use-ideas.ts";

// After each event, a screen of ideas shows what a fresh fetch gives: its real hooks at the real server.

let server: RealServer;
let [admin, ana, ben]: RealPerson[] = [];
let live: Live | undefined;
let openId: string;
let taskId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  admin = server.admin;
  [ana, ben] = server.people;
  openId = await post("A bell at the pier");
  taskId = uuidv7();
  // Ana may see the task, for it is hers to do.
  await admin.call(routes.promoteIdea, {
    ...of(openId),
    body: { id: taskId, title: "Hang it up", assigneeId: ana!.id, seenTasks: 0 },
  });
});
afterAll(() => server.close());
afterEach(() => live?.end());

const of = (ideaId: string) => ({ params: { ideaId } });
const subject = () => ({ params: { kind: "idea", subjectId: openId } });

async function post(title: string): Promise<string> {
  return (await admin!.call(routes.createIdea, { body: { id: uuidv7(), title } })).idea.id;
}
async function change(set: { text?: string; tags?: string[] }): Promise<unknown> {
  const { textVersion } = (await admin!.call(routes.getIdea, of(openId))).idea;
  return admin!.call(routes.changeIdea, { ...of(openId), body: { textVersion, ...set } });
}
let turn = 0;
async function decide(): Promise<unknown> {
  turn += 1;
  const { status } = (await admin!.call(routes.getIdea, of(openId))).idea;
  const next = status === "planned" ? "started" : "planned";
  const body = { id: uuidv7(), status: next, reply: `Soon ${turn}`, seenStatus: status } as const;
  return admin!.call(routes.decideIdea, { ...of(openId), body });
}

const shown = ideaSearch.read({});
const boardStatuses = ["planned", "shipped"] as const;
const byId = (items: readonly { id: string }[] | undefined) =>
  items?.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const list = async () => byId((await ana!.call(routes.listIdeas, { query: { limit: 100 } })).items);
const open = async () => (await ana!.call(routes.getIdea, of(openId))).idea;
const withoutVersions = (idea: OpenIdea | undefined) => idea && { ...idea, version: 0, updatedAt: "" };
const showList = () => byId(useIdeas(shown).items);
const showOpen = () => useIdea(openId).data?.idea;

const cases: Record<string, LiveCase> = {
  "the list, of a new idea": {
    event: "idea.changed",
    show: showList,
    fresh: list,
    act: () => post("Tide tables on the wall"),
  },
  "the list, of other tags": {
    event: "idea.changed",
    show: showList,
    fresh: list,
    act: () => change({ tags: [`t${Date.now()}`] }),
  },
  "the list, of somebody's vote": {
    event: "votes.changed",
    show: showList,
    fresh: list,
    act: () => ben!.call(voteRoutes.castVote, subject()),
  },
  "the list, of the viewer's own vote on another device": {
    event: "votes.own",
    show: showList,
    fresh: list,
    act: () => ana!.call(voteRoutes.castVote, subject()),
  },
  "the list, of the viewer's own score": {
    event: "idea.scored",
    show: showList,
    fresh: list,
    act: () => ana!.call(routes.scoreIdea, { ...of(openId), body: { impact: 4, effortWeeks: 2 } }),
  },
  "a column of the board, of an idea that comes to it": {
    event: "idea.changed",
    show: () => byId(useIdeaBoard(boardStatuses, { ...shown, period: "all" }).board?.groups[0]?.items),
    fresh: async () =>
      byId((await ana!.call(routes.listIdeas, { query: { status: "planned", limit: 100 } })).items),
    act: decide,
  },
  "an opened idea, of another text": {
    event: "idea.changed",
    show: showOpen,
    fresh: open,
    act: () => change({ text: `Words ${Date.now()}` }),
  },
  "an opened idea, of the progress of its task": {
    event: "task.changed",
    show: () => withoutVersions(useIdea(openId).data?.idea),
    fresh: async () => withoutVersions(await open()),
    act: () =>
      ana!.call(taskRoutes.changeTask, {
        params: { taskId },
        body: { changeId: uuidv7(), title: `Hang it up ${Date.now()}` },
      }),
  },
  "the timeline, of a reply": {
    event: "idea.changed",
    show: () => useTimeline(openId).items,
    fresh: async () => (await ana!.call(routes.listIdeaEntries, { ...of(openId), query: {} })).items,
    act: decide,
  },
  "the list, of an idea that a moderator hides": {
    event: "idea.gone",
    show: showList,
    fresh: list,
    act: () =>
      admin!.call(voteRoutes.moderateSubjects, {
        params: { kind: "idea" },
        body: { changes: [{ id: openId, set: { hiddenReason: "Names a client" } }] },
      }),
  },
};

it.each(Object.entries(cases))("%s", async (_name, one) => {
  live = await startLive(server, ana!, one.show);
  await proveLive(live, one);
});
