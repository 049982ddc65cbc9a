import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { idsByName } from "../../../test/announcers.ts";
import { createChatters } from "../../../test/chatter.ts";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createThinker, type Thinker } from "../../../test/ideas.ts";
import { emptyInboxes } from "../../../test/settled.ts";
import { upload } from "../../../test/upload.ts";

const server = sharedServer();
let [ines, kofi, dev, ola]: Thinker[] = [];
let departments: Record<string, string>;
const of = (ideaId: string) => ({ params: { ideaId } });
const as = (who: Thinker | undefined): Thinker => who as Thinker;

beforeAll(async () => {
  await createRole(server.db, { name: "product", permissions: ["ideas:manage", "tasks:create"] });
  ines = await createThinker(server, "Ines", { roles: ["user"], departments: ["Marketing"] });
  kofi = await createThinker(server, "Kofi", { roles: ["user"], departments: ["DevOps"] });
  dev = await createThinker(server, "Dev", { roles: ["product"], departments: ["DevOps"] });
  ola = await createThinker(server, "Ola", { roles: ["user"], departments: ["Marketing"] });
  departments = await idsByName(server.db, "departments");
});
beforeEach(async () => {
  await emptyInboxes(server.db);
});

describe("posting an idea", () => {
  test("is created once when sent again, and refuses another with the same ID", async () => {
    const body = { id: uuidv7(), title: "Offline mode", text: "In **depots**", tags: ["Scanner"] };
    const { idea } = await as(ines).client.call(routes.createIdea, { body });
    expect(idea).toMatchObject({
      status: "new",
      tags: ["scanner"],
      isOwn: true,
      mayEdit: true,
      voteCount: 0,
    });
    expect((await as(ines).client.call(routes.createIdea, { body })).idea).toEqual(idea);
    const other = { body: { ...body, title: "Online mode" } };
    expect(await as(ines).refused(routes.createIdea, other)).toBe("idea_id_taken");
    expect(await as(kofi).refused(routes.createIdea, { body })).toBe("idea_id_taken");
    const nowhere = { body: { ...body, id: uuidv7(), audienceIds: [uuidv7()] } };
    expect(await as(ines).refused(routes.createIdea, nowhere)).toBe("department_not_found");
  });

  test("refuses a message that its author cannot read as its source", async () => {
    const [writer] = await createChatters(server, ["Writer"]);
    const channel = await writer?.openDirect(as(kofi).id);
    const message = await writer?.post(channel?.id ?? "", "Secret");
    const body = { id: uuidv7(), title: "From a message", sourceMessageId: message?.id ?? "" };
    for (const isAnonymous of [false, true])
      expect(await as(ines).refused(routes.createIdea, { body: { ...body, isAnonymous } })).toBe(
        "message_not_found",
      );
    expect((await as(kofi).client.call(routes.createIdea, { body })).idea.sourceMessageId).toBe(message?.id);
  });

  test("for departments is readable and counted only for these departments", async () => {
    const idea = await as(ines).post({
      title: "Secret campaign",
      audienceIds: [departments.Marketing ?? ""],
    });
    expect((await as(ola).open(idea.id)).audience.map(({ name }) => name)).toEqual(["Marketing"]);
    expect(await as(kofi).refused(routes.getIdea, of(idea.id))).toBe("idea_not_found");
    // No right to manage opens what is private.
    expect(await as(dev).refused(routes.getIdea, of(idea.id))).toBe("idea_not_found");
    const titles = async (who: Thinker) =>
      (await who.list({ title: "secret camp" })).map(({ title }) => title);
    expect([await titles(as(ola)), await titles(as(kofi))]).toEqual([["Secret campaign"], []]);
    const total = async (who: Thinker) => (await who.client.call(routes.summariseIdeas, { query: {} })).total;
    expect((await total(as(ola))) - (await total(as(kofi)))).toBe(1);
    const vote = { params: { kind: "idea", subjectId: idea.id } };
    expect(await as(kofi).refused(voteRoutes.castVote, vote)).toBe("subject_not_found");
  });

  test("keeps an author's words theirs, and refuses a change of an older text", async () => {
    const idea = await as(ines).post({ text: "First" });
    const changed = await as(ines).change(idea, { text: "Second", tags: ["noise"] });
    expect(changed).toMatchObject({ text: "Second", tags: ["noise"], textVersion: 2 });
    const late = { ...of(idea.id), body: { textVersion: 1, text: "Third" } };
    expect(await as(ines).refused(routes.changeIdea, late)).toBe("changed_meanwhile");
    const stolen = { ...of(idea.id), body: { textVersion: 2, text: "Dev's" } };
    expect(await as(dev).refused(routes.changeIdea, stolen)).toBe("forbidden");
    const arranged = await as(dev).change(changed, { departmentId: departments.DevOps ?? null });
    expect(arranged.department?.name).toBe("DevOps");
    await as(dev).changeMany([idea.id], { ownerId: as(ola).id });
    expect((await as(kofi).open(idea.id)).owner?.name).toBe("Ola");
    expect(await as(ola).inbox()).toEqual(["Dev made you the owner of “A quieter kitchen”"]);
    const entries = await as(kofi).timeline(idea.id);
    expect(entries.map(({ kind }) => kind)).toEqual(["owner", "edited", "posted"]);
    expect(entries[1]?.before).toEqual({ title: "A quieter kitchen", text: "First" });
  });

  test("is deleted by its author alone, and only until somebody else has voted", async () => {
    const [gone, kept] = [await as(ines).post(), await as(ines).post()];
    await as(kofi).vote(kept.id);
    expect(await as(kofi).refused(routes.deleteIdea, of(gone.id))).toBe("forbidden");
    expect(await as(ines).refused(routes.deleteIdea, of(kept.id))).toBe("idea_in_use");
    await as(ines).client.call(routes.deleteIdea, of(gone.id));
    expect(await as(ines).refused(routes.getIdea, of(gone.id))).toBe("idea_not_found");
  });
});

describe("votes", () => {
  fullTest("count once for a person who votes ten times at once and a hundred times in all", async () => {
    const presser = await createThinker(server, "Pia", { roles: ["user"] });
    const idea = await as(ines).post();
    const { voteCount } = await as(kofi).open(idea.id);
    // On a slow machine, more than there are connections would wait for one too long.
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => presser.vote(idea.id)));
    expect(await presser.open(idea.id)).toMatchObject({ voteCount: voteCount + 1, hasVoted: true });
    await presser.withdraw(idea.id);
    expect(await presser.open(idea.id)).toMatchObject({ voteCount, hasVoted: false });
  });

  test("sort the list, filter it, and page through it without a gap", async () => {
    const tag = `t${uuidv7().slice(-8)}`;
    const ideas = [
      await as(ines).post({ tags: [tag] }),
      await as(ola).post({ tags: [tag] }),
      await as(ines).post({ tags: [tag] }),
    ];
    const [one, two, three] = ideas.map(({ id }) => id);
    await as(kofi).vote(two ?? "");
    await as(ola).vote(two ?? "");
    await as(kofi).vote(one ?? "");
    const ids = async (query: Parameters<Thinker["list"]>[0]) =>
      (await as(kofi).list({ tag, ...query })).map(({ id }) => id);
    expect(await ids({})).toEqual([two, one, three]);
    expect(await ids({ order: "newest" })).toEqual([three, two, one]);
    expect(await ids({ scope: "voted" })).toEqual([two, one]);
    expect((await as(ines).list({ tag, scope: "mine" })).map(({ id }) => id)).toEqual([one, three]);
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { tag, limit: 1, ...(cursor ? { cursor } : {}) };
      const page = await as(kofi).client.call(routes.listIdeas, { query });
      seen.push(...page.items.map(({ id }) => id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([two, one, three]);
  });

  test("count half as much with each week in the trending order, until they are withdrawn", async () => {
    const tag = `t${uuidv7().slice(-8)}`;
    const [old, recent, none] = [
      await as(ines).post({ tags: [tag] }),
      await as(ines).post({ tags: [tag] }),
      await as(ines).post({ tags: [tag] }),
    ];
    const month = sql<Date>`now() - interval '4 weeks'`;
    await server.db
      .updateTable("ideas")
      .set({ created_at: month })
      .where(sql<boolean>`${tag} = ANY(tags)`)
      .execute();
    await as(kofi).vote(old.id);
    await as(ola).vote(old.id);
    await server.db.updateTable("votes").set({ created_at: month }).where("root_id", "=", old.id).execute();
    await as(dev).vote(old.id);
    await as(dev).withdraw(old.id);
    await as(kofi).vote(recent.id);
    await as(dev).vote(none.id);
    await as(dev).withdraw(none.id);
    const ids = async (order: "top" | "trending", limit = 3) =>
      (await as(kofi).list({ tag, order, limit })).map(({ id }) => id);
    expect(await ids("top")).toEqual([old.id, recent.id, none.id]);
    expect(await ids("trending")).toEqual([recent.id, old.id, none.id]);
    const read = (cursor?: string) =>
      as(kofi).client.call(routes.listIdeas, {
        query: { tag, order: "trending", limit: 2, ...(cursor !== undefined && { cursor }) },
      });
    const { nextCursor } = await read();
    expect((await read(nextCursor ?? "")).items.map(({ id }) => id)).toEqual([none.id]);
    await as(kofi).withdraw(recent.id);
    expect((await ids("trending"))[0]).toBe(old.id);
  });

  test("stay when the voter leaves the company", async () => {
    const leaver = await createThinker(server, "Lea", { roles: ["user"] });
    const idea = await as(ines).post();
    await leaver.vote(idea.id);
    await server.db.deleteFrom("accounts").where("id", "=", leaver.id).execute();
    await server.felt();
    expect((await as(kofi).open(idea.id)).voteCount).toBe(1);
    const voters = await as(kofi).client.call(voteRoutes.listVoters, {
      params: { kind: "idea", subjectId: idea.id },
      query: {},
    });
    expect(voters.items.map(({ isFormer }) => isFormer)).toEqual([true]);
  });
});

describe("an answer", () => {
  test("reaches voters and followers once, with the status, and only from those who may give it", async () => {
    const idea = await as(ines).post({ title: "Print labels" });
    await as(kofi).vote(idea.id);
    await as(kofi).follow(idea.id);
    const body = {
      id: uuidv7(),
      status: "planned" as const,
      reply: "In December.",
      seenStatus: "new" as const,
    };
    expect(await as(ola).refused(routes.decideIdea, { ...of(idea.id), body })).toBe("forbidden");
    const planned = await as(dev).decide(idea, "planned", "In December.", body.id);
    expect(planned).toMatchObject({ status: "planned", replyText: "In December.", mayDecide: true });
    expect(planned.steps.map(({ status }) => status)).toEqual(["new", "planned"]);
    // Its answer was lost, and it is sent again.
    expect((await as(dev).client.call(routes.decideIdea, { ...of(idea.id), body })).idea).toEqual(planned);
    const late = { ...of(idea.id), body: { ...body, id: uuidv7(), status: "declined" as const } };
    expect(await as(dev).refused(routes.decideIdea, late)).toBe("changed_meanwhile");
    const words = ["Dev answered “Print labels”: Planned"];
    expect([await as(kofi).inbox(), await as(ines).inbox(), await as(ola).inbox()]).toEqual([
      words,
      words,
      [],
    ]);
    const [entry] = await as(kofi).timeline(idea.id);
    expect(entry).toMatchObject({
      kind: "status",
      from: "new",
      to: "planned",
      reply: "In December.",
      notified: 2,
    });
  });

  test("may be a status alone, which notifies voters without a reply and can be undone", async () => {
    const idea = await as(ines).post({ title: "Name tags" });
    await as(kofi).vote(idea.id);
    const planned = await as(dev).decide(idea, "planned", "In spring.");
    const changeId = uuidv7();
    const shipped = await as(dev).decide(planned, "shipped", "", changeId);
    expect(shipped).toMatchObject({ status: "shipped", reply: null, replyText: null });
    expect(await as(kofi).inbox()).toEqual(["Dev moved “Name tags” to Shipped"]);
    expect(await as(ines).refused(routes.deleteIdea, of(idea.id))).toBe("idea_in_use");
    const shippedIds = async () => (await as(kofi).list({ order: "shipped" })).map(({ id }) => id);
    expect(await shippedIds()).toContain(idea.id);
    await as(dev).undo(changeId);
    expect(await as(kofi).open(idea.id)).toMatchObject({ status: "planned", replyText: "In spring." });
    expect(await as(kofi).inbox()).toEqual(["Dev answered “Name tags”: Planned"]);
    expect(await shippedIds()).not.toContain(idea.id);
  });

  test("keeps its reply and notifies nobody when only the expected month changes", async () => {
    const idea = await as(ines).post({ title: "Wider gate" });
    const planned = await as(dev).decide(idea, "planned", "In spring.");
    await emptyInboxes(server.db);
    const body = { id: uuidv7(), status: "planned", seenStatus: "planned", targetOn: "2027-04-01" } as const;
    const { idea: later } = await as(dev).client.call(routes.decideIdea, { ...of(idea.id), body });
    expect(later).toMatchObject({
      targetOn: "2027-04-01",
      replyText: "In spring.",
      statusAt: planned.statusAt,
    });
    expect(await as(ines).inbox()).toEqual([]);
    expect((await as(kofi).timeline(idea.id))[0]).toMatchObject({ kind: "status", reply: "", notified: 0 });
    await as(dev).decide(later, "planned", "");
    expect(await as(kofi).open(idea.id)).toMatchObject({ targetOn: null });
    const { length } = await as(kofi).timeline(idea.id);
    await as(dev).decide(later, "planned", "");
    expect(await as(kofi).timeline(idea.id)).toHaveLength(length);
  });

  test("comes from the owner of the idea, too", async () => {
    const idea = await as(ines).post();
    await as(dev).changeMany([idea.id], { ownerId: as(ola).id });
    expect((await as(ola).decide(idea, "started", "On it.")).status).toBe("started");
  });
});

describe("scores", () => {
  test("are medians that everyone sees, one per person", async () => {
    const idea = await as(ines).post();
    const score = async (who: Thinker, impact: number, effortWeeks: 1 | 2 | 5) =>
      (await who.client.call(routes.scoreIdea, { ...of(idea.id), body: { impact, effortWeeks } })).idea;
    await score(as(ines), 5, 1);
    await score(as(kofi), 2, 5);
    const scored = await score(as(kofi), 4, 2);
    expect([scored.score, scored.ownScore]).toEqual([
      { impact: 4.5, effortWeeks: 1.5, count: 2 },
      { impact: 4, effortWeeks: 2 },
    ]);
    await as(ines).client.call(routes.clearIdeaScore, of(idea.id));
    const cleared = (await as(kofi).client.call(routes.clearIdeaScore, of(idea.id))).idea;
    expect([cleared.score, cleared.ownScore]).toEqual([null, null]);
  });
});

describe("a promotion", () => {
  test("creates one task when requested twice at once, and only for people who may create and read it", async () => {
    const idea = await as(ines).post({ title: "Lock [on] deploys" });
    const promote = async (who: Thinker, seenTasks = 0) =>
      (
        await who.client.call(routes.promoteIdea, {
          ...of(idea.id),
          body: {
            id: uuidv7(),
            title: "Lock on deploys",
            departmentId: departments.DevOps ?? null,
            seenTasks,
          },
        })
      ).task?.id;
    const [first, second] = await Promise.all([promote(as(dev)), promote(as(dev))]);
    expect(second).toBe(first);
    expect((await as(kofi).open(idea.id)).tasks.map(({ title }) => title)).toEqual(["Lock on deploys"]);
    // The task belongs to DevOps: others see that there is one, and nothing of it.
    expect(await as(ola).open(idea.id)).toMatchObject({ tasks: [], taskCount: 1 });
    expect(await promote(as(dev), 1)).not.toBe(first);
    const body = { id: uuidv7(), title: "Mine", seenTasks: 2 };
    const { length } = await server.db.selectFrom("tasks").select("id").execute();
    await as(ola).refused(routes.promoteIdea, {
      ...of(idea.id),
      body: { ...body, departmentId: departments.DevOps ?? null },
    });
    expect(await server.db.selectFrom("tasks").select("id").execute()).toHaveLength(length);
  });
});

describe("a merge", () => {
  test("leads links to the root with every distinct vote, and back again", async () => {
    const [source, target] = [await as(ines).post({ title: "Warn" }), await as(ola).post({ title: "Show" })];
    await as(kofi).vote(source.id);
    await as(ines).vote(source.id);
    await as(kofi).vote(target.id);
    await as(dev).merge(source.id, target.id);
    expect(await as(kofi).open(source.id)).toMatchObject({ id: target.id, voteCount: 2, hasVoted: true });
    expect((await as(kofi).list({ title: "warn" })).map(({ id }) => id)).not.toContain(source.id);
    const [entry] = await as(kofi).timeline(target.id);
    expect(entry).toMatchObject({
      kind: "merged",
      votes: 2,
      other: { id: source.id, title: "Warn", isMerged: true },
    });
    await as(dev).unmerge(source.id);
    expect(await as(kofi).open(source.id)).toMatchObject({ id: source.id, voteCount: 2 });
    expect((await as(kofi).open(target.id)).voteCount).toBe(1);
  });

  test("into each other at the same time succeeds once, and never excludes a voter", async () => {
    const [a, b] = [await as(ines).post(), await as(ines).post()];
    const done = await Promise.allSettled([as(dev).merge(a.id, b.id), as(dev).merge(b.id, a.id)]);
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const wide = await as(kofi).post();
    const narrow = await as(kofi).post({ audienceIds: [departments.DevOps ?? ""] });
    await as(ola).vote(wide.id);
    const input = { params: { kind: "idea", subjectId: wide.id }, body: { targetId: narrow.id } };
    expect(await as(dev).refused(voteRoutes.mergeSubject, input)).toBe("merge_hides_votes");
  });
});

describe("an anonymous idea", () => {
  test("hides its author everywhere, and lets only them edit it", async () => {
    const idea = await as(ines).post({ isAnonymous: true });
    expect(idea).toMatchObject({ author: null, isOwn: true, mayEdit: true });
    const edited = await as(ines).change(idea, { text: "By @Ines herself" });
    const followers = () =>
      as(kofi)
        .standing(idea.id)
        .then(({ following }) => following.count);
    expect(await followers()).toBe(0);
    await as(ines).comment(idea.id, "@Ines agrees", [as(ines).id]);
    // A comment of the author adds a follower, as anybody's does.
    expect(await followers()).toBe(1);
    expect(await as(ines).inbox()).toEqual([]);
    expect((await as(ines).list({ scope: "mine" })).map(({ id }) => id)).toContain(idea.id);
    for (const who of [as(kofi), as(dev)]) {
      const seen = JSON.stringify([
        await who.open(idea.id),
        (await who.list()).find(({ id }) => id === idea.id),
        await who.timeline(idea.id),
      ]);
      expect(seen).not.toContain(as(ines).id);
      const body = { textVersion: edited.textVersion, text: "Mine" };
      expect(await who.refused(routes.changeIdea, { ...of(idea.id), body })).toBe("forbidden");
    }
    const rows = await server.db
      .selectFrom("search_entries")
      .select("lexemes")
      .where("id", "=", idea.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(as(ines).id);
  });

  test("accepts no files, which could reveal its author, and notifies its author until they unfollow", async () => {
    const file = await upload(server, as(ines), { name: "a.txt", content: "a", kind: "idea" });
    const body = { id: uuidv7(), title: "Masks", isAnonymous: true, attachmentIds: [file.id] };
    expect(await as(ines).refused(routes.createIdea, { body })).toBe("invalid_request");
    const idea = await as(ines).post({ title: "Masks", isAnonymous: true });
    const change = { ...of(idea.id), body: { textVersion: 1, attachmentIds: [file.id] } };
    expect(await as(ines).refused(routes.changeIdea, change)).toBe("attachment_not_found");
    await as(kofi).comment(idea.id, "Good");
    expect(await as(ines).inbox()).toEqual(["Kofi commented on “Masks”"]);
    expect((await as(ines).standing(idea.id)).following).toEqual({ isFollowing: true, count: 1 });
    await as(ines).client.call(voteRoutes.unfollow, { params: { kind: "idea", subjectId: idea.id } });
    await emptyInboxes(server.db);
    await as(kofi).comment(idea.id, "Very good");
    expect(await as(ines).inbox()).toEqual([]);
  });
});

describe("moderation", () => {
  test("hides an idea from everyone but its author and moderators, locks it, and restores it", async () => {
    const idea = await as(ines).post();
    await as(dev).moderate(idea.id, { isLocked: false, hiddenReason: "Names a client" });
    expect(await as(kofi).refused(routes.getIdea, of(idea.id))).toBe("idea_not_found");
    expect((await as(ines).open(idea.id)).isHidden).toBe(true);
    expect((await as(dev).open(idea.id)).isHidden).toBe(true);
    await as(dev).moderate(idea.id, { isLocked: true, hiddenReason: null });
    expect(await as(kofi).open(idea.id)).toMatchObject({ isHidden: false, isLocked: true });
    expect(
      await as(kofi).refused(voteRoutes.castVote, { params: { kind: "idea", subjectId: idea.id } }),
    ).toBe("forbidden");
    const actions = await server.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", idea.id)
      .execute();
    expect(actions.length).toBeGreaterThan(1);
  });
});
