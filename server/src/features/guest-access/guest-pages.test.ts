import { commentRoutes } from "@atoll/contract/comments/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { guestAccessRoutes as routes } from "@atoll/contract/guest-access/routes";
import { articleLink } from "@atoll/contract/knowledge/links";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Chatter, codeOf } from "../../../test/chatter.ts";
import { commenterOf } from "../../../test/commenter.ts";
import { createRole } from "../../../test/factories.ts";
import { enterGuest } from "../../../test/guests.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { createWriter, type Writer } from "../../../test/knowledge.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { upload } from "../../../test/upload.ts";

let nodes: TestNodes;
/** Writes pages and invites guests. */
let host: Writer;
let guest: Chatter;

beforeAll(async () => {
  nodes = await startTestNodes();
  await createRole(nodes[0].db, { name: "hosts", permissions: ["guests:invite", "knowledge:write"] });
  host = await createWriter(nodes[0], "Hanna Host", { roles: ["user", "hosts"] });
});
afterAll(() => nodes.close());
beforeEach(async () => {
  guest = await enterGuest(nodes[0], "Gus", host.id);
});

const ofGuest = (page: { id: string }) => ({
  params: { kind: "article" as const, subjectId: page.id, guestId: guest.id },
});
const invite = (page: { id: string }, mayComment = false) =>
  host.client.call(routes.inviteGuestToThing, { ...ofGuest(page), body: { mayComment } });
const remove = (page: { id: string }) => host.client.call(routes.removeGuestFromThing, ofGuest(page));
const open = async ({ id: articleId }: { id: string }) =>
  (await guest.client.call(routes.getGuestArticle, { params: { articleId } })).article;
const refusedOpen = ({ id: articleId }: { id: string }) =>
  codeOf(guest.client.refused(routes.getGuestArticle, { params: { articleId } }));
const subject = (page: { id: string }) => ({ kind: "article", id: page.id });
const listed = async () => (await guest.client.call(routes.listGuestArticles, { query: {} })).items;
const inbox = async () => {
  await everybodyNotified(nodes[0].db);
  return (await guest.client.call(notificationRoutes.listNotifications, { query: {} })).items;
};

test("a guest reads the published text of a page, and no page above or below it", async () => {
  const above = await host.write({ title: "Canary above" });
  const body = [
    `Open words, and [Canary name](article:${above.id}), [Canary \\[2026\\]](article:${above.id})`,
    `[Canary](<article:${above.id}>), **[Canary](task:${above.id})** and [${"Canary ".repeat(60)}](task:${above.id}).`,
    `![Canary](article:${above.id})`,
  ].join("\n\n");
  const page = await host.write({ title: "For guests", body, parentId: above.id });
  const below = await host.write({ title: "Canary below", parentId: page.id });
  await invite(page);
  const draft = await host.begin(page.id);
  await host.save(draft, { body: "Canary draft" });
  const text = JSON.stringify([await open(page), await listed(), await inbox()]);
  expect(text).toContain(`Open words, and [article](article:${above.id}), [article]`);
  expect(text).toContain("Hanna Host shared “For guests” with you");
  for (const secret of ["Canary", below.id]) expect(text).not.toContain(secret);
  for (const { id } of [above, below]) expect(await refusedOpen({ id })).toBe("article_not_found");
  const params = { articleId: page.id };
  expect(await codeOf(guest.client.refused(knowledgeRoutes.getArticle, { params }))).toBe("route_not_found");
  expect((await guest.client.call(routes.listGuestKinds, {})).kinds).toEqual(["article"]);
});

test("a guest reads no page that is open to everybody in the company, and none of its comments", async () => {
  const page = await host.write({ title: "Canary for all" });
  const comment = await commenterOf(host).comment(subject(page), "Canary words");
  expect(await refusedOpen(page)).toBe("article_not_found");
  expect(await commenterOf(guest).refused.list(subject(page))).toBe("subject_not_found");
  expect(await commenterOf(guest).refused.comment(subject(page), "Hello")).toBe("subject_not_found");
  expect(await commenterOf(guest).refused.edit(comment, "Mine")).toBe("comment_not_found");
  const socket = await nodes[0].connect(guest);
  const { subjects } = await socket.command("comments.watch", {
    subjects: [subject(page), { kind: "article-draft", id: page.id }],
  });
  expect(subjects).toEqual([]);
});

test("a guest comments on a page only if they may, and is mentioned only while they read it", async () => {
  const page = await host.write();
  await invite(page);
  expect(await commenterOf(guest).refused.comment(subject(page), "Hello")).toBe("forbidden");
  await invite(page, true);
  expect((await commenterOf(guest).comment(subject(page), "Hello")).author).toMatchObject({ isGuest: true });
  const call = { content: `@${guest.name} thanks`, mentionIds: [guest.id] };
  const { mentions } = await commenterOf(host).comment(subject(page), call.content, call);
  expect(mentions.map(({ id }) => id)).toEqual([guest.id]);
  expect((await inbox()).map(({ kind }) => kind)).toEqual(["knowledge.mention", "guest-access.given"]);
  await remove(page);
  expect(await inbox()).toEqual([]);
  const late = await commenterOf(host).comment(subject(page), `${call.content} again`, {
    mentionIds: [guest.id],
  });
  expect(late.mentions).toEqual([]);
});

test("a guest loses a page that is removed, archived or not published", async () => {
  const page = await host.write();
  const socket = await nodes[1].connect(guest);
  await invite(page);
  expect(await socket.next("guest-thing.changed")).toMatchObject({ subjectId: page.id, isOver: false });
  await host.archive(page.id);
  expect(await socket.next("guest-thing.changed")).toEqual({
    ...{ kind: "article", subjectId: page.id },
    isOver: true,
  });
  expect(await refusedOpen(page)).toBe("article_not_found");
  expect(await listed()).toEqual([]);
  const draft = await host.create({ title: "Canary draft" });
  await invite(draft);
  expect(await refusedOpen(draft)).toBe("article_not_found");
  expect(JSON.stringify(await inbox())).not.toContain("Canary");
  const links = { body: { ids: [uuidv7()] } };
  expect((await guest.client.call(fileRoutes.createAttachmentLinks, links)).links).toEqual([]);
});

test("a guest hears nothing of the draft of a page, nor of pages that are drafts", async () => {
  const [page, later] = [await host.write(), await host.write()];
  const socket = await nodes[1].connect(guest);
  await invite(page);
  expect((await socket.next("guest-thing.changed")).subjectId).toBe(page.id);
  await host.save(await host.begin(page.id), { body: "Canary draft" });
  await invite(await host.create({ title: "Canary" }));
  await invite(later);
  expect((await socket.next("guest-thing.changed")).subjectId).toBe(later.id);
});

test("a guest reads, hears and writes nothing in threads on words, and is not mentioned there", async () => {
  const page = await host.write();
  await invite(page, true);
  const socket = await nodes[1].connect(guest);
  await socket.command("comments.watch", { subjects: [subject(page)] });
  const words = { quote: "Canary words", prefix: "", suffix: "" };
  const id = uuidv7();
  const file = await upload(nodes[0], host, { kind: "comment", name: "plan.txt", content: "canary" });
  const { mentions } = await commenterOf(host).comment(subject(page), `Canary @${guest.name}`, {
    attachmentIds: [file.id],
    mentionIds: [guest.id],
    thread: { id, words },
  });
  expect(mentions).toEqual([]);
  const params = { kind: "article", subjectId: page.id };
  const refused = guest.client.refused(commentRoutes.listCommentThreads, { params, query: {} });
  expect(await codeOf(refused)).toBe("subject_not_found");
  const links = await guest.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [file.id] } });
  expect(links.links).toEqual([]);
  const answer = commenterOf(guest).refused.comment(subject(page), "Hello", { thread: { id } });
  expect(await answer).toBe("comment_thread_not_found");
  await commenterOf(host).comment(subject(page), "Open words");
  expect((await socket.next("comment.posted")).comment.content).toBe("Open words");
  expect(JSON.stringify(await inbox())).not.toContain("Canary");
});

test("only people who decide about the readers of a page invite guests to it, and to no answer of the FAQ", async () => {
  const writer = await createWriter(nodes[0], "Wil Writer", { roles: ["user", "hosts"] });
  const page = await host.write();
  const call = { ...ofGuest(page), body: { mayComment: true } };
  expect(await codeOf(writer.client.refused(routes.inviteGuestToThing, call))).toBe("forbidden");
  const answer = await host.write({ kind: "faq" });
  const ofAnswer = { ...ofGuest(answer), body: { mayComment: true } };
  expect(await codeOf(host.client.refused(routes.inviteGuestToThing, ofAnswer))).toBe("forbidden");
});

test("a guest loses a page that fewer people read than before, and their inviter is notified", async () => {
  const [page, open2] = [await host.write({ title: "Narrowed" }), await host.write({ title: "As before" })];
  const { id: departmentId } = await nodes[0].db
    .selectFrom("departments")
    .select("id")
    .orderBy("name")
    .limit(1)
    .executeTakeFirstOrThrow();
  await invite(page);
  await invite(open2);
  await host.change(page.id, { departmentIds: [departmentId] });
  expect(await refusedOpen(page)).toBe("article_not_found");
  expect((await listed()).map(({ id }) => id)).toEqual([open2.id]);
  await everybodyNotified(nodes[0].db);
  const { items } = await host.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items.map(({ kind, title, link }) => [kind, title, link])).toContainEqual([
    "guest-access.ended",
    "Guests that you invited to a page lost access: other people read it now",
    articleLink(page),
  ]);
  // More readers than before end nothing, also where there were none.
  await invite(page);
  await host.change(page.id, { departmentIds: [] });
  expect((await open(page)).title).toBe("Narrowed");
  const show = (ids: string[]) =>
    sql`UPDATE articles SET shown_department_ids = ${ids}::uuid[] WHERE id = ${page.id}`.execute(nodes[0].db);
  await show(["00000000-0000-0000-0000-000000000000"]);
  expect(await refusedOpen(page)).toBe("article_not_found");
  await invite(page);
  await show([departmentId]);
  expect((await open(page)).title).toBe("Narrowed");
});
