import { chatRoutes } from "@atoll/contract/chat/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../test/harness.ts";
import { migrateBefore } from "../../../test/migrate-before.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { createLog } from "../../platform/log/log.ts";
import type { Tables } from "../../tables.ts";

// Older clusters, and provided databases, only know English letters. Search must find the same in them.
describe.each(["C", "C.UTF-8"])("in a database with the locale %s", (locale) => {
  let database: TestDatabase;
  let server: TestServer;
  let ana: Worker;
  let channelId: string;
  beforeAll(async () => {
    database = await createTestDatabase({ locale, migrated: false });
    // An account from before search existed has such letters in its name.
    await migrateBefore(database.url, 84);
    const { db } = openDatabase<Tables>({
      url: database.url,
      log: createLog("silent"),
      preparedStatements: true,
    });
    await createPerson(db, { name: "ПЁТР Вяземский" });
    await db.destroy();
    await migrate(database.url);
    server = await startTestServer({ databaseUrl: database.url });
    ana = (await createWorkers(server, { "Ana Reef": {}, "Элина Øst": {} }))[0]!;
    channelId = (await createChannel(server.db, { name: "Ärger-Büro", members: [ana.user] })).id;
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  const search = (query: string) =>
    ana.client.call(searchRoutes.searchEverywhere, { query: { query, kind: "task" } });

  test("any script, any case and any part of a word is found, and a misspelling corrected", async () => {
    const { rows } = await sql<{ type: string; similar: number }>`
      SELECT datctype AS type, similarity('회의록', '회의록') AS similar FROM pg_database WHERE datname = current_database()`.execute(
      server.db,
    );
    expect(rows).toEqual([{ type: locale, similar: locale === "C" ? 0 : 1 }]);
    for (const [title, query, part, misspelt, meant] of [
      ["내일 회의록을 정리한다", "회의록", "의록", "회으록을", "회의록을"],
      ["Новый Причал ПОСТРОЕН", "причал", "ричА", "прилач", "причал"],
      ["Ещё Ёлка", "елка", "лк", "ёлак", "елка"],
      ["Grüße aus Überlingen", "UBERLINGEN", "berlin", "uberlnigen", "uberlingen"],
      ["東京出張の件", "東京", "出張", undefined, undefined],
      ["Ο Φάρος", "ΦΑΡΟΣ", "αρο", "φαρωσ", "φαροσ"],
    ] as const) {
      await ana.create({ title });
      for (const asked of [query, part]) {
        const hit = (await search(asked)).items.find((one) => one.title.text === title);
        expect(hit?.title.marks, asked).not.toEqual([]);
        expect(hit, asked).toBeDefined();
      }
      if (!misspelt) continue;
      const { items, didYouMean } = await search(misspelt);
      expect([items, didYouMean], misspelt).toEqual([[], { query: meant, count: 1, isMore: false }]);
    }
  });

  test("vowel signs, and the forms of apostrophes, quotation marks and hyphens, are all the same", async () => {
    for (const [title, ...queries] of [
      ["The driver’s log", "driver's", "driver’s", '"driver\'s log"'],
      ["A captain's hat", "captain’s", "captain's"],
      ["مَدْرَسَةُ الغَوْص", "مدرسة", "مَدْرَسَة", "الغوص"],
      ["كتب جديدة", "كُتُب", "كـتـب"],
      ["שָׁלוֹם לכם", "שלום"],
      ["A follow‑up list", "follow-up"],
    ] as const) {
      await ana.create({ title });
      for (const asked of queries) {
        const hit = (await search(asked)).items.find((one) => one.title.text === title);
        expect(hit?.title.marks, `${asked} in ${title}`).not.toEqual(undefined);
        expect(hit?.title.marks, `${asked} in ${title}`).not.toEqual([]);
      }
    }
  });

  test("messages, people and chats are found in their own searches", async () => {
    const content = "ПАРОМ ушёл в Ørsted";
    const body = { id: uuidv7(), content };
    await ana.client.call(chatRoutes.postMessage, { params: { channelId }, body });
    for (const query of ["паром", "аро", "ØRSTED"]) {
      const { items } = await ana.client.call(chatRoutes.searchMessages, { query: { query } });
      expect(
        items.map((hit) => hit.message.content),
        query,
      ).toEqual([content]);
    }
    expect(
      (await ana.client.call(searchRoutes.searchEverywhere, { query: { query: "пётр" } })).total.count,
    ).toBe(1);
    const earlier = await ana.client.call(peopleRoutes.searchPeople, { query: { name: "пётр" } });
    expect(earlier.people).toHaveLength(1);
    const { people } = await ana.client.call(peopleRoutes.searchPeople, { query: { name: "ЭЛИНА ost" } });
    expect(people.map(({ name }) => name)).toEqual(["Элина Øst"]);
    for (const query of ["элина", "ÄRGER", "buro"])
      expect(
        (await ana.client.call(searchRoutes.suggestHits, { query: { query } })).items,
        query,
      ).toHaveLength(1);
  });
});
