import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { searchWordRoutes } from "@atoll/contract/search/word-routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { askQuestion } from "../../../test/ask-ai.ts";
import { codeOf } from "../../../test/chatter.ts";
import { createChannel } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

const server = serverForFile();
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
  ["Where is the winch handle?", "It hangs behind the door"],
])("finds the answer to a question in other words, digits or letters: %s", async (question, answer) => {
  expect(await firstOf(question)).toContain(answer);
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
