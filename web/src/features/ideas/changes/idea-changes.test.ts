// @vitest-environment jsdom
import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { applyAct, applyPending, applyToColumn } from "./apply-act.ts";
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
  });

  it("moves an idea from its column into another one, in the order of votes", () => {
    const [bench, bell] = ideas as [ListedIdea, ListedIdea];
    const moved = [
      pending([bench.id], {
        act: "decide",
        status: "planned",
        reply: "Yes",
        targetOn: null,
        seenStatus: "new",
      }),
    ];
    const planned = [{ ...bell, status: "planned" as const, voteCount: 3 }];
    const find = (id: string) => ideas.find((one) => one.id === id);
    const column = (status: ListedIdea["status"], held: ListedIdea[]) =>
      applyToColumn(held, status, moved, viewer(), find).map(({ id }) => id);
    expect(column("new", [bench])).toEqual([]);
    expect(column("planned", planned)).toEqual([bell.id, bench.id]);
    expect(column("started", [])).toEqual([]);
    expect(applyPending(planned, moved, viewer())).toEqual(planned);
  });
});
