import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createThinker, type Thinker } from "../../../../test/ideas.ts";
import { emptyInboxes } from "../../../../test/settled.ts";
import { forgetChanges } from "../../../platform/changes/stored-changes.ts";

const server = sharedServer();
let ines: Thinker;
let kofi: Thinker;
let dev: Thinker;

beforeAll(async () => {
  await createRole(server.db, { name: "product", permissions: ["ideas:manage"] });
  ines = await createThinker(server, "Ines", { roles: ["user"] });
  kofi = await createThinker(server, "Kofi", { roles: ["user"] });
  dev = await createThinker(server, "Dev", { roles: ["product"] });
});
beforeEach(async () => {
  await emptyInboxes(server.db);
});

const kinds = async (id: string) => (await kofi.timeline(id)).map(({ kind }) => kind);
const tagsOf = async (ids: string[]) =>
  (await Promise.all(ids.map((id) => kofi.open(id)))).map(({ tags }) => tags);

describe("undo of an answer", () => {
  test("withdraws the reply, its line in the timeline and its notifications", async () => {
    const idea = await ines.post({ title: "Print labels" });
    await kofi.vote(idea.id);
    const changeId = uuidv7();
    await dev.decide(idea, "planned", "In December.", changeId);
    expect(await kofi.inbox()).toEqual(["Dev answered “Print labels”: Planned"]);
    const [undone] = await dev.undo(changeId);
    expect(undone).toMatchObject({ status: "new", statusAt: idea.statusAt, targetOn: null, reply: null });
    expect(await kofi.open(idea.id)).toMatchObject({
      replyText: null,
      steps: [{ status: "new", at: idea.createdAt }],
    });
    expect(await kinds(idea.id)).toEqual(["posted"]);
    expect([await kofi.inbox(), await ines.inbox()]).toEqual([[], []]);
    // Its author may delete it again, as before.
    await kofi.withdraw(idea.id);
    await ines.client.call(routes.deleteIdea, { params: { ideaId: idea.id } });
  });

  test("restores the previous answer, also in notifications", async () => {
    const idea = await ines.post({ title: "Quiet hours" });
    const answered = await dev.decide(idea, "in_review", "Looking at it.");
    await dev.changeMany([idea.id], { ownerId: kofi.id });
    const changeId = uuidv7();
    await kofi.decide(answered, "declined", "Too noisy.", changeId);
    expect(await ines.inbox()).toEqual(["Kofi answered “Quiet hours”: Declined"]);
    await kofi.undo(changeId);
    expect(await ines.open(idea.id)).toMatchObject({
      status: "in_review",
      replyText: "Looking at it.",
      reply: { by: { name: "Dev" } },
    });
    expect(await ines.inbox()).toEqual(["Dev answered “Quiet hours”: In review"]);
  });

  test("is refused once somebody else has answered, to others, and twice", async () => {
    const idea = await ines.post();
    const [first, second] = [uuidv7(), uuidv7()];
    const planned = await dev.decide(idea, "planned", "Yes.", first);
    await dev.changeMany([idea.id], { ownerId: kofi.id });
    await kofi.decide(planned, "started", "Now.", second);
    const undo = (who: Thinker, changeId: string) =>
      who.refused(routes.undoIdeaChange, { params: { changeId } });
    expect(await undo(dev, first)).toBe("changed_meanwhile");
    expect(await undo(dev, second)).toBe("idea_change_not_found");
    expect(await kinds(idea.id)).toEqual(["status", "owner", "status", "posted"]);
    await kofi.undo(second);
    expect(await undo(kofi, second)).toBe("idea_change_not_found");
  });

  test("is refused to people who have lost the right, but not to an owner who handed the idea over", async () => {
    const idea = await ines.post();
    await dev.changeMany([idea.id], { ownerId: kofi.id });
    const [answered, handed] = [uuidv7(), uuidv7()];
    await kofi.decide(idea, "planned", "Yes.", answered);
    await dev.changeMany([idea.id], { ownerId: ines.id });
    expect(await kofi.refused(routes.undoIdeaChange, { params: { changeId: answered } })).toBe(
      "idea_change_not_found",
    );
    // An owner who hands it over may take that back.
    await ines.changeMany([idea.id], { ownerId: kofi.id }, handed);
    expect((await ines.undo(handed))[0]?.owner?.name).toBe("Ines");
  });
});

describe("a bulk change of ideas", () => {
  test("answers all of them once, and undo restores those that nobody has answered since", async () => {
    const ideas = [await ines.post({ title: "One" }), await ines.post({ title: "Two" })];
    const ids = ideas.map(({ id }) => id);
    for (const id of ids) await kofi.vote(id);
    const changeId = uuidv7();
    const answer = { status: "declined" as const, reply: "Not this year." };
    const done = await dev.changeMany(ids, { answer }, changeId);
    expect(done.map(({ status }) => status)).toEqual(["declined", "declined"]);
    // The response was lost, and it is sent again.
    await dev.changeMany(ids, { answer }, changeId);
    expect(await kofi.inbox()).toEqual(["Dev answered “Two”: Declined", "Dev answered “One”: Declined"]);
    await dev.decide({ id: ids[0]!, status: "declined" }, "declined", "Not this year, sorry.");
    expect((await dev.undo(changeId)).find(({ id }) => id === ids[1])?.status).toBe("new");
    expect((await kofi.open(ids[0]!)).replyText).toBe("Not this year, sorry.");
    expect([await kinds(ids[0]!), await kinds(ids[1]!)]).toEqual([
      ["status", "status", "posted"],
      ["posted"],
    ]);
  });

  test("adds and removes tags, keeps those of each, and refuses more than an idea can have", async () => {
    const full = Array.from({ length: 10 }, (_, index) => `t${index}`);
    const ids = [
      (await ines.post({ tags: ["depots", "old"] })).id,
      (await ines.post({ tags: [] })).id,
      (await ines.post({ tags: full })).id,
    ];
    const body = { changeId: uuidv7(), ideaIds: ids, set: { addTags: ["mail"] } };
    expect(await dev.refused(routes.changeIdeas, { body })).toBe("too_many_idea_tags");
    expect((await tagsOf(ids))[1]).toEqual([]);
    const changeId = uuidv7();
    await dev.changeMany(ids.slice(0, 2), { addTags: ["Mail"], removeTags: ["old"] }, changeId);
    expect((await tagsOf(ids)).slice(0, 2)).toEqual([["depots", "mail"], ["mail"]]);
    // An editor that was opened before is told, and cannot write the earlier tags back.
    const late = { params: { ideaId: ids[0]! }, body: { textVersion: 1, tags: ["depots"] } };
    expect(await ines.refused(routes.changeIdea, late)).toBe("changed_meanwhile");
    await dev.undo(changeId);
    expect((await tagsOf(ids)).slice(0, 2)).toEqual([["depots", "old"], []]);
  });

  test("refuses the author of an anonymous idea, whose name a change would keep", async () => {
    const { id } = await ines.post({ isAnonymous: true });
    const body = { changeId: uuidv7(), ideaIds: [id], set: { addTags: ["mail"] } };
    for (const who of [ines, kofi]) expect(await who.refused(routes.changeIdeas, { body })).toBe("forbidden");
    const { rows } = await sql`SELECT FROM object_changes WHERE subject_id = ${id}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  test("hands all of them over, withdraws the notification on undo, and accepts only people who can sign in", async () => {
    const ids = [(await ines.post({ title: "Shelves" })).id, (await ines.post({ title: "Lamps" })).id];
    const changeId = uuidv7();
    await dev.changeMany(ids, { ownerId: kofi.id }, changeId);
    expect(await kofi.inbox()).toHaveLength(2);
    await dev.undo(changeId);
    expect(await kofi.inbox()).toEqual([]);
    const body = { changeId: uuidv7(), ideaIds: ids, set: { ownerId: uuidv7() } };
    expect(await dev.refused(routes.changeIdeas, { body })).toBe("person_not_found");
    expect(await ines.refused(routes.changeIdeas, { body: { ...body, changeId } })).toBe("change_id_taken");
  });
});

test("changes are forgotten once they can no longer be undone", async () => {
  const idea = await ines.post();
  await dev.changeMany([idea.id], { addTags: ["old"] });
  await sql`UPDATE object_changes SET at = now() - interval '2 days' WHERE subject_id = ${idea.id}`.execute(
    server.db,
  );
  await forgetChanges(server.db, ["idea"]);
  const { rows } = await sql`SELECT FROM object_changes WHERE subject_id = ${idea.id}`.execute(server.db);
  expect(rows).toEqual([]);
});
