import { readFile } from "node:fs/promises";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { articleTitleMaxLength } from "@atoll/contract/knowledge/limits";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { questionTextMaxLength, questionTitleMaxLength } from "@atoll/contract/questions/limits";
import { questionRoutes } from "@atoll/contract/questions/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../../test/client.ts";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { type Asker, createAsker, createQuestionRow } from "../../../test/questions.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let [ana, ben, cleo, moe, otis]: Asker[] = [];
let departmentIds: Record<string, string>;

beforeAll(async () => {
  await createRole(server.db, { name: "moderator", permissions: ["community:moderate", "knowledge:write"] });
  ana = await createAsker(server, "Ana Reef", { departments: ["Backend"] });
  ben = await createAsker(server, "Ben Sand", { departments: ["Backend"] });
  cleo = await createAsker(server, "Cleo Tide", { roles: ["super_admin"] });
  moe = await createAsker(server, "Moe Dune", { roles: ["user", "moderator"], departments: ["Backend"] });
  otis = await createAsker(server, "Otis Wall", { departments: ["Marketing"] });
  const rows = await server.db.selectFrom("departments").select(["id", "name"]).execute();
  departmentIds = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
});

const secretly = () => ({ departmentId: departmentIds.Backend!, isPrivate: true });
const promote = (who: Asker, questionId: string) =>
  who.client.call(questionRoutes.promoteQuestion, { params: { questionId } });
async function told(who: Asker, subjectId: string) {
  await everybodyNotified(server.db);
  const { items } = await who.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.filter(({ link }) => link.includes(subjectId)).map(({ kind }) => kind);
}

describe("a private question that is merged into one for everybody", () => {
  const merge = async () => {
    const [secret, open] = [await ana!.ask(secretly()), await ben!.ask()];
    const answer = await ben!.answer(secret.id, "The code is 4711");
    await ana!.accept(secret.id, answer.id);
    await moe!.merge(secret.id, open.id);
    return { secret, open, answer };
  };

  test("adds nothing to the counts and the accepted answer that everybody sees", async () => {
    const { secret, open, answer } = await merge();
    expect(await otis!.read(open.id)).toMatchObject({
      answerCount: 0,
      acceptedBy: null,
      acceptedAt: null,
      answers: [],
      merged: [],
    });
    expect((await otis!.list({ view: "unanswered" })).map(({ id }) => id)).toContain(open.id);
    expect(await ana!.read(open.id)).toMatchObject({
      answers: [{ id: answer.id }],
      merged: [{ id: secret.id }],
    });
    await moe!.unmerge(secret.id);
    expect(await ana!.read(secret.id)).toMatchObject({ answerCount: 1, acceptedBy: { id: ben!.id } });
  });

  test("removes votes and acceptances that an older version counted for everyone", async () => {
    const { open, answer } = await merge();
    const own = await ben!.answer(open.id, "Ask at the gate");
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query(
        "UPDATE questions SET answer_count = 2, chosen_answer_id = $2, chosen_at = now(), accepted_answer_id = $2 WHERE id = $1",
        [open.id, answer.id],
      );
      const migration = new URL("../../../migrations/450-private-merges.sql", import.meta.url);
      await client.query(`BEGIN; ${await readFile(migration, "utf8")}; COMMIT`);
    } finally {
      await client.end();
    }
    expect(await otis!.read(open.id)).toMatchObject({
      answerCount: 1,
      acceptedBy: null,
      answers: [{ id: own.id }],
    });
  });

  test("does not get its answer into the FAQ for everybody", async () => {
    const { open, answer } = await merge();
    expect(await codeOf(promote(moe!, open.id))).toBe("question_unanswered");
    expect(await codeOf(ben!.accept(open.id, answer.id))).toBe("answer_not_found");
    const { items } = await otis!.client.call(searchRoutes.searchEverywhere, { query: { query: "4711" } });
    expect(items).toEqual([]);
  });
});

describe("an undo", () => {
  test("restores the answer that was accepted before, unless somebody accepted another one since", async () => {
    const { id } = await ana!.ask();
    const [first, second] = [await ben!.answer(id), await otis!.answer(id)];
    const accepted = async () => (await ben!.read(id)).answers.find((one) => one.accepted === "yes")?.id;
    await ana!.accept(id, first.id);
    const [changeId, overtaken] = [uuidv7(), uuidv7()];
    await ana!.accept(id, second.id, changeId);
    await ana!.accept(id, second.id, changeId);
    expect(await told(otis!, id)).toEqual(["question.accepted"]);
    expect(await codeOf(ben!.undo(changeId))).toBe("change_not_found");
    expect(await codeOf(ana!.accept(id, first.id, changeId))).toBe("change_id_taken");
    await ana!.undo(changeId);
    expect([await accepted(), await told(otis!, id)]).toEqual([first.id, []]);
    expect(await codeOf(ana!.undo(changeId))).toBe("change_not_found");
    await ana!.accept(id, null, overtaken);
    await moe!.accept(id, second.id);
    expect(await codeOf(ana!.undo(overtaken))).toBe("changed_meanwhile");
    expect(await accepted()).toBe(second.id);
  });

  test("accepts no answer that was hidden since, and all of those of merged questions again", async () => {
    const [one, other] = [await ana!.ask(), await ana!.ask()];
    const [hidden, merged] = [await ben!.answer(one.id), await ben!.answer(other.id)];
    await ana!.accept(one.id, hidden.id);
    await ana!.accept(other.id, merged.id);
    await moe!.merge(other.id, one.id);
    const changeId = uuidv7();
    await ana!.accept(one.id, null, changeId);
    expect(await ana!.read(one.id)).toMatchObject({ acceptedBy: null });
    await moe!.moderate("answer", hidden.id, false, "Wrong");
    await ana!.undo(changeId);
    expect((await otis!.read(one.id)).answers).toMatchObject([{ id: merged.id, accepted: "yes" }]);
  });

  test("is refused once the person may no longer decide about the question", async () => {
    const [one, other] = [await ana!.ask(secretly()), await ana!.ask()];
    const [changeId, accepted] = [uuidv7(), uuidv7()];
    await ana!.accept(other.id, (await ben!.answer(other.id)).id, accepted);
    await moe!.moderate("question", other.id, true, null);
    expect(await codeOf(ana!.undo(accepted))).toBe("change_not_found");
    await moe!.moderate("question", other.id, false, null);
    await ana!.undo(accepted);
    expect(await ana!.read(other.id)).toMatchObject({ acceptedBy: null });
    await ana!.duplicate(one.id, other.id, changeId);
    await ana!.undo(changeId);
    expect(await ana!.read(one.id)).toMatchObject({ closedAs: null });
    await ana!.duplicate(one.id, other.id);
    const reopened = uuidv7();
    await ana!.duplicate(one.id, null, reopened);
    await ana!.duplicate(other.id, one.id);
    expect(await codeOf(ana!.undo(reopened))).toBe("changed_meanwhile");
  });

  test("restores the time of the last confirmation when a reader takes a mark back", async () => {
    const { id } = await ana!.ask();
    await ana!.accept(id, (await ben!.answer(id)).id);
    await ben!.outdated(id, false);
    const confirmedAt = () =>
      server.db
        .selectFrom("questions")
        .select(["confirmed_at", "outdated_at"])
        .where("id", "=", id)
        .execute();
    const before = await confirmedAt();
    const changeId = uuidv7();
    expect(await otis!.outdated(id, true, changeId)).toMatchObject({ isStaleByHand: true });
    await otis!.undo(changeId);
    expect(await confirmedAt()).toEqual(before);
  });

  test("keeps a mark as outdated with the answer that it is about", async () => {
    const { id } = await ana!.ask();
    const [first, second, third] = [await ben!.answer(id), await otis!.answer(id), await moe!.answer(id)];
    const [fresh, overtaken] = [uuidv7(), uuidv7()];
    await ana!.accept(id, first.id);
    await ana!.accept(id, second.id, fresh);
    await ben!.outdated(id, true);
    await ana!.undo(fresh);
    expect(await ben!.read(id)).toMatchObject({ isStaleByHand: false });
    await ben!.outdated(id, true);
    await ana!.accept(id, second.id, overtaken);
    await moe!.accept(id, third.id);
    expect(await codeOf(ana!.undo(overtaken))).toBe("changed_meanwhile");
    expect(await ben!.read(id)).toMatchObject({ isStaleByHand: false });
  });

  test("works for a mark on a locked question of the FAQ, as marking does", async () => {
    const { id } = await ana!.ask();
    await ana!.accept(id, (await ben!.answer(id)).id);
    await promote(cleo!, id);
    await moe!.moderate("question", id, true, null);
    const changeId = uuidv7();
    expect(await otis!.outdated(id, true, changeId)).toMatchObject({ isStaleByHand: true });
    await otis!.undo(changeId);
    expect(await otis!.read(id)).toMatchObject({ isStaleByHand: false });
  });

  test("accepts no answer of a question that is no longer merged into this one", async () => {
    const [one, other] = [await ana!.ask(), await ana!.ask()];
    const [own, merged] = [await ben!.answer(one.id), await otis!.answer(other.id)];
    await moe!.merge(other.id, one.id);
    await ana!.accept(one.id, merged.id);
    const changeId = uuidv7();
    await ana!.accept(one.id, own.id, changeId);
    expect(await told(otis!, one.id)).toEqual([]);
    await moe!.unmerge(other.id);
    await ana!.undo(changeId);
    expect(await ana!.read(one.id)).toMatchObject({ acceptedBy: null });
  });

  test("works for the hidden author, without a stored change that names them", async () => {
    const { id } = await ana!.ask({ isAnonymous: true });
    const answer = await ben!.answer(id);
    const changeId = uuidv7();
    await ana!.accept(id, answer.id, changeId);
    const stored = await server.db
      .selectFrom("object_changes")
      .select("actor_id")
      .where("subject_id", "=", id)
      .execute();
    expect(stored).toEqual([{ actor_id: null }]);
    expect(await codeOf(moe!.undo(changeId))).toBe("change_not_found");
    await ana!.undo(changeId);
    expect(await ben!.read(id)).toMatchObject({ acceptedBy: null });
  });
});

test("an answer accepted on two merged questions counts once for its author", async () => {
  const lou = await createAsker(server, "Lou Expert");
  const [first, second] = [await ana!.ask({ tags: ["tides"] }), await ana!.ask({ tags: ["tides"] })];
  const answer = await lou.answer(first.id);
  await ana!.accept(first.id, answer.id);
  await cleo!.merge(first.id, second.id);
  await ana!.accept(second.id, (await ben!.answer(second.id)).id);
  await ana!.accept(second.id, answer.id);
  const { items } = await ana!.client.call(questionRoutes.listExperts, { query: { tags: "tides" } });
  expect(items).toMatchObject([{ person: { id: lou.id }, accepted: 1 }]);
});

describe("a question", () => {
  test("cannot be deleted by its author once it has answers, even if moderators hid them", async () => {
    const { id } = await ana!.ask();
    const answer = await ben!.answer(id, "Rude");
    await cleo!.moderate("answer", answer.id, false, "Rude");
    expect(await codeOf(ana!.remove(id))).toBe("question_answered");
    await cleo!.moderate("answer", answer.id, false, null);
    expect(await ana!.read(id)).toMatchObject({ answerCount: 1 });
    await ben!.deleteAnswer(answer.id);
    expect(await codeOf(ana!.remove(id))).toBe("ok");
    expect(await codeOf(ana!.read(id))).toBe("question_not_found");
  });

  test("in the FAQ or merged is not closed as a duplicate, as its rights say", async () => {
    const [inFaq, merged, other] = [await ana!.ask(), await ana!.ask(), await ana!.ask()];
    await ana!.accept(inFaq.id, (await ben!.answer(inFaq.id)).id);
    await promote(cleo!, inFaq.id);
    await cleo!.merge(merged.id, other.id);
    for (const { id } of [inFaq, merged]) {
      expect((await ana!.read(id)).rights.mayClose).toBe(false);
      expect(await codeOf(ana!.duplicate(id, other.id))).toBe("forbidden");
    }
    await cleo!.unmerge(merged.id);
    expect(await codeOf(ana!.duplicate(merged.id, other.id))).toBe("ok");
  });

  test("is open again while its answer in the FAQ is archived", async () => {
    const asked = await ana!.ask();
    await ana!.accept(asked.id, (await ben!.answer(asked.id)).id);
    await promote(cleo!, asked.id);
    const [, articleId = ""] = /articles\/(.*)$/.exec((await cleo!.read(asked.id)).faqLink ?? "") ?? [];
    const setState = (isArchived: boolean) =>
      server.db
        .updateTable("articles")
        .set({ status: isArchived ? "ARCHIVED" : "PUBLISHED" })
        .where("id", "=", articleId)
        .execute();
    expect(await codeOf(otis!.answer(asked.id))).toBe("question_closed");
    await setState(true);
    expect(await ana!.read(asked.id)).toMatchObject({
      closedAs: null,
      faqLink: null,
      rights: { mayAnswer: true, mayClose: true, mayPromote: false },
    });
    expect(await codeOf(otis!.answer(asked.id))).toBe("ok");
    await setState(false);
    expect((await ana!.read(asked.id)).closedAs).toBe("faq");
  });

  test("reaches the inbox of the heir when the person who was asked leaves", async () => {
    const [leaver, heir, admin] = await Promise.all([
      createAsker(server, "Leo"),
      createAsker(server, "Hana"),
      createAsker(server, "Adi", { roles: ["admin"] }),
    ]);
    const asked = await ana!.ask({ title: "Who has the key?" });
    await ana!.askColleague(asked.id, leaver.id);
    await admin.client.call(administrationRoutes.deleteUser, {
      params: { userId: leaver.id },
      body: { handOverTo: heir.id },
    });
    await everybodyNotified(server.db);
    const { items } = await heir.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items.find(({ link }) => link === `/community-faqs/${asked.id}`)?.title).toContain(
      "Who has the key?",
    );
  });

  test("with the longest title and answer gets into the FAQ, whose titles are shorter", async () => {
    const title = `${"🛶".repeat(questionTitleMaxLength - 1)}?`;
    const asked = await ana!.ask({ title });
    const answer = await ben!.answer(asked.id, "a".repeat(questionTextMaxLength));
    await ana!.accept(asked.id, answer.id);
    const { question } = await promote(cleo!, asked.id);
    expect(question.closedAs).toBe("faq");
    const { items } = await cleo!.client.call(knowledgeRoutes.listFaq, {});
    const entry = items.find(({ origin }) => origin?.id === asked.id);
    expect([...(entry?.title ?? "")]).toHaveLength(articleTitleMaxLength);
    expect(entry?.title.endsWith("…")).toBe(true);
    expect(entry?.answer).toHaveLength(questionTextMaxLength);
  });

  test("has one tag, however its letters were composed", async () => {
    const composed = "한국";
    const first = await ana!.ask({ tags: [composed.normalize("NFD")] });
    const second = await ben!.ask({ tags: [composed.normalize("NFC"), "café".normalize("NFD")] });
    expect(second.tags.map(({ name }) => name)).toEqual([composed.normalize("NFC"), "café".normalize("NFC")]);
    expect(second.tags[0]).toEqual(first.tags[0]);
    const found = await otis!.list({ tag: composed.normalize("NFD") });
    expect(found.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  });

  test("is stored once when it is sent again, also after it was closed and its answer deleted", async () => {
    const id = uuidv7();
    const question = { id, title: "Sent twice?", tags: ["twice"] };
    await ana!.ask(question);
    const answerId = uuidv7();
    const body = { id: answerId, content: "Once" };
    const post = () =>
      codeOf(ben!.client.call(questionRoutes.postAnswer, { params: { questionId: id }, body }));
    expect(await post()).toBe("ok");
    await ana!.duplicate(id, (await ana!.ask()).id);
    expect(await post()).toBe("ok");
    expect(await ana!.ask(question)).toMatchObject({ id, answerCount: 1 });
    await ben!.deleteAnswer(answerId);
    expect(await post()).toBe("answer_not_found");
    expect(await ana!.read(id)).toMatchObject({ answerCount: 0, answers: [] });
  });
});

describe("a person", () => {
  test("loses all access to a private question when they leave its department", async () => {
    const pam = await createAsker(server, "Pam Leaves", { departments: ["Backend"] });
    const { id } = await ana!.ask({ ...secretly(), askedId: pam.id });
    const answer = await pam.answer(id, "Mine");
    await pam.follow("question", id);
    await ben!.answer(id, "News for Pam");
    expect(await told(pam, id)).toEqual(["question.answered", "question.asked"]);
    await server.db.deleteFrom("user_departments").where("user_id", "=", pam.id).execute();
    await server.felt();
    const refused = await Promise.all(
      [
        pam.read(id),
        pam.answer(id),
        pam.accept(id, answer.id),
        pam.see(id),
        pam.edits(id),
        pam.vote("question", id),
        pam.follow("question", id),
        pam.comment("question", id, "Hello"),
        pam.comment("answer", answer.id, "Hello"),
        pam.editAnswer(answer.id, "Changed"),
        pam.deleteAnswer(answer.id),
        pam.outdated(id, true),
      ].map(codeOf),
    );
    expect(new Set(refused)).toEqual(
      new Set(["question_not_found", "subject_not_found", "answer_not_found"]),
    );
    expect(await told(pam, id)).toEqual([]);
    await ben!.answer(id, "More news");
    expect(await told(pam, id)).toEqual([]);
    expect(await pam.overview()).toMatchObject({ following: 0 });
  });

  test("is told when another person edits the same text at the same time, and nothing is lost", async () => {
    const asked = await ana!.ask({ title: "Before" });
    const codes = await Promise.all(
      ["One", "Two", "Three"].map((title) => codeOf(ana!.change(asked, { title }))),
    );
    expect(codes.toSorted()).toEqual(["changed_meanwhile", "changed_meanwhile", "ok"]);
    expect((await ana!.edits(asked.id)).map(({ titleBefore }) => titleBefore)).toEqual(["Before"]);
  });

  test("still follows a question that they asked anonymously, also after it was merged", async () => {
    const [asked, root] = [await ana!.ask({ isAnonymous: true }), await otis!.ask()];
    const following = async () => (await ana!.list({ view: "following" })).map(({ id }) => id);
    expect(await following()).toContain(asked.id);
    await cleo!.merge(asked.id, root.id);
    expect((await ana!.read(root.id)).standing.following).toEqual({ isFollowing: true, count: 1 });
    expect((await ben!.read(root.id)).standing.following).toEqual({ isFollowing: false, count: 1 });
    expect(await following()).toContain(root.id);
    await ana!.unfollow("question", root.id);
    expect((await ana!.read(root.id)).standing.following.isFollowing).toBe(false);
    expect(await following()).not.toContain(root.id);
    await ben!.answer(root.id);
    expect(await told(ana!, root.id)).toEqual([]);
  });
});

describe("departments that become one", () => {
  test("move their private questions, in lists, search and events", async () => {
    const { Frontend, Marketing } = departmentIds as { Frontend: string; Marketing: string };
    const dora = await createAsker(server, "Dora Move", { departments: ["Frontend"] });
    const sent = { title: "Heronry", departmentId: Frontend };
    const [open, secret] = [
      await dora.ask(sent),
      await createQuestionRow(server.db, dora.id, {
        title: "Heronry",
        department_id: Frontend,
        is_private: true,
      }),
    ];
    const remove = { params: { departmentId: Frontend } };
    const refusal = await cleo!.client.refused(administrationRoutes.removeDepartment, remove);
    expect(refusal.body.error.code).toBe("department_not_empty");
    const socket = await otis!.listen();
    await cleo!.client.call(administrationRoutes.mergeDepartment, {
      params: { departmentId: Frontend },
      body: { intoId: Marketing },
    });
    await server.felt();
    for (const who of [dora, otis!]) {
      expect(await who.read(secret)).toMatchObject({ department: { id: Marketing }, isPrivate: true });
      expect((await who.list({ departmentId: Marketing })).map(({ id }) => id).toSorted()).toEqual(
        [open.id, secret].toSorted(),
      );
    }
    await expect
      .poll(() =>
        socket.received.flatMap(({ name, payload }) => (name === "question.changed" ? [payload] : [])),
      )
      .toEqual(expect.arrayContaining([{ questionId: secret }, { questionId: open.id }]));
    const { items } = await otis!.client.call(searchRoutes.searchEverywhere, {
      query: { query: "heronry", departmentId: Marketing },
    });
    expect(items.map(({ id }) => id).toSorted()).toEqual([open.id, secret].toSorted());
    expect(await codeOf(ana!.read(secret))).toBe("question_not_found");
    socket.close();
  });
});
