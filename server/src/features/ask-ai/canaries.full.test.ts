import { chatRoutes } from "@atoll/contract/chat/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAnnouncer, idsByName } from "../../../test/announcers.ts";
import { askQuestion, openAnswer, setUpModel } from "../../../test/ask-ai.ts";
import { createChannel, testPassword } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import { startTestServer } from "../../../test/harness.ts";
import { startModelServer, type TestModelServer } from "../../../test/model-server.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

/** Questions of each of the ten people. `ATOLL_CANARY_ROUNDS=200` asks 2,000. */
const rounds = Number(process.env.ATOLL_CANARY_ROUNDS ?? 3);
/** A server lets one person ask 30 questions a minute: more rounds are asked at servers started for them. */
const roundsPerServer = 25;
const people = 10;

const server = serverForFile();
let model: TestModelServer;
let workers: Worker[];
/** Texts that must reach nobody else, with the places in `workers` of their readers. */
const canaries: { secret: string; readers: Set<number> }[] = [];

/** A random word that no question holds. */
const newSecret = () => `zq${Math.random().toString(36).slice(2, 12)}`;
const themes = ["harbour contract", "crane inspection", "salary letter", "vault code", "merger plan"];

beforeAll(async () => {
  model = await startModelServer("ollama");
  // It repeats whatever it is given: what is in a prompt is in its answer.
  model.answer = ({ user }) => user.replaceAll(/[[\]]/g, " ");
  workers = await createWorkers(
    server,
    Object.fromEntries(
      Array.from({ length: people }, (_, index) => [
        `Person ${index}`,
        { departments: [index % 2 === 0 ? "Backend" : "Marketing"] },
      ]),
    ),
  );
  const greta = await createAnnouncer(server, "Greta Holm", { roles: ["admin"] });
  const departments = await idsByName(server.db, "departments");
  for (const [index, worker] of workers.entries()) {
    const neighbour = (index + 1) % people;
    const members = [worker.user, workers[neighbour]!.user];
    const channel = await createChannel(server.db, { name: `ring-${index}`, members });
    for (const theme of themes) {
      const secret = newSecret();
      canaries.push({ secret, readers: new Set([index, neighbour]) });
      const body = { id: uuidv7(), content: `About the ${theme} of person ${index}: ${secret}` };
      await worker.client.call(chatRoutes.postMessage, { params: { channelId: channel.id }, body });
    }
  }
  for (const [name, first] of [
    ["Backend", 0],
    ["Marketing", 1],
  ] as const)
    for (const theme of themes) {
      const secret = newSecret();
      const readers = Array.from({ length: people / 2 }, (_, index) => first + 2 * index);
      canaries.push({ secret, readers: new Set(readers) });
      const content = `The ${theme} for ${name} says ${secret}`;
      await greta.announce({ title: `The ${theme}`, content, departmentIds: [departments[name]!] });
    }
  await setUpModel(greta.client, model, { personDailyAnswers: 1000, companyDailyAnswers: 100_000 });
});
afterAll(() => model.close());

test("no prompt and no answer holds a text that its asker may not read", async () => {
  for (let from = 0; from < rounds; from += roundsPerServer) {
    const node = await startTestServer({ databaseUrl: server.databaseUrl });
    try {
      await Promise.all(workers.map((_worker, index) => askMany(node, index, from)));
    } finally {
      await node.close();
    }
  }
  // The passages that each may read are found, or nothing was proved.
  expect(model.asked.length).toBe(people * rounds);
  expect(model.asked.filter(({ user }) => user.includes("zq")).length).toBeGreaterThan(people);
});

async function askMany(node: Awaited<ReturnType<typeof startTestServer>>, index: number, from: number) {
  const { client, session } = await node.signIn({ ...workers[index]!.user, password: testPassword });
  const foreign = canaries.filter(({ readers }) => !readers.has(index)).map(({ secret }) => secret);
  for (let round = from; round < Math.min(rounds, from + roundsPerServer); round += 1) {
    const theme = themes[(round + index) % themes.length]!;
    const mark = `asked${index}x${round}x`;
    const question = `What is in the ${theme} of person ${(index + round) % people}? ${mark}`;
    const asked = await askQuestion(client, question);
    const stream = await openAnswer(node, session.accessToken, asked);
    const written = await stream.rest();
    const prompt = model.asked.find(({ user }) => user.includes(mark));
    // A question that never reached the model would prove nothing: its turn says why.
    expect(prompt, JSON.stringify({ question, passages: asked.turn.passages.length, written })).toBeDefined();
    const seen = JSON.stringify([asked, written, prompt]);
    expect(foreign.filter((secret) => seen.includes(secret))).toEqual([]);
  }
}
