import { administrationRoutes } from "@atoll/contract/administration/routes";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { articleLink, draftLink } from "@atoll/contract/knowledge/links";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, test } from "vitest";
import { codeOf } from "../../../../test/client.ts";
import { countStatements } from "../../../../test/count-statements.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createArticleRow, createWriter, type Writer, writersForFile } from "../../../../test/knowledge.ts";
import { openSocket } from "../../../../test/socket.ts";
import { lockTree } from "../model/tree.ts";
import { sweepDeletedDrafts } from "../text/deleted-drafts.ts";
import { remindNext } from "../trust/verify-article.ts";

const server = sharedServer();
const { greta, wim, vera, dev, ola, departments } = writersForFile(server, "super_admin");

const change = async (who: Writer, id: string, fields: object) => {
  const { revision } = await who.open(id);
  return (await who.client.call(routes.changeArticle, { ...who.of(id), body: { revision, ...fields } }))
    .article;
};
const makeOverdue = (id: string) =>
  server.db
    .updateTable("articles")
    .set({ review_at: new Date(Date.now() - 1000) })
    .where("id", "=", id)
    .execute();
const faq = (who: Writer, id: string, answer: string, baseVersion: number) => ({
  ...who.of(id),
  body: { question: "Where is the key?", answer, category: "", baseVersion },
});

describe("an archived page", () => {
  test("is brought back by publishing a draft only by people who may bring it back", async () => {
    const { id } = await wim.write({ title: "Retired" });
    const { version } = await vera.begin(id);
    await wim.client.call(routes.archiveArticle, wim.of(id));
    const publication = { ...vera.of(id), body: { version } };
    expect(await vera.refused(routes.publishArticleDraft, publication)).toBe("forbidden");
    expect(await vera.open(id)).toMatchObject({ state: "archived", version: 1 });
    expect(await wim.publish(id)).toMatchObject({ state: "published", version: 2 });
  });

  test("is not brought back by somebody who was still writing its answer in the FAQ", async () => {
    const id = uuidv7();
    await wim.client.call(routes.saveFaqAnswer, faq(wim, id, "In the drawer", 0));
    await wim.client.call(routes.archiveArticle, wim.of(id));
    expect(await vera.refused(routes.saveFaqAnswer, faq(vera, id, "On the desk", 1))).toBe(
      "article_not_published",
    );
    expect((await dev.client.call(routes.listFaq, {})).items.map((one) => one.id)).not.toContain(id);
  });

  test("takes neither votes nor confirmations, and leaves lists, links and counts until it is back", async () => {
    const link = async () => {
      const { items } = await dev.client.call(routes.listBacklinks, dev.of(target.id));
      return items.map(({ title }) => title);
    };
    const counts = async () => (await dev.client.call(routes.getKnowledgeOverview, {})).articles.count;
    const target = await wim.write({ title: "Linked" });
    const { id } = await wim.write({ title: "Links to it", body: `[it](article:${target.id})` });
    const before = await counts();
    expect(await link()).toEqual(["Links to it"]);
    await wim.client.call(routes.archiveArticle, wim.of(id));
    expect(await link()).toEqual([]);
    expect(await counts()).toBe(before - 1);
    expect((await dev.client.call(routes.getArticleCards, { query: { of: `article:${id}` } })).items).toEqual(
      [],
    );
    const vote = { ...wim.of(id), body: { vote: "yes" as const } };
    expect(await wim.refused(routes.voteOnArticle, vote)).toBe("article_not_published");
    expect(await wim.refused(routes.confirmArticle, { ...wim.of(id), body: { version: 1 } })).toBe(
      "confirmation_not_asked",
    );
    await wim.client.call(routes.unarchiveArticle, wim.of(id));
    expect(await link()).toEqual(["Links to it"]);
    expect(await counts()).toBe(before);
  });
});

describe("an owner", () => {
  test("is reminded of a due review after taking over the page", async () => {
    const { id } = await wim.write({ title: "Handed over", reviewDays: 30 });
    await makeOverdue(id);
    await remindNext(server.db);
    const reminder = "“Handed over” is due for review. Is it still right?";
    expect(await wim.inbox()).toContain(reminder);
    await change(wim, id, { ownerId: vera.id });
    await remindNext(server.db);
    expect(await vera.inbox()).toContain(reminder);
    expect(await wim.inbox()).not.toContain(reminder);
    await change(vera, id, { reviewDays: 365 });
    expect(await vera.inbox()).not.toContain(reminder);
  });

  test("hands over pages when leaving, and the new owner is reminded and can govern them", async () => {
    const lena = await createWriter(server, "Lena", { roles: ["user", "writer"], departments: ["DevOps"] });
    const { id } = await lena.write({ title: "Left behind", reviewDays: 30 });
    await makeOverdue(id);
    await remindNext(server.db);
    await greta.client.call(administrationRoutes.deleteUser, {
      params: { userId: lena.id },
      body: { handOverTo: dev.id },
    });
    await remindNext(server.db);
    expect(await dev.inbox()).toContain("“Left behind” is due for review. Is it still right?");
    expect(await dev.open(id)).toMatchObject({ owner: { id: dev.id }, canGovern: true });
  });
});

describe("readers", () => {
  test("keep a deleted role, and are in the audit log only when they change", async () => {
    const role = await createRole(server.db, { name: "soon gone" });
    const { id } = await wim.write({ title: "For a role", roleIds: [role.id] });
    await server.db.deleteFrom("roles").where("id", "=", role.id).execute();
    expect((await wim.open(id)).roles).toEqual([{ id: role.id, name: "A deleted role" }]);
    const acts = async () => {
      const rows = await server.db
        .selectFrom("audit_log")
        .select("action")
        .where("subject_id", "=", id)
        .where("action", "=", "article.audience-changed")
        .execute();
      return rows.length;
    };
    await change(wim, id, { roleIds: [role.id], departmentIds: [], category: "Sea" });
    expect([await acts(), (await wim.open(id)).category]).toEqual([0, "Sea"]);
    expect(await dev.refused(routes.getArticle, dev.of(id))).toBe("article_not_found");
    await change(wim, id, { roleIds: [] });
    expect([await acts(), (await dev.open(id)).title]).toEqual([1, "For a role"]);
  });
});

describe("an undo", () => {
  test("puts moved pages back in their order, with their readers, also next to a new sibling", async () => {
    const top = await greta.write({ title: "For DevOps", departmentIds: [departments.DevOps!] });
    const [first, second] = [await greta.write({ title: "Undo 1" }), await greta.write({ title: "Undo 2" })];
    const below = await greta.write({ title: "Below it", parentId: second.id });
    const last = await greta.write({ title: "Undo 3" });
    const order = async () => (await greta.tree()).filter(({ title }) => title.startsWith("Undo"));
    const before = await order();
    const changeId = uuidv7();
    await greta.move(second.id, top.id, null, changeId);
    expect(await ola.refused(routes.getArticle, ola.of(below.id))).toBe("article_not_found");
    const other = await greta.write({ title: "Undo 2a" });
    await greta.move(other.id, null, last.id);
    await greta.undo(changeId);
    const titles = (await order()).map(({ title }) => title);
    expect(titles.filter((title) => title !== "Undo 2a")).toEqual(before.map(({ title }) => title));
    expect(await ola.open(below.id)).toMatchObject({ above: [{ id: second.id }] });
    expect(await codeOf(greta.move(first.id, top.id, null, changeId))).toBe("change_id_taken");
  });

  test("is refused where the page would be below itself, or has moved on", async () => {
    const [one, two] = [await greta.write({ title: "Loop 1" }), await greta.write({ title: "Loop 2" })];
    const inner = await greta.write({ title: "Loop 3", parentId: two.id });
    const [out, across] = [uuidv7(), uuidv7()];
    await greta.move(inner.id, null, null, out);
    await greta.move(two.id, inner.id);
    expect(await codeOf(greta.undo(out))).toBe("changed_meanwhile");
    await greta.move(one.id, two.id, null, across);
    await greta.move(one.id, inner.id);
    expect(await codeOf(greta.undo(across))).toBe("changed_meanwhile");
    expect(await greta.open(one.id)).toMatchObject({ parentId: inner.id });
  });

  test("restores readers and owner field by field, and needs the right that the change needed", async () => {
    const { id } = await wim.write({ title: "Handed over" });
    const [handed, narrowed, filed] = [uuidv7(), uuidv7(), uuidv7()];
    await wim.change(id, { ownerId: dev.id, category: "Sea", changeId: handed });
    await dev.change(id, { category: "Land" });
    await wim.undo(handed);
    expect(await wim.open(id)).toMatchObject({ owner: { id: wim.id }, category: "Land" });
    await wim.change(id, { departmentIds: [departments.DevOps!], changeId: narrowed });
    expect(await codeOf(ola.open(id))).toBe("article_not_found");
    await wim.change(id, { ownerId: dev.id });
    await wim.change(id, { tags: ["quay"], changeId: filed });
    expect(await codeOf(wim.undo(narrowed))).toBe("ok");
    expect(await ola.open(id)).toMatchObject({ departments: [] });
    await server.db.updateTable("articles").set({ created_by: dev.id }).where("id", "=", id).execute();
    await dev.change(id, { departmentIds: [departments.Backend!] });
    expect(await codeOf(wim.undo(filed))).toBe("change_not_found");
  });

  test("brings an archived page back, once and in the audit log, unless somebody did it first", async () => {
    const { id } = await wim.write({ title: "Kept" });
    const [changeId, overtaken] = [uuidv7(), uuidv7()];
    await wim.archive(id, changeId);
    await wim.archive(id, changeId);
    await wim.undo(changeId);
    expect(await dev.open(id)).toMatchObject({ state: "published" });
    expect(await codeOf(wim.undo(changeId))).toBe("change_not_found");
    await wim.archive(id, overtaken);
    await greta.client.call(routes.unarchiveArticle, greta.of(id));
    expect(await codeOf(wim.undo(overtaken))).toBe("changed_meanwhile");
    const acts = await server.db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_id", "=", id)
      .where("action", "in", ["article.archived", "article.unarchived"])
      .orderBy("number")
      .execute();
    const [archived, unarchived] = ["article.archived", "article.unarchived"];
    expect(acts).toMatchObject([
      { action: archived, actor_id: wim.id },
      { action: unarchived, actor_id: wim.id },
      { action: archived, actor_id: wim.id },
      { action: unarchived, actor_id: greta.id },
    ]);
  });
});

describe("a page with others below it", () => {
  /** The statements of a change with its undo, and how many pages below a reader heard of. */
  async function cost(pagesBelow: number, fields: (turn: number) => object) {
    const top = await createArticleRow(server.db, wim.id);
    const below: string[] = [];
    for (let page = 0; page < pagesBelow; page += 1)
      below.push(await createArticleRow(server.db, wim.id, { parent_id: top, path: [top, uuidv7()] }));
    const socket = await openSocket(server.url, dev.session.accessToken);
    let turn = 0;
    const statements = await countStatements(server, async () => {
      const changeId = uuidv7();
      turn += 1;
      await wim.change(top, { ...fields(turn), changeId });
      await wim.undo(changeId);
    });
    await socket.ask("comments.watch", { subjects: [] });
    socket.close();
    const heard = JSON.stringify(socket.received);
    return { statements, heardOf: below.filter((id) => heard.includes(id)).length };
  }

  test("is tagged and filed without a statement for each of them, and only it is sent", async () => {
    const tags = (turn: number) => ({ tags: [`tag${turn}`], category: `Shelf ${turn}` });
    const few = await cost(3, tags);
    expect(few.heardOf).toBe(0);
    const many = await cost(30, tags);
    expect(many.heardOf).toBe(0);
    // Other work of the server adds a few.
    expect(many.statements - few.statements).toBeLessThan(10);
  });

  test("takes them along when its readers change, and all are sent", async () => {
    const readers = (turn: number) => ({
      departmentIds: [turn % 2 ? departments.DevOps! : departments.Backend!],
    });
    expect((await cost(4, readers)).heardOf).toBe(4);
  });
});

describe("a list", () => {
  test("is paged without a gap over titles that lower case in two ways, or that are the same", async () => {
    const titles = ["İstanbul", "İstanbul", "ΟΔΟΣ", "ΟΔΟΣ", "ODOS", "ǅ", "ẞ", "ﬀ"];
    for (const title of titles) await createArticleRow(server.db, greta.id, { title, is_template: true });
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await dev.client.call(routes.listArticles, {
        query: { template: "1", limit: 1, cursor },
      });
      pages.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && pages.length < 20);
    expect(pages.toSorted()).toEqual(titles.toSorted());
  });
});

test("finds links to pages and answers in all copied forms, each once, and none to the page itself", async () => {
  const id = uuidv7();
  await wim.client.call(routes.saveFaqAnswer, faq(wim, id, "Here", 0));
  const page = await wim.write({ title: "Target of links" });
  const others = [articleLink({ kind: "faq", id }), articleLink(page), draftLink(page.id)];
  const body = others
    .map((link) => `[it](https://atoll.example${link}) and ${link.toUpperCase()}`)
    .join("\n");
  const linking = await wim.write({ title: "Links to both", body });
  await wim.save(await wim.begin(linking.id), { body: `${body}\n[me](article:${linking.id})` });
  await wim.publish(linking.id);
  const from = async (targetId: string) =>
    (await dev.client.call(routes.listBacklinks, dev.of(targetId))).items.map(({ title }) => title);
  expect(await from(id)).toEqual(["Links to both"]);
  expect(await from(page.id)).toEqual(["Links to both"]);
  expect(await from(linking.id)).toEqual([]);
});

describe("a draft", () => {
  test("is refused for an answer in the FAQ, so saving the answer stays possible", async () => {
    const id = uuidv7();
    await wim.client.call(routes.saveFaqAnswer, faq(wim, id, "One", 0));
    const begin = { ...vera.of(id), body: { from: null } };
    expect(await vera.refused(routes.beginArticleDraft, begin)).toBe("forbidden");
    const { answer } = await wim.client.call(routes.saveFaqAnswer, faq(wim, id, "Two", 1));
    expect(answer).toMatchObject({ answer: "Two", version: 2 });
  });

  test("with a page that is added below at the same moment is refused, and not lost", async () => {
    const parent = await wim.create({ title: "Has a child soon" });
    let childId = "";
    let discarded: Promise<string> | undefined;
    await server.db.transaction().execute(async (tx) => {
      // As while a page is created.
      await lockTree(tx);
      childId = await createArticleRow(tx, wim.id, {
        title: "Child",
        parent_id: parent.id,
        path: [parent.id, uuidv7()],
        status: "DRAFT",
      });
      discarded = wim.refused(routes.discardArticleDraft, wim.of(parent.id));
      await expect
        .poll(async () => {
          const { rows } = await sql`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.db);
          return rows.length;
        })
        .toBeGreaterThan(0);
    });
    expect(await discarded).toBe("article_loop");
    expect(await wim.open(childId)).toMatchObject({ parentId: parent.id });
  });
});

describe("a discarded draft", () => {
  const deleted = async (who: Writer) => (await who.client.call(routes.listDeletedDrafts, {})).items;
  const discard = (who: Writer, id: string) => who.client.call(routes.discardArticleDraft, who.of(id));
  const restore = async (who: Writer, id: string) =>
    (await who.client.call(routes.restoreDeletedDraft, who.of(id))).article;

  test("notifies the author of an unpublished page, who can restore it with its text and place", async () => {
    const parent = await wim.write({ title: "Above", departmentIds: [departments.DevOps!] });
    const page = await wim.create({ title: "Half done", body: "Two days of work", parentId: parent.id });
    await wim.share(page.id);
    await discard(vera, page.id);
    expect(await wim.refused(routes.getArticle, wim.of(page.id))).toBe("article_not_found");
    expect((await greta.tree()).map(({ id }) => id)).not.toContain(page.id);
    const params = { kind: "article", subjectId: page.id };
    expect(await greta.refused(documentRoutes.getDocument, { params })).toBe("subject_not_found");
    expect(await wim.inbox()).toContain("Vera discarded the draft “Half done”");
    expect(await deleted(wim)).toMatchObject([
      { id: page.id, title: "Half done", author: { id: wim.id }, deletedBy: { id: vera.id } },
    ]);
    expect(await deleted(dev)).toEqual([]);
    expect(await ola.refused(routes.restoreDeletedDraft, ola.of(page.id))).toBe("article_not_found");
    expect(await restore(wim, page.id)).toMatchObject({ title: "Half done", parentId: parent.id });
    expect(await wim.draft(page.id)).toMatchObject({ body: "Two days of work" });
    expect(await deleted(wim)).toEqual([]);
    expect(await wim.inbox()).not.toContain("Vera discarded the draft “Half done”");
  });

  test("can only be restored by its author if it was not shared", async () => {
    const page = await wim.create({ title: "First thoughts" });
    await discard(wim, page.id);
    expect((await deleted(wim)).map(({ id }) => id)).toContain(page.id);
    expect((await deleted(greta)).map(({ id }) => id)).not.toContain(page.id);
    expect(await greta.refused(routes.restoreDeletedDraft, greta.of(page.id))).toBe("article_not_found");
    expect(await restore(wim, page.id)).toMatchObject({ isShared: false });
  });

  test("is restored with the same restrictions if the page above it is gone", async () => {
    const above = await wim.create({ title: "Goes too", departmentIds: [departments.DevOps!] });
    const page = await wim.create({ title: "Only DevOps", parentId: above.id });
    await discard(wim, page.id);
    await discard(wim, above.id);
    const { parentId } = await restore(wim, page.id);
    expect(parentId).toBeNull();
    await wim.publish(page.id);
    expect((await dev.open(page.id)).title).toBe("Only DevOps");
    expect(await ola.refused(routes.getArticle, ola.of(page.id))).toBe("article_not_found");
  });

  test("is restored as a new page if the page was published, and is not kept if it had no change", async () => {
    const page = await wim.write({ title: "Stays", body: "One" });
    await wim.begin(page.id);
    const before = await deleted(wim);
    await discard(wim, page.id);
    expect(await deleted(wim)).toEqual(before);
    await wim.save(await wim.begin(page.id), { title: "Next", body: "Two" });
    await discard(vera, page.id);
    expect(await wim.open(page.id)).toMatchObject({ title: "Stays", draft: null });
    const [kept] = await deleted(wim);
    const restored = await restore(wim, kept!.id);
    expect(restored.id).not.toBe(page.id);
    expect(await wim.draft(restored.id)).toMatchObject({ title: "Next", body: "Two" });
    expect(await wim.begin(page.id)).toMatchObject({ title: "Stays", body: "One" });
  });

  test("is deleted permanently after 30 days", async () => {
    const [old, fresh] = [await wim.create({ title: "Old" }), await wim.create({ title: "Fresh" })];
    for (const { id } of [old, fresh]) await discard(wim, id);
    await sql`UPDATE articles SET deleted_at = now() - interval '31 days' WHERE id = ${old.id}`.execute(
      server.db,
    );
    expect(await sweepDeletedDrafts(server.db)).toBe(1);
    const left = (await deleted(wim)).map(({ id }) => id);
    expect([left.includes(old.id), left.includes(fresh.id)]).toEqual([false, true]);
    const { rows } = await sql`SELECT FROM documents WHERE subject_id = ${old.id}`.execute(server.db);
    expect(rows).toEqual([]);
  });
});

describe("departments that become one", () => {
  test("keep readers of pages when two departments are merged into one", async () => {
    const { Backend, DevOps } = departments as { Backend: string; DevOps: string };
    const top = await greta.write({ title: "DevOps only", departmentIds: [DevOps] });
    const below = await greta.write({ title: "Backend below", parentId: top.id, departmentIds: [Backend] });
    expect(await ola.refused(routes.getArticle, ola.of(below.id))).toBe("article_not_found");
    await greta.client.call(administrationRoutes.mergeDepartment, {
      params: { departmentId: Backend },
      body: { intoId: DevOps },
    });
    await server.felt();
    expect(await ola.open(top.id)).toMatchObject({ title: "DevOps only" });
    expect(await ola.open(below.id)).toMatchObject({ title: "Backend below" });
  });
});

describe("a page that was never published", () => {
  const drafts = async (who: Writer) =>
    (await who.client.call(routes.listArticles, { query: { state: "draft", limit: 200 } })).items.map(
      ({ id }) => id,
    );

  test("is visible only to its author until they share it, then to people who may write for its readers", async () => {
    const { id, isShared } = await wim.create({ title: "Not yet", departmentIds: [departments.DevOps!] });
    expect(isShared).toBe(false);
    const sockets = { vera: await server.connect(vera), greta: await server.connect(greta) };
    const params = { kind: "article", subjectId: id };
    await wim.client.call(routes.changeArticle, { ...wim.of(id), body: { revision: 1, category: "Sea" } });
    for (const other of [vera, greta]) {
      expect(await other.refused(routes.getArticle, other.of(id))).toBe("article_not_found");
      expect(await other.refused(routes.beginArticleDraft, { ...other.of(id), body: {} })).toBe(
        "article_not_found",
      );
      expect(await other.refused(documentRoutes.getDocument, { params })).toBe("subject_not_found");
      expect(await drafts(other)).not.toContain(id);
      expect((await other.tree()).map((node) => node.id)).not.toContain(id);
    }
    expect(await drafts(wim)).toContain(id);
    await wim.share(id);
    // The first that they hear of it is that it was shared.
    for (const socket of [sockets.vera, sockets.greta]) {
      expect(await socket.next("article.changed")).toMatchObject({ articleId: id });
      expect(socket.received.filter(({ name }) => name === "article.changed")).toHaveLength(1);
    }
    for (const other of [vera, greta]) {
      expect(await drafts(other)).toContain(id);
      expect(await other.begin(id)).toMatchObject({ isWriter: true });
    }
    expect(await ola.refused(routes.getArticle, ola.of(id))).toBe("article_not_found");
  });

  test("is shared by the request to approve it, and by its publication", async () => {
    const { id } = await wim.create({ title: "Ask first", departmentIds: [departments.DevOps!] });
    await wim.submit(id, dev.id);
    expect(await dev.open(id)).toMatchObject({ isShared: true });
    expect(await vera.open(id)).toMatchObject({ state: "review" });
    const published = await wim.write({ title: "At once", departmentIds: [departments.DevOps!] });
    expect(await vera.begin(published.id)).toMatchObject({ isWriter: true });
  });
});
