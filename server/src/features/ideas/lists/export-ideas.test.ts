import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import { beforeAll, expect, test } from "vitest";
import { idsByName } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createThinker, type Thinker } from "../../../../test/ideas.ts";
import { readCsv } from "../../../../test/read-csv.ts";

const server = sharedServer();
let [ines, dev]: Thinker[] = [];
let departments: Record<string, string>;

beforeAll(async () => {
  await createRole(server.db, { name: "product", permissions: ["ideas:manage"] });
  ines = await createThinker(server, "Ines", { roles: ["user"], departments: ["Marketing"] });
  dev = await createThinker(server, "Dev", { roles: ["product"], departments: ["DevOps"] });
  departments = await idsByName(server.db, "departments");
});

test("a CSV file has the ideas of the list that the viewer may read, without the names of anonymous authors", async () => {
  const fields = { tags: ["csv"] };
  const open = await ines!.post({ ...fields, title: "@SUM(A1)", text: 'Because, of "this"\nand that' });
  await ines!.post({ ...fields, title: "A secret", audienceIds: [departments.Marketing ?? ""] });
  const unnamed = await ines!.post({ ...fields, title: "From nobody", isAnonymous: true });
  await dev!.vote(open.id);
  await dev!.decide(open, "planned", "In spring.");
  const exported = (who: Thinker) =>
    readCsv((cursor) =>
      who.client.call(routes.exportIdeas, { query: { tag: "csv", order: "newest", limit: 1, cursor } }),
    );
  const { text, rows } = await exported(dev!);
  expect(text.startsWith("\uFEFFid,idea,why it matters,status")).toBe(true);
  expect(rows).toMatchObject([
    { id: unnamed.id, "posted by": "Anonymous", votes: "0", "visible to": "everyone" },
    {
      idea: "'@SUM(A1)",
      "why it matters": 'Because, of "this"\nand that',
      status: "planned",
      "posted by": "Ines",
      votes: "1",
      "official reply": "In spring.",
      "reply by": "Dev",
    },
  ]);
  const own = (await exported(ines!)).rows;
  expect(own.map((row) => [row.idea, row["posted by"], row["visible to"]])).toEqual([
    ["From nobody", "Anonymous", "everyone"],
    ["A secret", "Ines", "Marketing"],
    ["'@SUM(A1)", "Ines", "everyone"],
  ]);
});
