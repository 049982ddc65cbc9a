import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test, vi } from "vitest";
import { createClient } from "../../../test/client.ts";
import { testPassword } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { startTestServer } from "../../../test/harness.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, { "Ana Reef": {}, "Ben Sand": {} });
  await ana!.create({ title: "Caulk the hull" });
});

const search = (query: string, who: Pick<Worker, "client"> = ana!) =>
  who.client.call(searchRoutes.searchEverywhere, { query: { query } });
const refused = async (query: string, who = ana!) => {
  const { status, body } = await who.client.refused(searchRoutes.searchEverywhere, { query: { query } });
  return `${status} ${body.error.code}`;
};

/** Makes every search wait until the returned function is called. */
async function holdIndex(): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = server.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE search_entries IN ACCESS EXCLUSIVE MODE`.execute(tx);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await holding;
  };
}

async function areWaiting(count: number): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { rows } = await sql`SELECT FROM pg_locks
        WHERE relation = 'search_entries'::regclass AND NOT granted`.execute(server.db);
      return rows.length === count;
    },
    { interval: 20 },
  );
}

test("a newer query of a person cancels the previous one with an error", async () => {
  const release = await holdIndex();
  const older = refused("caulk");
  await areWaiting(1);
  const newer = search("hull");
  expect(await older).toBe("409 search_superseded");
  await release();
  expect((await newer).items.map(({ title }) => title.text)).toEqual(["Caulk the hull"]);
});

test("searches of a program wait for each other, and cancel none of its person's", async () => {
  const { token } = await ana!.client.call(personalTokenRoutes.createToken, {
    body: {
      ...{ id: uuidv7(), name: "Editor", scopes: ["search:read" as const], days: 1 },
      currentPassword: testPassword,
    },
  });
  const program = { client: createClient(server.url, token) };
  const release = await holdIndex();
  const answers = [search("hull"), search("caulk", program), search("hull", program)];
  // One of the person and one of the program.
  await areWaiting(2);
  await release();
  for (const { items } of await Promise.all(answers))
    expect(items.map(({ title }) => title.text)).toEqual(["Caulk the hull"]);
});

test("cancels a search that takes too long with an error, and leaves nothing running", async () => {
  const hasty = await startTestServer({ databaseUrl: server.databaseUrl, patience: { searchMs: 500 } });
  const release = await holdIndex();
  const outcomes = await Promise.all(
    [ana!, ben!].map(({ session }) =>
      createClient(hasty.url, session.accessToken).refused(searchRoutes.searchEverywhere, {
        query: { query: "caulk" },
      }),
    ),
  );
  expect(outcomes.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual([
    "503 search_too_slow",
    "503 search_too_slow",
  ]);
  // The index is still locked, and no search waits for it any more.
  await areWaiting(0);
  await release();
  await hasty.close();
  expect((await search("caulk")).total.count).toBe(1);
  expect((await search("caulk", ben)).total.count).toBe(0);
});
