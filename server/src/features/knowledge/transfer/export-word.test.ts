import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import mammoth from "mammoth";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { sharedServer } from "../../../../test/for-file.ts";
import { createArticleRow, createWriter, type Writer } from "../../../../test/knowledge.ts";
import { upload } from "../../../../test/upload.ts";

const server = sharedServer();
let [greta, ola]: Writer[] = [];

beforeAll(async () => {
  greta = await createWriter(server, "Greta", { roles: ["admin"] });
  ola = await createWriter(server, "Ola", { departments: ["Backend"] });
});

const exported = async (writer: Writer, articleId: string, below = false) =>
  writer.client.call(routes.exportArticleAsWord, { params: { articleId }, query: { below: String(below) } });
const refused = async (writer: Writer, articleId: string, below = false) =>
  writer.refused(routes.exportArticleAsWord, { params: { articleId }, query: { below: String(below) } });

/** Reads the file with another program. */
async function read({ document }: { document: string }): Promise<{ html: string; text: string }> {
  const buffer = Buffer.from(document, "base64");
  const [html, text] = [await mammoth.convertToHtml({ buffer }), await mammoth.extractRawText({ buffer })];
  expect(html.messages.filter(({ type }) => type === "error")).toEqual([]);
  return { html: html.value, text: text.value };
}

/** The XML of the text, as Word reads it. */
async function xmlOf({ document }: { document: string }): Promise<string> {
  const archive = await fromBufferPromise(Buffer.from(document, "base64"));
  for await (const entry of archive.eachEntry())
    if (entry.fileName === "word/document.xml")
      return Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray()).toString("utf8");
  throw new Error("there is no text in the file");
}

const body = `Intro with **bold**, _italic_, ~~gone~~, ==marked==, \`code\` and [a link](/tasks?x=1).

# Part one

- Red
  - Deep red
- Green

3. Third
4. Fourth

- [ ] Open
- [x] Done

> Quoted

| Name | Count |
| --- | ---: |
| Buoy | 9 |

:::toggle
Folded title

Folded text
:::

:::warning
Mind the tide
:::

\`\`\`ts
const a = 1;
const b = "<&>";
\`\`\`

Area is $\`a^2\`$ here.

\`\`\`math
\\frac{a}{b}
\`\`\`
`;

describe("a page as a Word file", () => {
  test("has every block and mark of its text, and absolute links", async () => {
    const { id } = await greta!.write({ title: "Buoys <&> ropes", summary: "In short", body });
    const file = await exported(ola!, id);
    expect(file).toMatchObject({ fileName: expect.stringMatching(/^Buoys.*\.docx$/), pages: 1 });
    const { html, text } = await read(file);
    for (const part of [
      /<h1>.*Buoys &lt;&amp;&gt; ropes<\/h1>/,
      /<strong>bold<\/strong>, <em>italic<\/em>, <s>gone<\/s>, marked, code and/,
      new RegExp(`<a href="${server.url}/tasks\\?x=1">a link</a>`),
      /<h2>Part one<\/h2>/,
      /<ul><li>Red<ul><li>Deep red<\/li><\/ul><\/li><li>Green<\/li><\/ul>/,
      /<ol><li>Third<\/li><li>Fourth<\/li><\/ol>/,
      /<p>☐ Open<\/p><p>☑ Done<\/p>/,
      /<th><p><strong>Name<\/strong><\/p><\/th>.*<td><p>Buoy<\/p><\/td><td><p>9<\/p><\/td>/,
      /<p>Folded title<\/p><p>Folded text<\/p>/,
      /<strong>Warning<\/strong><\/p><p>Mind the tide<\/p>/,
      /Area is <em>a\^2<\/em> here\./,
    ])
      expect(html).toMatch(part);
    expect(text).toContain('const b = "<&>";');
    expect(text).toContain("\\frac{a}{b}");
    const xml = await xmlOf(file);
    expect(xml).toContain('<w:highlight w:val="yellow"/>');
    expect(xml).toContain('w:jc w:val="right"');
  });

  test("shows its own images in their width, and of others only their words", async () => {
    const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: "teal" } })
      .webp()
      .toBuffer();
    const content = Uint8Array.from(wide);
    const image = await upload(server, greta!, {
      name: "plan.webp",
      content,
      type: "image/webp",
      kind: "article",
    });
    const stranger = await upload(server, greta!, {
      name: "x.webp",
      content,
      type: "image/webp",
      kind: "message",
    });
    const { id } = await greta!.write({
      body: `![The plan](file:${image.id} "small")\n\n![Not theirs](file:${stranger.id})`,
    });
    await server.db.updateTable("files").set({ subject_id: id }).where("id", "=", image.id).execute();
    const file = await exported(ola!, id);
    const { html } = await read(file);
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).toMatch(/<img alt="The plan" src="data:image\/png;base64,/);
    expect(html).toContain("[Image: Not theirs]");
    expect(await xmlOf(file)).toContain(`<wp:extent cx="${220 * 9525}" cy="${73 * 9525}"/>`);
  });

  test("names only what the reader may see", async () => {
    const secret = await createArticleRow(server.db, greta!.id, {
      title: "Hidden plan",
      department_ids: [await departmentId("DevOps")],
    });
    const open = await greta!.write({ title: "Open plan" });
    const { id } = await greta!.write({
      body: `See [article](article:${secret}) and [article](article:${open.id}).\n\n![person](person:${greta!.id})`,
    });
    const { html } = await read(await exported(ola!, id));
    expect(html).not.toContain("Hidden plan");
    expect(html).toMatch(
      new RegExp(`See article and <a href="${server.url}/knowledge-base/articles/${open.id}">Open plan</a>`),
    );
    expect(html).toContain("@Greta");
  });

  test("is missing for those who may not read the page, and without a published text", async () => {
    const hidden = await createArticleRow(server.db, greta!.id, {
      department_ids: [await departmentId("DevOps")],
    });
    expect(await refused(ola!, hidden)).toBe("article_not_found");
    const { id } = await greta!.create();
    expect(await refused(greta!, id)).toBe("article_not_found");
  });
});

describe("a page with the pages below it", () => {
  test("is one file in the order of the tree, without pages that are not for the reader", async () => {
    const top = await greta!.write({ title: "Top" });
    const second = await greta!.write({ title: "Second", parentId: top.id });
    await greta!.write({
      title: "Below second",
      parentId: second.id,
      body: `Back to [article](article:${top.id})`,
    });
    await greta!.write({ title: "Third", parentId: top.id });
    const hidden = await greta!.write({ title: "Hidden", parentId: top.id });
    await greta!.change(hidden.id, { departmentIds: [await departmentId("DevOps")] });
    const file = await exported(ola!, top.id, true);
    const { html } = await read(file);
    expect(file.pages).toBe(4);
    const titles = [...html.matchAll(/<h(\d)>(?:<a[^>]*><\/a>)*([^<]+)<\/h/g)].map(([, level, title]) => [
      level,
      title,
    ]);
    expect(titles.toSorted(([, a], [, b]) => html.indexOf(a!) - html.indexOf(b!))).toEqual(titles);
    expect(titles).toContainEqual(["1", "Top"]);
    expect(titles).toContainEqual(["3", "Below second"]);
    expect(html).not.toContain("Hidden");
    // A link within the file.
    expect(html).toMatch(/Back to <a href="#p[0-9a-f]{32}">Top<\/a>/);
    expect((await exported(ola!, top.id)).pages).toBe(1);
  });

  test("is missing while the page itself is archived, whatever is below it", async () => {
    const top = await greta!.write({ title: "Old" });
    const below = await greta!.write({ title: "Still there", parentId: top.id });
    await server.db.updateTable("articles").set({ status: "ARCHIVED" }).where("id", "=", top.id).execute();
    expect(await refused(greta!, top.id, true)).toBe("article_not_found");
    expect((await exported(greta!, below.id, true)).pages).toBe(1);
  });

  test("is refused with its limit when it is too much", async () => {
    const top = await createArticleRow(server.db, greta!.id, { title: "Many" });
    for (let index = 0; index < 201; index += 1) {
      const id = await createArticleRow(server.db, greta!.id, { title: `Page ${index}`, parent_id: top });
      await server.db
        .updateTable("articles")
        .set({ path: [top, id] })
        .where("id", "=", id)
        .execute();
    }
    const { body: answer } = await greta!.client.refused(routes.exportArticleAsWord, {
      params: { articleId: top },
      query: { below: "true" },
    });
    expect(answer.error).toMatchObject({
      code: "word_too_large",
      message: expect.stringContaining("at most 200 pages"),
    });
  });
});

async function departmentId(name: string): Promise<string> {
  const { id } = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
}
