import { searchRoutes } from "@atoll/contract/search/routes";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, { Ana: {}, Ben: {} });
  await ana!.create({ title: "Can a customer go live during the payments freeze?" });
  await ana!.create({ title: "Load a price list during the freeze" });
  await ana!.create({ title: "Order new chairs for the harbour office" });
  await ben!.create({ title: "May Brightwater start in the freeze of payments?" });
});

const similar = async (who: Worker, text: string, kinds = "task") =>
  (await who.client.call(searchRoutes.findSimilar, { query: { text, kinds } })).items;
const titles = async (who: Worker, text: string) => (await similar(who, text)).map(({ title }) => title.text);

test("ranks the most similar first, highlights common words, and leaves out things with only one in common", async () => {
  const hits = await similar(ana!, "Can a customer start in the payment freeze");
  expect(hits[0]?.title.text).toBe("Can a customer go live during the payments freeze?");
  const { text, marks } = hits[0]!.title;
  expect(marks.map(([from, to]) => text.slice(from, to))).toContain("freeze");
  expect(hits.map(({ title }) => title.text)).not.toContain("Order new chairs for the harbour office");
});

test("finds nothing by words that every text contains, unless there are no others", async () => {
  expect(await titles(ana!, "Where is the canteen during the summer")).toEqual([]);
  expect(await titles(ana!, "during the")).toContain("Load a price list during the freeze");
});

test("finds a misspelt word, and one that is still being typed", async () => {
  expect(await titles(ana!, "harbour chiars ")).toEqual(["Order new chairs for the harbour office"]);
  expect(await titles(ana!, "price list fre")).toContain("Load a price list during the freeze");
});

test("does not show things that the viewer may not read, nor let them affect the results", async () => {
  expect(await titles(ben!, "payments freeze")).toEqual(["May Brightwater start in the freeze of payments?"]);
  const before = await similar(ana!, "payments freeze customer");
  await ben!.create({ title: "Payments freeze customer" });
  expect(await similar(ana!, "payments freeze customer")).toEqual(before);
});

test("returns nothing for text without words and for kinds that were not requested", async () => {
  expect(await titles(ana!, "?!")).toEqual([]);
  expect(await similar(ana!, "payments freeze", "announcement")).toEqual([]);
});
