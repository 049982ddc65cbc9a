import { cardRoutes } from "@atoll/contract/cards/routes";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { sql } from "kysely";
import mammoth from "mammoth";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { sharedServer } from "../../../../test/for-file.ts";
import { createArticleRow, createWriter, type Writer } from "../../../../test/knowledge.ts";
import { readMarkdown, writeMarkdown } from "../../documents/text/markdown.ts";

const server = sharedServer();
let [greta, ola, bo]: Writer[] = [];
let section: { id: string; name: string };
const query = "view=table stages=new%2Cwon is.risk%5Flevel=high";

beforeAll(async () => {
  greta = await createWriter(server, "Greta", { roles: ["admin"], departments: ["Backend"] });
  ola = await createWriter(server, "Ola", { departments: ["Backend"] });
  bo = await createWriter(server, "Bo", { departments: ["Marketing"] });
  const { rows } = await sql<{ id: string }>`SELECT id FROM departments WHERE slug = 'backend'`.execute(
    server.db,
  );
  const name = `<img src=x> [Canary] ${uuidv7().slice(-6)}`;
  const made = await greta.client.call(cardRoutes.createSection, {
    params: { departmentId: rows[0]!.id },
    body: { id: uuidv7(), name, singular: "risk" },
  });
  section = { id: made.section.id, name };
});

const sectionsOf = async (writer: Writer) =>
  (await writer.client.call(cardRoutes.listReadableSections, {})).sections.map(({ id }) => id);
const blockOf = (id: string) => `![section](section:${id} "${query}")`;

async function exportedText(writer: Writer, articleId: string): Promise<{ zip: string; text: string }> {
  const { zip } = await writer.client.call(routes.exportArticles, { query: { articleId } });
  const archive = await fromBufferPromise(Buffer.from(zip, "base64"));
  for await (const entry of archive.eachEntry()) {
    const chunks = await (await archive.openReadStreamPromise(entry)).toArray();
    return { zip, text: Buffer.concat(chunks).toString("utf8") };
  }
  throw new Error("the archive is empty");
}

test("the cards of a section keep their place and filters in the Markdown of a document", () => {
  const markdown = `Before\n\n${blockOf(section.id)}\n\nAfter`;
  expect(readMarkdown(markdown).content?.[1]).toEqual({
    type: "sectionCards",
    attrs: { id: section.id, query },
  });
  expect(writeMarkdown(readMarkdown(markdown)).trim()).toBe(markdown);
  const hostile = `![x](section:${section.id} "view=<script> javascript:1")`;
  expect(readMarkdown(hostile).content?.[0]?.attrs).toEqual({ id: section.id, query: "" });
});

test("an export names a section only to those who may read it, and an import makes a block of it again", async () => {
  const id = await createArticleRow(server.db, greta!.id, { title: "Risks", body: blockOf(section.id) });
  const own = await exportedText(ola!, id);
  expect(own.text).toContain("Canary");
  expect(own.text).toContain("/backend/");
  expect(own.text).toContain("stages=new%2Cwon&is.risk_level=high");
  const hidden = await exportedText(bo!, id);
  expect(hidden.text).not.toContain("Canary");
  expect(hidden.text).toContain(`section:${section.id}`);
  for (const { zip } of [own, hidden]) {
    const { import: done } = await greta!.client.call(routes.importArticles, {
      body: { id: uuidv7(), zip, readers: "everyone", publish: true },
    });
    expect(done.pages.flatMap(({ losses }) => losses)).toEqual([]);
    const { rows } = await sql<{ body: string }>`SELECT v.body FROM article_versions v
      JOIN articles a ON a.id = v.article_id WHERE v.title = 'Risks' ORDER BY v.published_at DESC LIMIT 1`.execute(
      server.db,
    );
    expect(rows[0]!.body.trim()).toBe(blockOf(section.id));
  }
  const word = async (writer: Writer) => {
    const file = await writer.client.call(routes.exportArticleAsWord, {
      params: { articleId: id },
      query: { below: "false" },
    });
    return (await mammoth.convertToHtml({ buffer: Buffer.from(file.document, "base64") })).value;
  };
  expect(await word(ola!)).toContain("[Canary]");
  expect(await word(ola!)).not.toContain("<img");
  expect(await word(bo!)).not.toContain("Canary");
});

test("a section is listed for the members of its department until it is archived", async () => {
  expect(await sectionsOf(ola!)).toContain(section.id);
  expect(await sectionsOf(bo!)).not.toContain(section.id);
  await sql`UPDATE card_types SET archived_at = now() WHERE id = ${section.id}`.execute(server.db);
  expect(await sectionsOf(ola!)).not.toContain(section.id);
});
