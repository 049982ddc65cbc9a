import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { questionRoutes } from "@atoll/contract/questions/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../../test/client.ts";
import { eventEqualsRefetch, named } from "../../../test/event-equals-refetch.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { type Asker, createAsker } from "../../../test/questions.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let ana: Asker;
let ben: Asker;
let cleo: Asker;
let otis: Asker;
let backendId: string;

beforeAll(async () => {
  ana = await createAsker(server, "Ana Reef", { departments: ["Backend"] });
  ben = await createAsker(server, "Ben Sand", { departments: ["Backend"] });
  cleo = await createAsker(server, "Cleo Tide", { roles: ["admin"] });
  otis = await createAsker(server, "Otis Wall", { departments: ["Marketing"] });
  const row = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", "Backend")
    .executeTakeFirst();
  backendId = row!.id;
});

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

async function inbox(who: Asker) {
  await everybodyNotified(server.db);
  const { items } = await who.client.call(notificationRoutes.listNotifications, { query: {} });
  return items;
}
const toldOf = async (who: Asker, subjectId: string) =>
  (await inbox(who)).filter(({ link }) => link.includes(subjectId)).map(({ kind }) => kind);

describe("asking", () => {
  test("is readable by everyone, and stored once when sent again", async () => {
    const id = uuidv7();
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        ana.ask({ id, title: " Where is the key? ", tags: ["office", "Office"] }),
      ),
    );
    expect(new Set(idsOf(all))).toEqual(new Set([id]));
    expect(await otis.read(id)).toMatchObject({
      title: "Where is the key?",
      author: { id: ana.id },
      tags: [{ name: "office" }],
      answerCount: 0,
      rights: { mayAnswer: true, mayEdit: false, mayAccept: false },
    });
    expect(await codeOf(ben.ask({ id }))).toBe("question_id_taken");
    expect((await ana.read(id)).standing.following.isFollowing).toBe(true);
  });

  test("privately is visible only to one department, in lists, counts, search and suggestions", async () => {
    const before = await otis.overview();
    const secret = await ana.ask({
      title: "Why is the marmalade budget frozen?",
      departmentId: backendId,
      isPrivate: true,
      tags: ["marmalade"],
    });
    expect((await ben.read(secret.id)).id).toBe(secret.id);
    for (const stranger of [otis, cleo]) {
      expect(await codeOf(stranger.read(secret.id))).toBe("question_not_found");
      expect(await codeOf(stranger.vote("question", secret.id))).toBe("subject_not_found");
      expect(await codeOf(stranger.comment("question", secret.id, "Why?"))).toBe("subject_not_found");
      expect(idsOf(await stranger.list())).not.toContain(secret.id);
    }
    expect(await otis.overview()).toEqual(before);
    const similar = (who: Asker) =>
      who.client.call(searchRoutes.findSimilar, { query: { text: "marmalade budget", kinds: "question" } });
    expect(idsOf((await similar(ben)).items)).toEqual([secret.id]);
    expect((await similar(otis)).items).toEqual([]);
    expect(await codeOf(otis.ask({ departmentId: backendId, isPrivate: true }))).toBe("department_not_found");
  });

  test("notifies the asked person, the department and followers of a tag, once each", async () => {
    const first = await ana.ask({ tags: ["tides"] });
    await otis.follow("question-tag", first.tags[0]!.id);
    const { id } = await ana.ask({ tags: ["tides"], departmentId: backendId, title: "When is high tide?" });
    expect(await toldOf(otis, id)).toEqual(["question.tag"]);
    expect(await toldOf(ben, id)).toEqual(["question.asked"]);
    expect(await toldOf(ana, id)).toEqual([]);
    const { id: direct } = await ana.ask({
      askedId: otis.id,
      content: "For @Otis Wall",
      mentionIds: [otis.id],
    });
    expect(await toldOf(otis, direct)).toEqual(["question.mention"]);
  });
});

describe("asking a colleague", () => {
  test("notifies them once, is possible for any reader, and names no anonymous author", async () => {
    const asked = await ana.ask({ isAnonymous: true });
    expect((await ana.askColleague(asked.id, otis.id)).asked).toMatchObject({ id: otis.id });
    await ben.askColleague(asked.id, otis.id);
    const entries = (await inbox(otis)).filter(({ link }) => link.includes(asked.id));
    expect(entries.map(({ title }) => title)).toEqual([
      "Someone would like an answer to “Where is the quay?”",
    ]);
    const queued = (await ben.overview()).queue.find(({ question }) => question.id === asked.id);
    expect(queued === undefined || queued.asked?.id === otis.id).toBe(true);
  });

  test("is refused for one who may not read it, has left, or when the question is closed", async () => {
    const secret = await ana.ask({ departmentId: backendId, isPrivate: true });
    expect(await codeOf(ben.askColleague(secret.id, otis.id))).toBe("person_not_found");
    expect(await codeOf(otis.askColleague(secret.id, ana.id))).toBe("question_not_found");
    const gone = await createAsker(server, "Gus Gone");
    await server.db.deleteFrom("accounts").where("id", "=", gone.id).execute();
    const { id } = await ana.ask();
    expect(await codeOf(ben.askColleague(id, gone.id))).toBe("person_not_found");
    await cleo.moderate("question", id, true, null);
    expect(await codeOf(ben.askColleague(id, otis.id))).toBe("question_closed");
  });
});

describe("answers", () => {
  test("notify the asker, can be accepted by them or a moderator, and count for experts", async () => {
    const asked = await ana.ask({ tags: ["dredging"] });
    const answer = await ben.answer(asked.id, "At low water");
    expect(await toldOf(ana, asked.id)).toEqual(["question.answered"]);
    expect(await codeOf(ben.accept(asked.id, answer.id))).toBe("forbidden");
    const accepted = await ana.accept(asked.id, answer.id);
    expect(accepted).toMatchObject({
      acceptedBy: { id: ben.id },
      answers: [{ id: answer.id, accepted: "yes" }],
    });
    expect(await toldOf(ben, asked.id)).toEqual(["question.accepted"]);
    expect(
      (await otis.overview()).helpful.find(({ person }) => person.id === ben.id)?.accepted,
    ).toBeGreaterThan(0);
    expect((await cleo.accept(asked.id, null)).acceptedBy).toBeNull();
  });

  test("make the question unanswered again when they are deleted", async () => {
    const { id } = await ana.ask();
    const answer = await ben.answer(id);
    await ana.accept(id, answer.id);
    expect(await codeOf(otis.deleteAnswer(answer.id))).toBe("forbidden");
    await ben.deleteAnswer(answer.id);
    expect(await ana.read(id)).toMatchObject({ answerCount: 0, acceptedBy: null, answers: [] });
    expect(idsOf(await ana.list({ view: "unanswered" }))).toContain(id);
    expect(await codeOf(ben.editAnswer(answer.id, "Again"))).toBe("answer_not_found");
  });

  test("are not voted on by their author, and everybody else has one vote", async () => {
    const { id } = await ana.ask();
    const answer = await ben.answer(id);
    expect(await codeOf(ben.vote("answer", answer.id))).toBe("forbidden");
    await Promise.all([1, 2, 3].map(() => ana.vote("answer", answer.id)));
    expect((await ana.read(id)).answers[0]?.standing.votes).toMatchObject({ count: 1, isMine: true });
  });

  test("and questions keep their text before an edit, and refuse an edit based on an older text", async () => {
    const asked = await ana.ask({ content: "Old words" });
    const answer = await ben.answer(asked.id, "Old answer");
    await ana.change(asked, { content: "New words" });
    expect(await codeOf(ana.change(asked, { content: "Other words" }))).toBe("changed_meanwhile");
    await ben.editAnswer(answer.id, "New answer");
    expect(await codeOf(ben.editAnswer(answer.id, "Other answer"))).toBe("changed_meanwhile");
    expect((await otis.edits(asked.id)).map(({ contentBefore }) => contentBefore)).toEqual([
      "Old answer",
      "Old words",
    ]);
  });

  test("end when the question is locked, closed as a duplicate or merged", async () => {
    const [one, other] = [await ana.ask(), await ana.ask()];
    expect((await ana.duplicate(one.id, other.id)).leadsTo).toMatchObject({ id: other.id });
    expect(await codeOf(ben.answer(one.id))).toBe("question_closed");
    expect(await codeOf(ana.duplicate(other.id, one.id))).toBe("duplicate_loop");
    await ana.duplicate(one.id, null);
    await cleo.moderate("question", one.id, true, null);
    expect(await codeOf(ben.answer(one.id))).toBe("question_closed");
    expect(await codeOf(ben.comment("question", one.id, "Why?"))).toBe("forbidden");
  });

  test("are marked as outdated by readers, and confirmed by those who know", async () => {
    const { id } = await ana.ask();
    await ana.accept(id, (await ben.answer(id)).id);
    expect((await otis.outdated(id, true)).isStale).toBe(true);
    expect(await codeOf(otis.outdated(id, false))).toBe("forbidden");
    expect((await ben.outdated(id, false)).isStale).toBe(false);
  });
});

describe("promotion", () => {
  const promote = (who: Asker, questionId: string) =>
    who.client.call(questionRoutes.promoteQuestion, { params: { questionId } });

  test("twice at once makes one entry of the FAQ, linked both ways, and closes the question", async () => {
    const { id } = await ana.ask();
    expect(await codeOf(promote(cleo, id))).toBe("question_unanswered");
    await ana.accept(id, (await ben.answer(id)).id);
    expect(await codeOf(promote(ana, id))).toBe("forbidden");
    const [one, other] = await Promise.all([promote(cleo, id), promote(cleo, id)]);
    expect(one.question.faqLink).toMatch(/^\/knowledge-base\//);
    expect(other.question.faqLink).toBe(one.question.faqLink);
    const articles = await server.db
      .selectFrom("articles")
      .select("id")
      .where("origin_kind", "=", "question")
      .where("origin_id", "=", id)
      .execute();
    expect(articles).toHaveLength(1);
    expect(await codeOf(ben.answer(id))).toBe("question_closed");
  });
});

describe("merging", () => {
  test("keeps the target's accepted answer, marks the other, and restores both", async () => {
    const [a, b] = [await ana.ask({ title: "A" }), await ben.ask({ title: "B" })];
    const [toA, toB] = [await otis.answer(a.id, "To A"), await otis.answer(b.id, "To B")];
    await ana.accept(a.id, toA.id);
    await ben.accept(b.id, toB.id);
    await Promise.all([ana.vote("question", a.id), ben.vote("question", a.id), ben.vote("question", b.id)]);
    await cleo.merge(a.id, b.id);
    const merged = await ana.read(b.id);
    expect(merged).toMatchObject({
      answerCount: 2,
      merged: [{ id: a.id }],
      standing: { votes: { count: 2 } },
    });
    expect(Object.fromEntries(merged.answers.map(({ id, accepted }) => [id, accepted]))).toEqual({
      [toB.id]: "yes",
      [toA.id]: "elsewhere",
    });
    expect(await ana.read(a.id)).toMatchObject({ leadsTo: { id: b.id }, standing: { mergedInto: b.id } });
    expect(idsOf(await ana.list())).not.toContain(a.id);
    await cleo.unmerge(a.id);
    expect(await ana.read(a.id)).toMatchObject({ answerCount: 1, acceptedBy: { id: otis.id } });
    expect(await ana.read(b.id)).toMatchObject({ answerCount: 1, standing: { votes: { count: 1 } } });
  });

  test("is refused towards an audience that a voter is not in", async () => {
    const open = await otis.ask();
    const secret = await ana.ask({ departmentId: backendId, isPrivate: true });
    await otis.vote("question", open.id);
    const moderator = await createAsker(server, "Moe Dune", { roles: ["admin"], departments: ["Backend"] });
    expect(await codeOf(moderator.merge(open.id, secret.id))).toBe("merge_hides_votes");
    expect(await codeOf(cleo.merge(open.id, secret.id))).toBe("subject_not_found");
  });

  test("keeps the votes of people who left, under their former name", async () => {
    const { id } = await ana.ask();
    const gone = await createAsker(server, "Gone Gull");
    await gone.vote("question", id);
    const answer = await gone.answer(id, "Farewell");
    await server.db.deleteFrom("accounts").where("id", "=", gone.id).execute();
    const read = await ana.read(id);
    expect(read.standing.votes.count).toBe(1);
    expect(read.answers.find((one) => one.id === answer.id)?.author).toMatchObject({ isFormer: true });
  });
});

describe("an anonymous question", () => {
  test("names its author nowhere, and is theirs to edit, accept and find", async () => {
    const dee = await createAsker(server, "Dee Hidden", { departments: ["Backend"] });
    const socket = await ben.listen();
    const asked = await dee.ask({
      isAnonymous: true,
      title: "Am I paid enough, periwinkle?",
      content: "Ask @Dee Hidden, @Ben Sand",
      mentionIds: [dee.id, ben.id],
      tags: ["pay"],
    });
    expect(asked).toMatchObject({ author: null, rights: { mayEdit: true, mayAccept: true } });
    const edited = await dee.change(asked, { content: "Ask @Dee Hidden or me" });
    await dee.vote("question", asked.id);
    const answer = await ben.answer(asked.id, "Yes");
    expect(await toldOf(dee, asked.id)).toContain("question.answered");
    await dee.accept(asked.id, answer.id);
    expect(idsOf(await dee.list({ view: "mine" }))).toContain(asked.id);
    await cleo.moderate("question", asked.id, true, null);
    await cleo.moderate("question", asked.id, false, null);

    // The words name Dee as anybody could have: everything but the words and mentions is looked through.
    const seen = await Promise.all([
      ...[ben, cleo, otis].flatMap((who) => [
        who.read(asked.id),
        who.list(),
        who.edits(asked.id),
        who.overview(),
        inbox(who),
      ]),
      ben.client.call(searchRoutes.searchEverywhere, { query: { query: "periwinkle" } }),
      otis.client.call(searchRoutes.searchEverywhere, { query: { query: "periwinkle", personId: dee.id } }),
    ]);
    const all = JSON.stringify([seen, socket.received], (key, value) =>
      ["content", "note", "contentBefore", "mentions", "excerpt", "text"].includes(key) ? undefined : value,
    );
    expect(all).toContain(asked.id);
    expect(all).not.toContain(dee.id);
    expect(all).not.toContain("Dee Hidden");
    const { rows } = await sql<{ row: string }>`SELECT a::text AS row FROM audit_log a
      WHERE a.subject_id = ${asked.id}`.execute(server.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(dee.id);
    const { rows: entries } = await sql<{ row: string }>`SELECT e::text AS row FROM search_entries e
      WHERE e.id = ${asked.id}`.execute(server.db);
    expect(JSON.stringify(entries)).not.toContain(dee.id);
    expect(edited.author).toBeNull();
    expect(await codeOf(ben.change(edited, { title: "Mine" }))).toBe("forbidden");
    socket.close();
  });

  test("has no files, and its author follows it without being counted, until they stop", async () => {
    expect(await codeOf(ana.ask({ isAnonymous: true, attachmentIds: [uuidv7()] }))).toBe("invalid_request");
    const { id, standing } = await ana.ask({ isAnonymous: true });
    expect(standing.following).toEqual({ isFollowing: true, count: 0 });
    expect((await otis.read(id)).standing.following).toEqual({ isFollowing: false, count: 0 });
    await ana.unfollow("question", id);
    expect((await ana.read(id)).standing.following).toEqual({ isFollowing: false, count: 0 });
    await ben.answer(id);
    expect(await toldOf(ana, id)).toEqual([]);
  });

  test("counts an answer of its author among the followers as it counts anybody's", async () => {
    const [own, others] = [await ana.ask({ isAnonymous: true }), await ben.ask({ isAnonymous: true })];
    for (const { id } of [own, others]) await ana.answer(id);
    const counts = [own, others].map(async ({ id }) => (await otis.read(id)).standing.following.count);
    expect(await Promise.all(counts)).toEqual([1, 1]);
  });

  test("still notifies its author after a merge, and stays readable to them when it is hidden", async () => {
    const [asked, root] = [await ana.ask({ isAnonymous: true }), await otis.ask()];
    await cleo.merge(asked.id, root.id);
    await ben.answer(root.id);
    expect(await toldOf(ana, root.id)).toEqual(["question.answered"]);
    await cleo.unmerge(asked.id);
    await cleo.moderate("question", asked.id, false, "Off topic");
    expect((await ana.read(asked.id)).standing.hidden?.reason).toBe("Off topic");
    expect(await codeOf(otis.read(asked.id))).toBe("question_not_found");
  });
});

describe("moderation", () => {
  test("hides from everyone except the author and moderators, including comments and files", async () => {
    const { id } = await ana.ask({ title: "Who took the walrus?" });
    const answer = await ben.answer(id, "The walrus is mine");
    await ana.accept(id, answer.id);
    expect(await codeOf(ana.moderate("question", id, false, "No"))).toBe("forbidden");
    await cleo.moderate("answer", answer.id, false, "Rude");
    expect(await otis.read(id)).toMatchObject({ answers: [], answerCount: 0, acceptedBy: null });
    expect((await ben.read(id)).answers).toHaveLength(1);
    await cleo.moderate("question", id, false, "Off topic");
    expect(await codeOf(otis.read(id))).toBe("question_not_found");
    expect(await codeOf(otis.comment("question", id, "Hello"))).toBe("subject_not_found");
    expect((await ana.read(id)).standing.hidden?.reason).toBe("Off topic");
    await cleo.moderate("question", id, false, null);
    expect((await otis.read(id)).id).toBe(id);
  });
});

describe("lists", () => {
  test("page through every order without a gap", async () => {
    const tag = "paging";
    const ids = new Set<string>();
    for (let index = 0; index < 5; index += 1) ids.add((await ana.ask({ tags: [tag] })).id);
    await ben.vote("question", [...ids][2]!);
    for (const order of ["newest", "active", "votes", "oldest"] as const) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await otis.client.call(questionRoutes.listQuestions, {
          query: { tag, order, limit: 2, ...(cursor && { cursor }) },
        });
        found.push(...idsOf(page.items));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(found.toSorted(), order).toEqual([...ids].toSorted());
      if (order === "votes") expect(found[0]).toBe([...ids][2]);
    }
  });

  test("an event for a changed question equals a refetch", async () => {
    const socket = await otis.listen();
    const { id } = await ana.ask({ tags: ["proof"] });
    const fetch = async () =>
      (await otis.list({ tag: "proof" })).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const proof = { socket, event: "question.changed" as const, fetch };
    const apply = named<{ questionId: string }, Awaited<ReturnType<typeof fetch>>[number]>(
      (p) => p.questionId,
    );
    const follow = async (act: () => Promise<unknown>) =>
      eventEqualsRefetch({
        ...proof,
        act,
        apply: (before, payload, fresh) => [...apply(before, payload, fresh)],
      });
    await follow(() => ana.ask({ tags: ["proof"], title: "Another" }));
    await follow(async () => ana.change(await ana.read(id), { title: "Changed" }));
    let answerId = "";
    await follow(async () => {
      answerId = (await ben.answer(id)).id;
    });
    await follow(() => ana.accept(id, answerId));
    await follow(() => cleo.moderate("question", id, true, null));
    await follow(() => ben.deleteAnswer(answerId));
    socket.close();
  });

  test("a vote reaches every reader with the count of a refetch", async () => {
    const socket = await otis.listen();
    const { id } = await ana.ask();
    await eventEqualsRefetch({
      socket,
      event: "votes.changed",
      fetch: async () => {
        const { count, version } = (await otis.read(id)).standing.votes;
        return { count, version };
      },
      act: () => ben.vote("question", id),
      apply: (before, { subject, count, version }) => (subject.id === id ? { count, version } : before),
    });
    socket.close();
  });
});
