// @vitest-environment jsdom
import { ideaSearch } from "@atoll/contract/ideas/list-search";
import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { columnQuery } from "../data/filter.ts";
import { withPending } from "../data/use-idea-board.ts";
import { applyAct, applyPending } from "./apply-act.ts";
import type { IdeaAct } from "./idea-act.ts";

let server: RealServer;
let admin: RealPerson;
let ideas: ListedIdea[];

beforeAll(async () => {
  server = await startRealServer([]);
  admin = server.admin;
  for (const title of ["A bell", "A bench"])
    await admin.call(routes.createIdea, { body: { id: uuidv7(), title, tags: ["pier"] } });
  ideas = (await admin.call(routes.listIdeas, { query: { order: "newest" } })).items;
});
afterAll(() => server.close());

const viewer = () => ({
  id: admin.id,
  name: "",
  email: "",
  avatar: null,
  isFormer: false,
});
const at = "2026-11-27T10:00:00.000Z";
const pending = (about: string[], change: IdeaAct) => ({
  id: uuidv7(),
  kind: "idea-changes",
  subject: "idea-changes",
  body: { about, title: "", said: "", change },
  createdAt: at,
  failure: null,
});

/** The fields that a change shows before the server has answered. */
const shownOf = ({ status, targetOn, tags, owner, reply }: ListedIdea) => ({
  status,
  targetOn,
  tags,
  owner: owner?.id ?? null,
  reply: reply?.note ?? null,
});

describe("a change that the server has not confirmed", () => {
  it("shows what the server then answers", async () => {
    const [, bell] = ideas as [ListedIdea, ListedIdea];
    const reply = `Soon. ${"x".repeat(400)}`;
    const decision = { status: "planned", reply, targetOn: "2027-01-01", seenStatus: "new" } as const;
    const expected = applyAct(bell, { act: "decide", ...decision }, viewer(), at);
    await admin.call(routes.decideIdea, {
      params: { ideaId: bell.id },
      body: { id: uuidv7(), ...decision },
    });
    const set = { ownerId: admin.id, addTags: ["sound"], removeTags: ["pier"] };
    const handed = applyAct(expected, { act: "change", set, owner: viewer() }, viewer(), at);
    const body = { changeId: uuidv7(), ideaIds: [bell.id], set };
    const answer = (await admin.call(routes.changeIdeas, { body })).ideas[0];
    expect(answer && shownOf({ ...bell, ...answer })).toEqual(shownOf(handed));
    const silent = { status: "started", reply: "", targetOn: null, seenStatus: "planned" } as const;
    const moved = applyAct(handed, { act: "decide", ...silent }, viewer(), at);
    const { idea } = await admin.call(routes.decideIdea, {
      params: { ideaId: bell.id },
      body: { id: uuidv7(), ...silent },
    });
    expect(shownOf(moved)).toEqual(shownOf(idea));
    expect(moved.reply).toBeNull();
  });

  it("is composed with the changes before it, about its own ideas only", () => {
    const [bench, bell] = ideas as [ListedIdea, ListedIdea];
    const set = (addTags: string[]) => ({ act: "change", set: { addTags } }) as const;
    const changes = [pending([bench.id], set(["sea"])), pending([bench.id], set(["wood", "sea"]))];
    expect(applyPending([bench, bell], changes, viewer())).toEqual([
      { ...bench, tags: ["pier", "sea", "wood"] },
      bell,
    ]);
  });

  it("moves a card into another column of the board, in the order of votes", () => {
    const [bench, bell] = ideas as [ListedIdea, ListedIdea];
    const reply = { status: "planned", reply: "Yes", targetOn: null, seenStatus: "new" } as const;
    const planned = { ...bell, status: "planned" as const, voteCount: 3 };
    const column = (status: ListedIdea["status"], items: ListedIdea[]) => ({
      status,
      items,
      total: items.length,
      nextCursor: null,
    });
    const query = columnQuery(ideaSearch.read({ period: "all" }));
    const board = { query, groups: [column("new", [bench]), column("planned", [planned])] };
    const moved = withPending(board, [pending([bench.id], { act: "decide", ...reply })], viewer());
    expect(moved.groups.map(({ total, items }) => [total, items.map(({ id }) => id)])).toEqual([
      [0, []],
      [2, [bell.id, bench.id]],
    ]);
  });
});
