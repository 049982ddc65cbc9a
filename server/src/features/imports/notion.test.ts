import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { onboardingRoutes } from "@atoll/contract/onboarding/routes";
import { sql } from "kysely";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWriter, type Writer } from "../../../test/knowledge.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { zipOf } from "../../../test/zip-file.ts";

const server = sharedServer();
let admin: Mover;
let [greta, ola]: Writer[] = [];
let picture: Buffer;

beforeAll(async () => {
  picture = await sharp({ create: { width: 12, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  greta = await createWriter(server, "Greta", { roles: ["admin"] });
  admin = createMover(greta);
  ola = await createWriter(server, "Ola", { departments: ["Backend"] });
  await createPerson(server.db, { name: "Ana Alvarez" });
});

/** An id as Notion adds it to names, which differs for each test. */
const idOf = (letter: string, number: number) => `${letter.repeat(28)}${String(number).padStart(4, "0")}`;

const page = (title: string, body: string, properties = "") =>
  `<html><head><style>p{}</style></head><body><article class="page sans"><header><h1 class="page-title">${title}</h1>
  <table class="properties"><tbody>${properties}</tbody></table></header><div class="page-body">${body}</div></article></body></html>`;

async function planParts(parts: Record<string, Buffer>): Promise<string> {
  return admin.planFile("notion", "export.zip", await zipOf(parts));
}

const kindsOf = async (id: string, phase = "running") =>
  Object.fromEntries(
    (await admin.lines(id)).filter((line) => line.phase === phase).map(({ kind, count }) => [kind, count]),
  );
const titled = async (who: Writer | undefined, title: string) =>
  (await who!.tree()).find((article) => article.title === title);
const countRows = async () => {
  const { rows } = await sql<{
    articles: number;
    told: number;
  }>`SELECT (SELECT count(*) FROM articles) AS articles,
    (SELECT count(*) FROM tellings) + (SELECT count(*) FROM notifications) AS told`.execute(server.db);
  return rows[0];
};

/** A harbour in two parts, with a zip file that is an attachment. */
async function harbour(letter: string): Promise<Record<string, Buffer>> {
  const [home, crane, cut] = [idOf(letter, 1), idOf(letter, 2), idOf(letter, 3)];
  const long = "A name that is much too long for the name of a folder";
  const heading = "0000aaaa-1111-2222-3333-444455556666";
  return {
    "Export-1-Part-1.zip": await zipOf({
      "Export-1/index.html": "<html>a list</html>",
      [`Export-1/Harbour ${home}.html`]: page(
        "Harbour",
        `<p>See <a href="Harbour%20${home}/The%20crane%20${crane}.html#${heading}">how high</a>,
         <a href="Harbour%20${home}/The%20crane%20${crane}.html">The crane</a>, <a href="Gone%20${idOf(letter, 9)}.html">gone</a>
         and <a href="https://www.notion.so/x-${crane}?pvs=4">the same</a>.</p>
         <figure class="image"><a href="Harbour%20${home}/plan.png"><img src="Harbour%20${home}/plan.png"/></a></figure>
         <figure><div class="source"><a href="Harbour%20${home}/old.zip">old.zip</a></div></figure>
         <script>alert(1)</script><p><a href="javascript:alert(1)">evil</a></p>`,
        `<tr class="property-row property-row-created_by"><th>Created by</th><td><span class="user">Olga Old</span></td></tr>
         <tr class="property-row property-row-created_time"><th>Created</th><td><time>@May 2, 2021 10:00 AM</time></td></tr>
         <tr class="property-row property-row-multi_select"><th>Tags</th><td><span class="selected-value">heavy</span><span class="selected-value">old</span></td></tr>`,
      ),
      [`Export-1/Harbour ${home}/plan.png`]: picture,
      [`Export-1/Harbour ${home}/old.zip`]: await zipOf({ "inner.html": page("Never a page", "") }),
    }),
    "Export-1-Part-2.zip": await zipOf({
      [`Export-1/Harbour ${home}/The crane ${crane}.html`]: page(
        "The crane",
        `<h2 id="${heading}">How high it is</h2><p>Forty metres</p>`,
      ),
      [`Export-1/Harbour ${home}/${long} ${cut}.html`]: page(`${long} or a file`, "<p>Long</p>"),
      // The folder has a part of the id, and of the name.
      [`Export-1/Harbour ${home}/${long.slice(0, 30)} ${cut.slice(0, 6)}/Below ${idOf(letter, 4)}.html`]:
        page("Below", "<p>x</p>"),
    }),
  };
}

describe("an import of Notion", () => {
  test("reads all parts, and keeps the tree, links, headings, pictures, files, authors, times and tags", async () => {
    const id = await planParts(await harbour("a"));
    expect((await admin.get(id)).found).toMatchObject({ spaces: 1, records: 4, people: 1 });
    const [space] = await admin.places(id);
    expect(space).toMatchObject({ kind: "space", isOpen: false, recordCount: 4 });
    await admin.placePages(id, space?.key ?? "", { isOpen: true });
    const before = await countRows();
    const { tried } = await admin.try(id);
    expect(await countRows()).toEqual(before);
    const { made, state } = await admin.run(id);
    expect([state, made]).toEqual(["done", tried]);
    expect(made).toMatchObject({ articles: 4, files: 2, people: 2 });
    expect(made.difference).toBeUndefined();
    expect((await countRows())?.told).toBe(before?.told);

    const top = await titled(ola, "Harbour");
    const crane = await titled(ola, "The crane");
    expect(crane).toMatchObject({ parentId: top?.id });
    const open = await ola!.open(top?.id ?? "");
    expect(open.body).toContain(`[how high](/knowledge-base/articles/${crane?.id}#how-high-it-is)`);
    expect(open.body).toContain(`[article](article:${crane?.id}), gone`);
    expect(open.body).toMatch(/!\[[^\]]*\]\(file:/);
    expect(open.body).not.toMatch(/alert|notion\.so/);
    expect(open).toMatchObject({ tags: ["heavy", "old"], createdAt: "2021-05-02T10:00:00.000Z" });
    expect(open.files.map(({ originalName }) => originalName)).toEqual(["old.zip"]);
    const version = await server.db
      .selectFrom("article_versions as v")
      .innerJoin("profiles as p", "p.id", "v.published_by")
      .select("p.name")
      .where("v.article_id", "=", top?.id ?? "")
      .executeTakeFirst();
    expect(version?.name).toBe("Olga Old");
    const below = await titled(ola, "Below");
    const long = (await ola!.tree()).find(({ id: one }) => one === below?.parentId);
    expect(long?.title).toMatch(/^A name that is .* or a file$/);
    expect(await titled(ola, "Never a page")).toBeUndefined();
    expect(await kindsOf(id, "reading")).toMatchObject({ zip_kept_closed: 1 });
    expect(await kindsOf(id)).toMatchObject({ link_lost: 1, link_refused: 1 });
    expect(await ola!.client.call(knowledgeRoutes.listBacklinks, ola!.of(crane?.id ?? ""))).toMatchObject({
      items: [{ title: "Harbour" }],
    });

    // The same pages again add nothing.
    const again = await planParts(await harbour("a"));
    expect((await admin.run(again)).made).toMatchObject({ page_earlier: 4 });
    await admin.undo(id);
    expect((await countRows())?.articles).toBe(before?.articles);
    expect(await titled(ola, "Harbour")).toBeUndefined();
  });

  test("makes a page with a table of a database, and a page of each row", async () => {
    const table = idOf("b", 1);
    const id = await planParts({
      "Export-2-Part-1.zip": await zipOf({
        [`Tasks ${table}.csv`]: "Name\nOne view\n",
        [`Tasks ${table}_all.csv`]: '\uFEFFName,State\n"Paint | it",Open\nNo page,Done\n',
        [`Tasks/Paint it ${idOf("b", 2)}.md`]:
          "# Paint | it\n\nState: Open\nOwner: [x](y)\n\nRed, **please**.\n",
      }),
    });
    const [space] = await admin.places(id);
    await admin.placePages(id, space?.key ?? "", { isOpen: true });
    expect((await admin.run(id)).made).toMatchObject({ articles: 2 });
    const database = await titled(ola, "Tasks");
    const row = await titled(ola, "Paint | it");
    expect(row).toMatchObject({ parentId: database?.id });
    expect((await ola!.open(database?.id ?? "")).body).toContain(`| [article](article:${row?.id}) | Open |`);
    expect((await ola!.open(row?.id ?? "")).body).toContain("- **State:** Open");
  });

  test("keeps pages to the person who runs it unless they choose readers, and then to those", async () => {
    const secret = idOf("c", 1);
    const files = { [`Secret ${secret}.md`]: "# Secret\n\nWords" };
    const id = await planParts({ "Export-3-Part-1.zip": await zipOf(files) });
    expect((await admin.run(id)).made).toMatchObject({ articles: 1, drafts: 1 });
    expect(await titled(ola, "Secret")).toBeUndefined();
    const manager = await createWriter(server, "Marta", { roles: ["admin"] });
    expect(await titled(manager, "Secret")).toBeUndefined();
    const article = await titled(greta, "Secret");
    expect((await greta!.draft(article?.id ?? "")).body).toContain("Words");
    await admin.undo(id);

    const again = await planParts({ "Export-3-Part-1.zip": await zipOf(files) });
    const [space] = await admin.places(again);
    const { id: departmentId } = await server.db
      .selectFrom("departments")
      .select("id")
      .where("name", "=", "Backend")
      .executeTakeFirstOrThrow();
    await admin.placePages(again, space?.key ?? "", { departmentId });
    const above = await greta!.write({ title: "Brought from Notion" });
    await admin.placePages(again, space?.key ?? "", { articleId: above.id });
    expect((await admin.places(again))[0]).toMatchObject({
      department: { id: departmentId },
      above: { id: above.id },
    });
    await admin.run(again);
    expect(await titled(ola, "Secret")).toMatchObject({ parentId: above.id });
    const other = await createWriter(server, "Otto", { departments: ["DevOps"] });
    expect(await titled(other, "Secret")).toBeUndefined();
  });

  test("an undo is refused once somebody has changed a page", async () => {
    const id = await planParts({
      "Export-4-Part-1.zip": await zipOf({
        [`Kept ${idOf("d", 1)}.md`]: "# Kept\n\nWords",
        [`Other ${idOf("d", 2)}.md`]: "# Other\n\nWords",
      }),
    });
    const [space] = await admin.places(id);
    await admin.placePages(id, space?.key ?? "", { isOpen: true });
    await admin.run(id);
    const kept = await titled(greta, "Kept");
    await greta!.client.call(knowledgeRoutes.verifyArticle, {
      ...greta!.of(kept?.id ?? ""),
      body: { version: 1 },
    });
    expect(await admin.refusedWork(id, "undo")).toBe("import_built_on");
    const { items } = await admin.builtOn(id);
    expect(items.map(({ kind }) => kind)).toEqual(["article"]);
  });

  test("an undo is refused once somebody uses a page in a path, or has verified the second half of one", async () => {
    const bring = async (number: number, title: string, text: string) => {
      const id = await planParts({
        [`Export-${number}-Part-1.zip`]: await zipOf({ [`${title} ${idOf("f", number)}.md`]: text }),
      });
      for (const { key } of await admin.places(id)) await admin.placePages(id, key, { isOpen: true });
      await admin.run(id);
      return { id, of: greta!.of((await titled(greta, title))?.id ?? "") };
    };
    const step = await bring(6, "Step", "# Step\n\nWords");
    await greta!.client.call(onboardingRoutes.createPath, {
      body: {
        ...{ id: uuidv7(), name: "Newcomers", ownerId: greta!.id, stages: [{ name: "Week 1", day: 1 }] },
        items: [{ id: uuidv7(), kind: "read", day: 1, articleId: step.of.params.articleId }],
      },
    });
    expect(await admin.refusedWork(step.id, "undo")).toBe("import_built_on");
    const long = await bring(7, "Long", `# Long\n\n${"long words ".repeat(20_000)}`);
    const half = greta!.of((await titled(greta, "Long (2)"))?.id ?? "");
    await greta!.client.call(knowledgeRoutes.verifyArticle, { ...half, body: { version: 1 } });
    expect(await admin.refusedWork(long.id, "undo")).toBe("import_built_on");
  });

  test("names what it cannot read in one line each, and brings the rest", async () => {
    const deep = `${"<div><ul><li>".repeat(10_000)}deep`;
    const id = await planParts({
      "Export-5-Part-2.zip": await zipOf({
        [`Deep ${idOf("e", 1)}.html`]: page("Deep", deep),
        [`Dense ${idOf("e", 2)}.html`]: Buffer.alloc(30_000_000, " "),
        [`Fine ${idOf("e", 3)}.html`]: page("Fine", "<p>Words</p><p>unclosed <b>bold"),
        [`Huge ${idOf("e", 4)}.html`]: page("Huge", `<p>${"long words ".repeat(40_000)}</p>`),
      }),
    });
    const [space] = await admin.places(id);
    await admin.placePages(id, space?.key ?? "", { isOpen: true });
    const { made } = await admin.run(id);
    expect(made).toMatchObject({ articles: 3, page_continued: 1 });
    expect(made.difference).toBeUndefined();
    expect(await kindsOf(id, "reading")).toMatchObject({ entry_too_dense: 1, part_of_export_missing: 1 });
    expect((await ola!.open((await titled(ola, "Deep"))?.id ?? "")).body).toContain("deep");
    expect(await titled(ola, "Huge (2)")).toMatchObject({ parentId: (await titled(ola, "Huge"))?.id });
  });

  test("fails with a reason for a file of something else", async () => {
    const id = await admin.upload(await zipOf({ "notes.txt": "none" }), "notion", "export.zip");
    expect((await admin.until(id, "failed")).failure).toContain("no pages of Notion");
  });
});
