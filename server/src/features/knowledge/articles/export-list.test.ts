import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { beforeAll, expect, test } from "vitest";
import { idsByName } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWriter, type Writer } from "../../../../test/knowledge.ts";
import { readCsv } from "../../../../test/read-csv.ts";

const server = sharedServer();
let wim: Writer;
let ola: Writer;

beforeAll(async () => {
  await createRole(server.db, { name: "writer", permissions: ["knowledge:write"] });
  wim = await createWriter(server, "Wim", { roles: ["user", "writer"], departments: ["DevOps"] });
  ola = await createWriter(server, "Ola", { roles: ["user"], departments: ["Backend"] });
});

test("a CSV file has the pages of the list that the viewer may read, one part at a time", async () => {
  const departments = await idsByName(server.db, "departments");
  const formula = await wim.write({ title: "=HYPERLINK(1)", category: "Tools, keys" });
  await wim.write({ title: "Runbook", departmentIds: [departments.DevOps!] });
  await wim.create({ title: "Not published" });
  await ola.client.call(routes.markArticleRead, ola.of(formula.id));
  const exported = (who: Writer) =>
    readCsv((cursor) => who.client.call(routes.exportArticleList, { query: { limit: 1, cursor } }));
  const { text, rows } = await exported(ola);
  expect(text.startsWith("\uFEFFid,title,section,category,state")).toBe(true);
  expect(rows).toMatchObject([
    {
      id: formula.id,
      title: "'=HYPERLINK(1)",
      section: "Articles",
      category: "Tools, keys",
      state: "published",
      owner: "Wim",
      "verified by": "Wim",
      "review due": formula.reviewAt,
      "views in 31 days": "1",
    },
  ]);
  const own = await exported(wim);
  expect(own.rows.map(({ title, departments }) => [title, departments])).toEqual([
    ["'=HYPERLINK(1)", ""],
    ["Runbook", "DevOps"],
  ]);
});
