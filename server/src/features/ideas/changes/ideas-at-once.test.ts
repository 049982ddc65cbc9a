import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createThinker, type Thinker } from "../../../../test/ideas.ts";

const server = sharedServer();
let ines: Thinker;
let dev: Thinker;
let voters: Thinker[];

beforeAll(async () => {
  const permissions = ["ideas:manage", "community:moderate"];
  await createRole(server.db, { name: "product", permissions });
  ines = await createThinker(server, "Ines", { roles: ["user"] });
  dev = await createThinker(server, "Dev", { roles: ["product"] });
  voters = await Promise.all(
    ["Ana", "Ben", "Cleo", "Dan"].map((name) => createThinker(server, name, { roles: ["user"] })),
  );
});

describe("at the same time", () => {
  test("votes, comments, tags and an answer all count", async () => {
    const idea = await ines.post();
    await Promise.all([
      ...voters.map(({ vote }) => vote(idea.id)),
      ...voters.map(({ comment }, number) => comment(idea.id, `Comment ${number}`)),
      dev.changeMany([idea.id], { addTags: ["depots"] }),
      dev.decide(idea, "planned"),
    ]);
    expect(await ines.open(idea.id)).toMatchObject({
      voteCount: 4,
      commentCount: 4,
      status: "planned",
      tags: ["depots"],
    });
  });

  test("votes and merges leave each voter one vote", async () => {
    const target = await ines.post({ title: "The target" });
    const sources = await Promise.all([1, 2, 3].map((number) => ines.post({ title: `Source ${number}` })));
    await Promise.all([
      ...sources.map(({ id }) => dev.merge(id, target.id)),
      ...voters.flatMap(({ vote }) => [target, ...sources].map(({ id }) => vote(id))),
    ]);
    expect(await ines.open(target.id)).toMatchObject({ voteCount: 4 });
    await Promise.all(voters.map(({ withdraw }) => withdraw(target.id)));
    expect(await ines.open(target.id)).toMatchObject({ voteCount: 0 });
    await Promise.all(sources.map(({ id }) => dev.unmerge(id)));
    for (const { id } of sources) expect(await ines.open(id)).toMatchObject({ id, voteCount: 0 });
  });

  test("accepts one of two answers based on the same status, and refuses the other", async () => {
    const idea = await ines.post();
    const body = (reply: string) => ({
      id: uuidv7(),
      status: "planned" as const,
      reply,
      seenStatus: "new" as const,
    });
    const outcomes = await Promise.allSettled(
      ["First.", "Second."].map((reply) =>
        dev.client.call(routes.decideIdea, { params: { ideaId: idea.id }, body: body(reply) }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const { replyText, steps } = await ines.open(idea.id);
    expect([["First."], ["Second."]]).toContainEqual([replyText]);
    expect(steps.map(({ status }) => status)).toEqual(["new", "planned"]);
  });

  test("deleting an idea and voting for it end in either, not in both", async () => {
    for (const { vote } of voters) {
      const { id } = await ines.post();
      const [deleted, voted] = await Promise.allSettled([
        ines.client.call(routes.deleteIdea, { params: { ideaId: id } }),
        vote(id),
      ]);
      expect([deleted?.status, voted?.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      const isThere = (await ines.list({ scope: "mine" })).some((one) => one.id === id);
      expect(isThere).toBe(voted?.status === "fulfilled");
    }
  });
});

describe("an idea that others were merged into", () => {
  test("is not deleted by its author, who did not write the others", async () => {
    const [source, target] = [await dev.post({ title: "Of another" }), await ines.post({ title: "Own" })];
    await dev.merge(source.id, target.id);
    const input = { params: { ideaId: target.id } };
    expect(await ines.refused(routes.deleteIdea, input)).toBe("idea_in_use");
    await dev.unmerge(source.id);
    expect(await dev.open(source.id)).toMatchObject({ id: source.id, title: "Of another" });
  });
});

describe("an answer to an idea that was merged since", () => {
  test("is not undone while it is merged, and is afterwards", async () => {
    const [source, target] = [await ines.post(), await ines.post()];
    const changeId = uuidv7();
    await dev.decide(source, "planned", "Soon.", changeId);
    await dev.merge(source.id, target.id);
    expect(await dev.refused(routes.undoIdeaChange, { params: { changeId } })).toBe("idea_change_not_found");
    expect(await dev.open(target.id)).toMatchObject({ id: target.id, status: "new" });
    await dev.unmerge(source.id);
    await dev.undo(changeId);
    expect(await dev.open(source.id)).toMatchObject({ id: source.id, status: "new", replyText: null });
  });
});

describe("people who may no longer read an idea", () => {
  test("keep their vote in its count, and no longer see it in their lists and totals", async () => {
    const zoe = await createThinker(server, "Zoe", { roles: ["user"], departments: ["Marketing"] });
    const departments = await server.db.selectFrom("departments").select(["id", "name"]).execute();
    const marketing = departments.find(({ name }) => name === "Marketing")!.id;
    const author = await createThinker(server, "Max", { roles: ["user"], departments: ["Marketing"] });
    const { id } = await author.post({ title: "Among marketers", audienceIds: [marketing] });
    await zoe.vote(id);
    await zoe.comment(id, "Yes.");
    await server.db.deleteFrom("user_departments").where("user_id", "=", zoe.id).execute();
    // Her rights are read again once the database has announced the change.
    await vi.waitFor(async () =>
      expect(await zoe.refused(routes.getIdea, { params: { ideaId: id } })).toBe("idea_not_found"),
    );
    expect((await zoe.list({ scope: "voted" })).map((one) => one.id)).not.toContain(id);
    const summary = await zoe.client.call(routes.summariseIdeas, { query: { scope: "voted" } });
    expect(summary.total).toBe(0);
    expect(await author.open(id)).toMatchObject({ voteCount: 1, commentCount: 1 });
  });
});
