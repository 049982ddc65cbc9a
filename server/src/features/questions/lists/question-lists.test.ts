import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { questionRoutes } from "@atoll/contract/questions/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { type Asker, createAsker } from "../../../../test/questions.ts";
import { readCsv } from "../../../../test/read-csv.ts";

const server = sharedServer();
let ana: Asker;
let otis: Asker;
let backendId: string;

beforeAll(async () => {
  ana = await createAsker(server, "Ana Reef", { departments: ["Backend"] });
  otis = await createAsker(server, "Otis Wall", { departments: ["Marketing"] });
  const row = await server.db.selectFrom("departments").select("id").where("name", "=", "Backend").execute();
  backendId = row[0]!.id;
});

const exported = (who: Asker, tag: string) =>
  readCsv((cursor) =>
    who.client.call(questionRoutes.exportQuestions, { query: { tag, order: "oldest", limit: 1, cursor } }),
  );

describe("a CSV file of questions", () => {
  test("has the questions of the list that the viewer may read, without the names of anonymous authors", async () => {
    const open = await ana.ask({ title: "=HYPERLINK(1)", content: "Line one\nline two", tags: ["csv"] });
    await ana.ask({ title: "A secret", departmentId: backendId, isPrivate: true, tags: ["csv"] });
    await ana.ask({ title: "Whose is this?", isAnonymous: true, tags: ["csv"] });
    await ana.ask({ title: "Another tag", tags: ["other"] });
    const answer = await otis.answer(open.id);
    await ana.accept(open.id, answer.id);
    const { text, rows } = await exported(otis, "csv");
    expect(text.startsWith("\uFEFFid,question,details,asked by")).toBe(true);
    expect(rows).toMatchObject([
      {
        question: "'=HYPERLINK(1)",
        details: "Line one\nline two",
        "asked by": "Ana Reef",
        answers: "1",
        "accepted answer by": "Otis Wall",
      },
      { question: "Whose is this?", "asked by": "Anonymous", answers: "0" },
    ]);
    const own = await exported(ana, "csv");
    expect(own.rows.map((row) => [row.question, row["asked by"]])).toEqual([
      ["'=HYPERLINK(1)", "Ana Reef"],
      ["A secret", "Ana Reef"],
      ["Whose is this?", "Anonymous"],
    ]);
  });
});

describe("the dashboard card", () => {
  test("has the unanswered questions that the viewer may read, oldest first, and their number", async () => {
    await sql`DELETE FROM questions`.execute(server.db);
    const [first, secret, second] = [
      await ana.ask({ title: "The first" }),
      await ana.ask({ title: "The secret", departmentId: backendId, isPrivate: true }),
      await ana.ask({ title: "The second" }),
    ];
    const answered = await ana.ask({ title: "An answered one" });
    await otis.answer(answered.id);
    expect(await cardOf(otis)).toEqual({ ids: [first.id, second.id], unanswered: 2 });
    expect(await cardOf(ana)).toEqual({ ids: [first.id, secret.id, second.id], unanswered: 3 });
    expect(await cardOf(ana, { departmentId: backendId })).toEqual({ ids: [secret.id], unanswered: 1 });
  });

  async function cardOf(who: Asker, options: { departmentId?: string } = {}) {
    const { layout } = await who.client.call(dashboardRoutes.getDashboard, {});
    const id = uuidv7();
    const card = { id, type: "questions" as const, title: "", options, x: 0, y: 20, w: 4, h: 3 };
    await who.client.call(dashboardRoutes.arrangeDashboard, {
      body: { cards: [card], phoneOrder: [], version: layout.version },
    });
    const { contents } = await who.client.call(dashboardRoutes.getDashboard, {});
    const content = contents.find(({ cardId }) => cardId === id)?.content;
    if (content?.type !== "questions") throw new Error("the card has no questions");
    return { ids: content.questions.map((question) => question.id), unanswered: content.unanswered };
  }
});
