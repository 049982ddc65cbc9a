// @vitest-environment jsdom
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../../test/chat/real-server.ts";
import { openBrowser } from "../../../../../test/open-browser.tsx";
import { actOnPages, type BulkPage } from "./bulk-acts.ts";

let server: RealServer;
let ana: RealPerson;
let admin: RealPerson;
let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  ana = server.people[0]!;
  admin = server.admin;
});
afterAll(() => server.close());
afterEach(() => browser?.end());

const of = (articleId: string) => ({ params: { articleId } });
async function publish(title: string): Promise<BulkPage> {
  const id = uuidv7();
  await admin.call(routes.createArticle, { body: { id, kind: "article", title, body: "Words" } });
  await admin.call(routes.publishArticleDraft, { ...of(id), body: { version: 1 } });
  return { id, title };
}
const open = async ({ id }: BulkPage) => (await admin.call(routes.getArticle, of(id))).article;
const tree = async () =>
  (await admin.call(routes.getArticleTree, {})).nodes.map(({ title, parentId }) => ({ title, parentId }));

it("moves several pages below another one in their order, and undo puts each back in its place", async () => {
  const pages = [await publish("A"), await publish("B"), await publish("C"), await publish("D")];
  const before = await tree();
  browser = await openBrowser(server, admin);
  const target = pages[3]!;
  const outcome = await actOnPages(pages.slice(0, 2), { act: "move", parentId: target.id });
  expect(outcome.refused).toEqual([]);
  const below = (await tree()).filter(({ parentId }) => parentId === target.id);
  expect(below.map(({ title }) => title)).toEqual(["A", "B"]);
  expect((await outcome.undo()).refused).toEqual([]);
  expect(await tree()).toEqual(before);
});

it("archives the pages that the viewer governs, names the others, and undoes only what it did", async () => {
  const [own, foreign] = [await publish("Own"), await publish("Foreign")];
  const { revision } = await open(own);
  await admin.call(routes.changeArticle, { ...of(own.id), body: { ownerId: ana.id, revision } });
  browser = await openBrowser(server, ana);
  const outcome = await actOnPages([own, foreign], { act: "archive" });
  expect(outcome.done).toEqual([own]);
  expect(outcome.refused).toEqual([{ ...foreign, reason: expect.stringMatching(/.+/) }]);
  expect([(await open(own)).state, (await open(foreign)).state]).toEqual(["archived", "published"]);
  expect(await outcome.undo()).toEqual({ done: [own], refused: [] });
  expect((await open(own)).state).toBe("published");
});

it("changes owners and readers, and leaves pages that someone else has changed since", async () => {
  const pages = [await publish("One"), await publish("Two")];
  browser = await openBrowser(server, admin);
  const handed = await actOnPages(pages, { act: "set", set: { ownerId: ana.id } });
  expect((await open(pages[0]!)).owner.id).toBe(ana.id);
  await admin.call(routes.changeArticle, { ...of(pages[0]!.id), body: { category: "Else" } });
  await admin.call(routes.changeArticle, { ...of(pages[1]!.id), body: { ownerId: admin.id } });
  const undone = await handed.undo();
  expect(undone.done.map(({ title }) => title)).toEqual(["One"]);
  expect(undone.refused.map(({ title }) => title)).toEqual(["Two"]);
  expect(await open(pages[0]!)).toMatchObject({ owner: { id: admin.id }, category: "Else" });
  const { departments } = await admin.call(routes.getArticleAudience, {});
  const departmentIds = [departments[0]!.id];
  const narrowed = await actOnPages(pages, { act: "set", set: { departmentIds, roleIds: [] } });
  expect((await open(pages[0]!)).departments).toEqual([departments[0]]);
  await narrowed.undo();
  expect((await open(pages[0]!)).departments).toEqual([]);
});
