import { documentMaxQuotes } from "@atoll/contract/documents/limits";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { uuidv7 } from "uuidv7";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { openWriter } from "../../../test/documents/shared-writer.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { type Writer, writersForFile } from "../../../test/knowledge.ts";
import { lockTree } from "./model/tree.ts";
import { createFaqFromAnswer, faqOfOrigins } from "./public.ts";
import { remindNext } from "./trust/verify-article.ts";

const server = sharedServer();
const { greta, wim, vera, dev, ola, departments } = writersForFile(server);

describe("an article", () => {
  test("begins as a draft that only writers see, and is published as version 1", async () => {
    const body = {
      id: uuidv7(),
      kind: "article" as const,
      title: "Travel",
      body: "# Trains\n\nFirst **class**",
    };
    const { article } = await wim.client.call(routes.createArticle, { body });
    expect(article).toMatchObject({ state: "draft", version: null, canEdit: true });
    expect((await wim.client.call(routes.createArticle, { body })).article).toEqual(article);
    expect(await wim.refused(routes.createArticle, { body: { ...body, title: "Else" } })).toBe(
      "article_id_taken",
    );
    expect(await dev.refused(routes.getArticle, dev.of(body.id))).toBe("article_not_found");
    expect(await dev.refused(routes.createArticle, { body: { ...body, id: uuidv7() } })).toBe("forbidden");
    const published = await wim.publish(body.id);
    expect(published).toMatchObject({ state: "published", version: 1, words: 3, draft: null });
    expect(await dev.open(body.id)).toMatchObject({ title: "Travel", canEdit: false, body: body.body });
  });

  test("is converted before the lock on the tree is taken", async () => {
    const body = { id: uuidv7(), kind: "article" as const, title: "Deep", body: `${">".repeat(6000)} end` };
    await server.db.transaction().execute(async (tx) => {
      await lockTree(tx);
      expect(await wim.refused(routes.createArticle, { body })).toBe("document_too_large");
    });
    expect(await wim.refused(routes.getArticle, wim.of(body.id))).toBe("article_not_found");
  });

  fullTest("is not published with more quotes than a later draft could begin with", async () => {
    const { id } = await wim.create({ title: "Quotes", body: "> one" });
    const socket = await server.connect(wim);
    const writer = await openWriter(wim, socket, { kind: "article", id });
    const { epoch, schemaVersion } = writer.state;
    // Lines of code count too, and are quicker to convert than quotes.
    const code = new Y.XmlElement("codeBlock");
    code.insert(0, [new Y.XmlText("> line\n".repeat(documentMaxQuotes))]);
    const update = Buffer.from(writer.change(() => writer.root.insert(1, [code]))).toString("base64");
    await wim.client.call(documentRoutes.saveDocumentUpdate, {
      params: { kind: "article", subjectId: id },
      body: { epoch, schemaVersion, update },
    });
    const { version } = await wim.draft(id);
    const publication = { ...wim.of(id), body: { version } };
    expect(await wim.refused(routes.publishArticleDraft, publication)).toBe("document_too_large");
    await writer.send(writer.change(() => writer.root.delete(1, 1)));
    expect(await wim.publish(id)).toMatchObject({ state: "published" });
    expect(await wim.begin(id)).toMatchObject({ title: "Quotes" });
  });

  test("keeps its published text while a draft is written, and two saves at once lose nothing", async () => {
    const { id } = await wim.write({ title: "Stable", body: "Old text" });
    const draft = await wim.begin(id);
    const saved = await wim.save(draft, { title: "Renamed", body: "New text" });
    expect(await dev.open(id)).toMatchObject({ title: "Stable", body: "Old text", draft: null });
    await expect(vera.save(draft, { body: "Other text" })).rejects.toThrow();
    expect(await wim.draft(id)).toEqual(saved);
    expect(await dev.client.call(routes.getArticleDraft, dev.of(id))).toEqual({ draft: null });
    await wim.publish(id);
    expect(await dev.open(id)).toMatchObject({ title: "Renamed", body: "New text", version: 2 });
  });

  test("says to each viewer whether words of theirs are kept that are in no draft", async () => {
    const { id } = await wim.write({ title: "Harbour", body: "Quay" });
    const has = async (who: Writer) => (await who.open(id)).hasUnplacedTexts;
    expect(await has(wim)).toBe(false);
    const kept = { id: uuidv7(), user_id: wim.id, subject_kind: "article", subject_id: id, text: "Pier" };
    await server.db.insertInto("unplaced_texts").values(kept).execute();
    expect([await has(wim), await has(vera), await has(dev)]).toEqual([true, false, false]);
    const params = { kind: "article", subjectId: id, textId: kept.id };
    await wim.client.call(documentRoutes.discardUnplacedText, { params });
    expect(await has(wim)).toBe(false);
  });

  test("is restored from an earlier version as a draft, and no version ever changes", async () => {
    const { id } = await wim.write({ title: "One", body: "First" });
    await wim.save(await wim.begin(id), { body: "Second" });
    await wim.publish(id);
    expect(await wim.begin(id, 1)).toMatchObject({ body: "First", basedOn: 2, note: "Restores version 1" });
    const again = { ...wim.of(id), body: { from: 1 } };
    expect(await wim.refused(routes.beginArticleDraft, again)).toBe("draft_taken");
    const at = (number: number) => ({ params: { articleId: id, number } });
    const restored = await vera.client.call(routes.getArticleVersionDocument, at(2));
    const shared = new Y.Doc();
    Y.applyUpdate(shared, Buffer.from(restored.state, "base64"));
    expect(shared.getXmlFragment("text").toString()).toBe("<paragraph>Second</paragraph>");
    expect(await vera.draft(id)).toMatchObject({ body: "First", isWriter: false });
    expect(await dev.refused(routes.getArticleVersionDocument, at(2))).toBe("forbidden");
    expect(await wim.refused(routes.getArticleVersionDocument, at(9))).toBe("version_not_found");
    await wim.publish(id);
    const { items } = await dev.client.call(routes.listArticleVersions, dev.of(id));
    expect(items.map(({ number }) => number)).toEqual([3, 2, 1]);
    const second = { params: { articleId: id, number: 2 } };
    expect((await dev.client.call(routes.getArticleVersion, second)).version.body).toBe("Second");
    await expect(
      server.db
        .updateTable("article_versions")
        .set({ body: "Rewritten" })
        .where("article_id", "=", id)
        .execute(),
    ).rejects.toThrow("never changes");
  });

  test("notifies people when a version first mentions them, if it is for them", async () => {
    const body = `Ask [person](person:${dev.id}) or [person](person:${ola.id})`;
    const { id } = await wim.write({ title: "Who helps", body, departmentIds: [departments.DevOps!] });
    const mentioned = (titles: string[]) => titles.filter((title) => title.includes("on “Who helps”"));
    expect(mentioned(await dev.inbox())).toEqual(["Wim mentioned you on “Who helps”"]);
    expect(mentioned(await ola.inbox())).toEqual([]);
    await server.db.deleteFrom("notifications").where("subject_id", "=", id).execute();
    await wim.save(await wim.begin(id), { body: `${body} again` });
    await wim.publish(id);
    expect(mentioned(await dev.inbox())).toEqual([]);
  });

  test("is offered as a template to those who may read it, as long as it is published", async () => {
    const offered = async (writer: Writer) => {
      const { items } = await writer.client.call(routes.listArticles, { query: { template: "1" } });
      return items.map(({ title }) => title);
    };
    const page = await wim.write({ title: "Minutes", departmentIds: [departments.DevOps!] });
    const set = (isTemplate: boolean, revision: number) =>
      wim.client.call(routes.changeArticle, { ...wim.of(page.id), body: { isTemplate, revision } });
    expect(await offered(vera)).toEqual([]);
    const { article } = await set(true, page.revision);
    expect(await offered(vera)).toEqual(["Minutes"]);
    expect(await offered(ola)).toEqual([]);
    await set(false, article.revision);
    expect(await offered(vera)).toEqual([]);
  });

  test("is archived by its owner, hidden from readers, and restored", async () => {
    const { id } = await wim.write({ title: "Old" });
    expect(await vera.refused(routes.archiveArticle, vera.of(id))).toBe("forbidden");
    await wim.client.call(routes.archiveArticle, wim.of(id));
    expect(await dev.refused(routes.getArticle, dev.of(id))).toBe("article_not_found");
    await wim.client.call(routes.unarchiveArticle, wim.of(id));
    expect(await dev.open(id)).toMatchObject({ state: "published" });
  });
});

describe("the tree", () => {
  test("never gives a page more readers than the one above it has", async () => {
    const top = await greta.write({ title: "DevOps only", departmentIds: [departments.DevOps!] });
    const open = await greta.write({ title: "For all", parentId: top.id });
    const other = await greta.write({
      title: "Backend below DevOps",
      parentId: top.id,
      departmentIds: [departments.Backend!],
    });
    expect(await dev.open(open.id)).toMatchObject({ above: [{ id: top.id }] });
    expect(await ola.refused(routes.getArticle, ola.of(open.id))).toBe("article_not_found");
    for (const reader of [dev, ola])
      expect(await reader.refused(routes.getArticle, reader.of(other.id))).toBe("article_not_found");
    await greta.move(other.id, null);
    expect((await ola.open(other.id)).parentId).toBeNull();
    const { revision } = await greta.open(top.id);
    const change = { ...greta.of(top.id), body: { revision, departmentIds: [departments.Backend!] } };
    await greta.client.call(routes.changeArticle, change);
    expect(await dev.refused(routes.getArticle, dev.of(open.id))).toBe("article_not_found");
    expect((await ola.open(open.id)).title).toBe("For all");
  });

  test("refuses loops and depth beyond the limit, and keeps the order that was given", async () => {
    const root = await greta.write({ title: "Root" });
    const [one, two] = [
      await greta.write({ title: "One", parentId: root.id }),
      await greta.write({ title: "Two", parentId: root.id }),
    ];
    await greta.move(two.id, root.id, one.id);
    const below = (await greta.tree()).filter(({ parentId }) => parentId === root.id);
    expect(below.map(({ title }) => title)).toEqual(["Two", "One"]);
    const loop = { ...greta.of(root.id), body: { parentId: one.id } };
    expect(await greta.refused(routes.moveArticle, loop)).toBe("article_loop");
    let parentId = one.id;
    for (let depth = 3; depth <= 8; depth += 1)
      parentId = (await greta.create({ title: `Level ${depth}`, parentId })).id;
    const deeper = { body: { id: uuidv7(), kind: "article" as const, title: "Level 9", parentId } };
    expect(await greta.refused(routes.createArticle, deeper)).toBe("article_loop");
    const sunk = { ...greta.of(one.id), body: { parentId: two.id } };
    expect(await greta.refused(routes.moveArticle, sunk)).toBe("article_loop");
  });
});

describe("a procedure", () => {
  const steps = ":::step{#a}\n**Check**\n\nLook.\n:::\n\n:::step{#b}\nTell people\n\nWrite.\n:::\n";

  test("is published only with an approval of exactly this text, by a person who wrote none of it", async () => {
    const { id } = await wim.create({ kind: "sop", title: "Rollback", body: steps });
    const publication = async () => ({
      ...wim.of(id),
      body: { version: (await wim.draft(id)).version },
    });
    expect(await wim.refused(routes.publishArticleDraft, await publication())).toBe("approval_missing");
    const self = { ...wim.of(id), body: { version: 1, reviewerId: wim.id } };
    expect(await wim.refused(routes.submitArticleDraft, self)).toBe("own_approval");
    const submitted = await wim.submit(id, vera.id);
    expect(await vera.inbox()).toContain("Wim asks you to approve “Rollback”");
    expect(
      await wim.refused(routes.approveArticleDraft, { ...wim.of(id), body: { hash: submitted.hash } }),
    ).toBe("own_approval");
    expect(await vera.approve(id, submitted.hash)).toMatchObject({ state: "approved" });
    expect(await vera.inbox()).not.toContain("Wim asks you to approve “Rollback”");
    expect(await wim.inbox()).toContain("Vera approved “Rollback”");
    await wim.save(await wim.draft(id), { body: `${steps}\nOne more word` });
    expect(await wim.refused(routes.publishArticleDraft, await publication())).toBe("approval_missing");
    const again = await wim.submit(id, vera.id);
    expect(
      await vera.refused(routes.approveArticleDraft, { ...vera.of(id), body: { hash: submitted.hash } }),
    ).toBe("changed_meanwhile");
    await vera.approve(id, again.hash);
    expect(await wim.publish(id)).toMatchObject({ version: 1, approvedBy: { id: vera.id } });
  });

  test("shows the changes that an approver asked for to its writers until it is submitted again", async () => {
    const { id } = await wim.create({ kind: "sop", title: "Mooring", body: steps });
    await wim.submit(id, vera.id);
    await vera.client.call(routes.refuseArticleDraft, {
      ...vera.of(id),
      body: { why: "Say who holds the key" },
    });
    const refused = { refusedBy: { id: vera.id }, refusal: "Say who holds the key" };
    expect(await wim.draft(id)).toMatchObject({ state: "writing", reviewer: null, ...refused });
    // Sent again they are the same, and other words come too late.
    const refuse = (why: string) => ({ ...vera.of(id), body: { why } });
    await vera.client.call(routes.refuseArticleDraft, refuse(refused.refusal));
    expect(await vera.refused(routes.refuseArticleDraft, refuse("Say more"))).toBe("forbidden");
    expect(await wim.draft(id)).toMatchObject(refused);
    expect((await wim.inbox()).filter((words) => words.includes("“Mooring”"))).toHaveLength(1);
    const edited = await wim.save(await wim.draft(id), { body: `${steps}\nVera holds it` });
    expect(edited).toMatchObject(refused);
    expect(await wim.submit(id, vera.id)).toMatchObject({ refusedBy: null, refusal: "" });
  });

  test("asks its readers to confirm a version, keeps earlier confirmations, and asks again for the next", async () => {
    const { id } = await wim.create({
      kind: "sop",
      title: "Freeze",
      body: steps,
      departmentIds: [departments.DevOps!],
    });
    const release = async () => {
      const draft = await wim.save(await wim.draft(id), { mustRead: true, dueOn: "2199-01-01" });
      expect(draft.readerCount).toBe(3);
      const { hash } = await wim.submit(id, vera.id);
      await vera.approve(id, hash);
      await wim.publish(id);
    };
    await release();
    expect(await dev.inbox()).toContain("Wim asks you to read version 1 of “Freeze”");
    expect(await dev.open(id)).toMatchObject({ mustRead: { version: 1 }, confirmed: { count: 0, of: 3 } });
    await dev.confirm(id, 1);
    expect(await dev.inbox()).not.toContain("Wim asks you to read version 1 of “Freeze”");
    expect(await greta.refused(routes.confirmArticle, { ...greta.of(id), body: { version: 1 } })).toBe(
      "confirmation_not_asked",
    );
    await wim.begin(id);
    await release();
    expect(await dev.refused(routes.confirmArticle, { ...dev.of(id), body: { version: 1 } })).toBe(
      "changed_meanwhile",
    );
    const opened = await dev.open(id);
    expect(opened).toMatchObject({ lastConfirmed: { version: 1 }, confirmed: { count: 0, of: 3 } });
    const { items } = await dev.client.call(routes.listObligations, {});
    expect(items[0]).toMatchObject({ article: { id }, version: 2, state: "open", dueOn: "2199-01-01" });
    const ledger = await wim.client.call(routes.listArticleReaders, {
      ...wim.of(id),
      query: { only: "open" },
    });
    expect(ledger.items.map(({ person }) => person.name)).toEqual(["Dev", "Vera", "Wim"]);
    expect(await dev.refused(routes.listArticleReaders, { ...dev.of(id), query: {} })).toBe("forbidden");
  });

  test("is run as a checklist that keeps its version, who ticked what, and its end", async () => {
    const { id } = await greta.create({ kind: "sop", title: "Runnable", body: steps });
    const { hash } = await greta.submit(id, wim.id);
    await wim.approve(id, hash);
    await greta.publish(id);
    const runId = uuidv7();
    const { run } = await dev.client.call(routes.startSopRun, {
      ...dev.of(id),
      body: { id: runId, name: "Staging" },
    });
    expect(run.steps.map(({ title }) => title)).toEqual(["Check", "Tell people"]);
    const tick = (stepId: string) => ({ params: { runId, stepId } });
    await dev.client.call(routes.tickSopStep, tick("a"));
    const { run: ticked } = await ola.client.call(routes.tickSopStep, tick("a"));
    expect(ticked.steps[0]).toMatchObject({ doneBy: { id: dev.id } });
    expect(await dev.refused(routes.tickSopStep, tick("unknown"))).toBe("run_not_found");
    await dev.client.call(routes.endSopRun, { params: { runId } });
    expect(await dev.refused(routes.tickSopStep, tick("b"))).toBe("run_over");
    const { items } = await ola.client.call(routes.listSopRuns, { ...ola.of(id), query: {} });
    expect(items).toMatchObject([{ id: runId, version: 1, isDone: false, name: "Staging" }]);
  });
});

describe("trust", () => {
  test("reminds the owner once of a due review, and stops when they confirm the page", async () => {
    const { id } = await wim.write({ title: "Due page", reviewDays: 30 });
    await server.db
      .updateTable("articles")
      .set({ review_at: new Date(Date.now() - 1000) })
      .where("id", "=", id)
      .execute();
    await remindNext(server.db);
    await remindNext(server.db);
    const reminder = "“Due page” is due for review. Is it still right?";
    expect((await wim.inbox()).filter((title) => title === reminder)).toHaveLength(1);
    const stale = await wim.client.call(routes.listArticles, { query: { trust: "stale" } });
    expect(stale.items.map((one) => one.id)).toContain(id);
    expect(await dev.refused(routes.verifyArticle, { ...dev.of(id), body: { version: 1 } })).toBe(
      "forbidden",
    );
    await wim.client.call(routes.verifyArticle, { ...wim.of(id), body: { version: 1 } });
    expect(await wim.inbox()).not.toContain(reminder);
    expect((await wim.open(id)).verifiedBy?.id).toBe(wim.id);
  });

  test("shows what was searched and not found from three people on, in any case", async () => {
    const miss = async (who: Writer, words: string) =>
      (await who.client.call(routes.noteMissedSearch, { body: { words } })).people;
    expect(await miss(wim, "Parking Permit")).toBeNull();
    expect(await miss(wim, "parking permit")).toBeNull();
    expect(await miss(dev, "parking permit")).toBeNull();
    expect(await miss(ola, "parking permit")).toBe(3);
    const { missing } = await wim.client.call(routes.getKnowledgeOverview, {});
    expect(missing).toEqual([{ words: "parking permit", people: 3 }]);
    expect((await dev.client.call(routes.getKnowledgeOverview, {})).missing).toEqual([]);
  });

  test("shows backlinks and cards only of what the reader may read, and never a draft", async () => {
    const target = await wim.write({ title: "Target" });
    const link = `[it](/knowledge-base/articles/${target.id})`;
    const shown = await wim.write({ title: "Links", body: link });
    await greta.write({ title: "Hidden links", body: link, departmentIds: [departments.Backend!] });
    const draft = await wim.create({ title: "Draft links", body: link });
    const { items } = await dev.client.call(routes.listBacklinks, dev.of(target.id));
    expect(items.map(({ title }) => title)).toEqual(["Links"]);
    const of = [shown.id, draft.id].map((id) => `article:${id}`).join();
    const cards = await wim.client.call(routes.getArticleCards, {
      query: { of: `${of},person:${dev.id}` },
    });
    expect(cards.items.map(({ title }) => title)).toEqual(["Links", "Dev"]);
  });
});

describe("the FAQ", () => {
  test("publishes an answer, counts one vote a person, and refuses to overwrite a newer version", async () => {
    const id = uuidv7();
    const body = {
      question: "Where is the VPN?",
      answer: "In *Devices*",
      category: "Access",
      baseVersion: 0,
    };
    await wim.client.call(routes.saveFaqAnswer, { ...wim.of(id), body });
    const { helpful } = await dev.client.call(routes.voteOnArticle, {
      ...dev.of(id),
      body: { vote: "yes" },
    });
    expect(helpful).toBe(1);
    const changed = await dev.client.call(routes.voteOnArticle, { ...dev.of(id), body: { vote: "no" } });
    expect(changed).toMatchObject({ helpful: 0, unhelpful: 1, myVote: "no" });
    await vera.client.call(routes.saveFaqAnswer, {
      ...vera.of(id),
      body: { ...body, answer: "Two", baseVersion: 1 },
    });
    const late = { ...wim.of(id), body: { ...body, answer: "Late", baseVersion: 1 } };
    expect(await wim.refused(routes.saveFaqAnswer, late)).toBe("changed_meanwhile");
    const { items } = await dev.client.call(routes.listFaq, {});
    expect(items.find((one) => one.id === id)).toMatchObject({
      answer: "Two",
      category: "Access",
      myVote: "no",
    });
  });

  test("takes an answered question once, however often it is promoted", async () => {
    const origin = { kind: "question", id: uuidv7() };
    const viewer = wim.user;
    const promote = () =>
      server.db
        .transaction()
        .execute((tx) => createFaqFromAnswer(tx, viewer, origin, { question: "Why?", answer: "Because" }));
    const [one, other] = await Promise.all([promote(), promote()]);
    expect(one.articleId).toBe(other.articleId);
    expect([one.isNew, other.isNew].sort()).toEqual([false, true]);
    const found = await faqOfOrigins(server.db, viewer, "question", [origin.id]);
    expect(found.get(origin.id)).toEqual({ articleId: one.articleId, title: "Why?" });
  });
});
