import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { searchWordRoutes } from "@atoll/contract/search/word-routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { askQuestion } from "../../../test/ask-ai.ts";
import { codeOf } from "../../../test/chatter.ts";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createArticleRow } from "../../../test/knowledge.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

const server = sharedServer();
let ana: Worker;
let greta: Announcer;
let dock: { id: string };

beforeAll(async () => {
  [ana] = (await createWorkers(server, { "Ana Reef": { departments: ["Backend"] } })) as [Worker];
  greta = await createAnnouncer(server, "Greta Holm", { roles: ["admin"] });
  dock = await createChannel(server.db, { name: "dock", members: [ana.user] });
  await post("Everybody has 25 days of holiday a year");
  await post("The tug costs 42,000 euros");
  await post("船の検査は月曜日です");
  await post("年假有二十五天");
  await post("The invoice of the yard is 1284.01");
  const id = await post("Who has the winch handle?");
  await post("It hangs behind the door", id);
});

async function post(content: string, parentId?: string): Promise<string> {
  const body = { id: uuidv7(), content, ...(parentId && { parentId }) };
  await ana.client.call(chatRoutes.postMessage, { params: { channelId: dock.id }, body });
  return body.id;
}
const firstOf = async (question: string) => {
  const { turn } = await askQuestion(ana.client, question);
  return turn.passages[0]?.text.text;
};

test.each([
  ["How much vacation do I get?", "25 days of holiday"],
  ["Wie viel Urlaub habe ich?", "25 days of holiday"],
  ["What costs 42000 euros?", "The tug"],
  ["What costs 42.000 euros?", "The tug"],
  ["検査はいつですか", "月曜日"],
  ["年假有几天？", "二十五天"],
  ["Which invoice is 1,284.01?", "invoice of the yard"],
  ["Which invoice is 1284,01?", "invoice of the yard"],
  ["Where is the winch handle?", "It hangs behind the door"],
])("finds the answer to a question in other words, digits or letters: %s", async (question, answer) => {
  expect(await firstOf(question)).toContain(answer);
});

test("puts the page that is about the subject before a newer one whose longer title mentions it", async () => {
  const create = (title: string, body: string) => createArticleRow(server.db, greta.id, { title, body });
  const windlass = await create("Windlass", "It is greased with tallow.");
  await create("Windlass and capstan parts of the whole fleet", "Tallow is kept in the windlass store.");
  const { turn } = await askQuestion(ana.client, "With what tallow is the windlass greased?");
  expect(turn.passages[0]?.id).toBe(windlass);
  const { turn: shorter } = await askQuestion(ana.client, "Which tallow has the windlass?");
  expect(shorter.passages[0]?.id).toBe(windlass);
});

test("does not search for the words that only form a question", async () => {
  await post("You get how much you want next: many may, none must");
  await post("A sextant is lent for a week");
  expect(await firstOf("How long may I get the sextant, and must I want it next?")).toContain(
    "A sextant is lent",
  );
});

test("quotes a procedure by the step that answers, and opens there", async () => {
  const body = [
    "Before you begin, read the plan.",
    ":::step{#one}\nLower the fenders\n\nThree on each side.\n:::",
    ":::step{#two}\nTie the hawser\n\n:::note\nThe cleat is amidships.\n:::\n\nTwice around.\n:::",
  ].join("\n\n");
  const id = await createArticleRow(server.db, greta.id, { kind: "sop", title: "Mooring the barge", body });
  const { turn } = await askQuestion(ana.client, "Where is the cleat for the hawser of the barge?");
  const [first] = turn.passages;
  expect(first).toMatchObject({ id, detail: { section: "Tie the hawser" } });
  expect(first?.link).toMatch(/#step-two$/);
  // The other steps follow: a question may need the whole procedure.
  expect(first?.text.text).toMatch(
    /^Tie the hawser\s+The cleat is amidships.*Twice around.*Three on each side/s,
  );
});

test("uses the company's own words, in the search too, and only administrators edit them", async () => {
  await post("The bollard is painted in June");
  const search = async () => {
    const { items } = await ana.client.call(searchRoutes.searchEverywhere, {
      query: { query: "mooringpost" },
    });
    return items.map(({ text }) => text.text);
  };
  expect(await search()).toEqual([]);
  const { version } = await greta.client.call(searchWordRoutes.getWordGroups, {});
  const body = { groups: [["mooringpost", "bollard"]], version };
  expect(await codeOf(ana.client.refused(searchWordRoutes.setWordGroups, { body }))).toBe("forbidden");
  await greta.client.call(searchWordRoutes.setWordGroups, { body });
  expect(await codeOf(greta.client.refused(searchWordRoutes.setWordGroups, { body }))).toBe(
    "changed_meanwhile",
  );
  expect(await search()).toEqual([expect.stringContaining("bollard")]);
  expect(await firstOf("When is the mooringpost painted?")).toContain("June");
});
