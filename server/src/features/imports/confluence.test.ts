import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { confluenceSpace } from "../../../test/confluence-space.ts";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWriter, type Writer } from "../../../test/knowledge.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { runOperatorCommand } from "../../../test/operator-command.ts";
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
  ola = await createWriter(server, "Ola");
  await createPerson(server.db, { name: "Ana Alvarez", email: "ana@space.test" });
});

type Space = ReturnType<typeof confluenceSpace>;

function newSpace(key: string): Space {
  const space = confluenceSpace(key, `Space ${key}`);
  space.user("key-ana", "ana", "ana@space.test");
  space.user("key-olga", "olga.old", "");
  return space;
}

async function bring(space: Space, choice: { isOpen?: boolean } = { isOpen: true }): Promise<string> {
  const id = await admin.planFile("confluence", "space.zip", await space.zip());
  for (const { key } of await admin.places(id)) await admin.placePages(id, key, choice);
  const { tried } = await admin.try(id);
  const { made } = await admin.run(id);
  expect(made).toEqual(tried);
  expect(made.difference).toBeUndefined();
  return id;
}

const kindsOf = async (id: string, phase = "running") =>
  Object.fromEntries(
    (await admin.lines(id)).filter((line) => line.phase === phase).map(({ kind, count }) => [kind, count]),
  );
const titled = async (who: Writer | undefined, title: string) =>
  (await who!.tree()).find((article) => article.title === title);
const bodyOf = async (title: string) => (await ola!.open((await titled(ola, title))?.id ?? "")).body;

describe("an import of Confluence", () => {
  test("keeps the tree, links to pages and headings, files in their newest version, people by key, and labels", async () => {
    const space = newSpace("ONE");
    const home = space.page(
      "Home.v2 é",
      `<p>See <ac:link ac:anchor="How high"><ri:page ri:content-title="The crane 1.0"/><ac:link-body>how high</ac:link-body></ac:link>,
       <ac:link><ri:page ri:content-title="the CRANE 1.0"/></ac:link>, <ac:link><ri:page ri:content-title="Gone"/></ac:link>,
       <ac:link><ri:user ri:username="ana"/></ac:link> and <ac:link><ri:user ri:userkey="key-olga"/></ac:link>.</p><ac:image><ri:attachment ri:filename="plan.png"/></ac:image>
       <ac:structured-macro ac:name="drawio"><ac:parameter ac:name="diagramName">port</ac:parameter></ac:structured-macro>
       <ac:structured-macro ac:name="code"><ac:parameter ac:name="language">sql</ac:parameter><ac:plain-text-body><![CDATA[a < b && c]]></ac:plain-text-body></ac:structured-macro>`,
    );
    const crane = space.page("The crane 1.0", "<h2>How high</h2><p>Forty</p>", {
      parent: home,
      creator: "key-olga",
    });
    // In the folder of another page, with numbers as names.
    space.attach(home, "plan.png", { 1: "old", 2: picture }, crane);
    space.attach(home, "port", { 1: "<mxfile/>" });
    space.attach(home, "port.png", { 1: picture });
    space.attach(home, "list.txt", { 9: "nine", 10: "ten" });
    space.attach(home, "lost.txt", {});
    space.files["attachments/1/424242/1"] = "unlinked";
    space.label(home, "harbour");
    const id = await bring(space);
    expect((await admin.get(id)).made).toMatchObject({ articles: 2, files: 4 });
    const open = await ola!.open((await titled(ola, "Home.v2 é"))?.id ?? "");
    const below = await titled(ola, "The crane 1.0");
    expect(below?.parentId).toBe(open.id);
    expect(open.body).toContain(`[how high](/knowledge-base/articles/${below?.id}#how-high)`);
    expect(open.body).toContain(`[article](article:${below?.id}), Gone`);
    expect(open.body).toMatch(/\[person\]\(person:[-0-9a-f]{36}\)\s+and olga\.old/);
    expect(open.body).toContain("```sql\na < b && c\n```");
    expect(open.body.match(/!\[[^\]]*\]\(file:/g)).toHaveLength(2);
    // The source of the diagram stays, and the picture is shown.
    expect(open.files.map(({ originalName, sizeBytes }) => [originalName, sizeBytes])).toEqual([
      ["port", 9],
      ["list.txt", 3],
    ]);
    expect(open).toMatchObject({
      tags: ["harbour"],
      createdAt: "2020-03-04T05:06:07.000Z",
      owner: { name: "Ana Alvarez" },
    });
    // A picture that belongs to the article, and is in a draft or was taken out of the text, is no attachment.
    await sql`INSERT INTO files SELECT (jsonb_populate_record(f, jsonb_build_object(
        'id', gen_random_uuid(), 'key', gen_random_uuid(), 'filename', gen_random_uuid()))).*
      FROM files f WHERE f.subject_id = ${open.id} LIMIT 1`.execute(server.db);
    expect((await ola!.open(open.id)).files).toHaveLength(2);
    expect(await kindsOf(id)).toMatchObject({ link_lost: 1, person_in_text: 1, file_lost: 1 });
    expect(await kindsOf(id, "reading")).toMatchObject({ file_unused: 1 });
    const again = await admin.planFile("confluence", "space.zip", await space.zip());
    expect((await admin.run(again)).made).toMatchObject({ page_earlier: 2 });
    await admin.undo(id);
    expect(await titled(ola, "Home.v2 é")).toBeUndefined();
  });

  test("keeps restricted pages, and all below them, as drafts of the person who runs it", async () => {
    const space = newSpace("TWO");
    const home = space.page("Open page", "<p>x</p>");
    const secret = space.page("Secret page", "<p>x</p>", { parent: home });
    space.page("Below the secret", "<p>x</p>", { parent: secret });
    const readable = space.page("Read by all", "<p>x</p>", { parent: home });
    space.restrict(secret);
    space.restrict(readable, "Edit");
    const id = await bring(space);
    expect((await admin.get(id)).made).toMatchObject({ articles: 4, drafts: 2 });
    const titles = (await ola!.tree()).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(["Open page", "Read by all"]));
    expect(titles).not.toContain("Secret page");
    expect(titles).not.toContain("Below the secret");
    const ana = await createWriter(server, "Another", { roles: ["admin"] });
    expect((await ana.tree()).map(({ title }) => title)).not.toContain("Secret page");
    expect(await titled(greta, "Below the secret")).toBeDefined();
  });

  test("leaves out old and deleted versions, and keeps orphans, circles and pages of one title", async () => {
    const space = newSpace("THREE");
    const home = space.page("Root", "<p>now</p>");
    space.page("Root", "<p>before</p>", { original: home });
    space.page("Thrown away", "<p>x</p>", { status: "deleted" });
    space.page("Never published", "<p>x</p>", { status: "draft", parent: home });
    space.page("Twin", "<p>first</p>", { parent: home });
    space.page("Twin", "<p>second</p>", { parent: home });
    space.page("Orphan", "<p>x</p>", { parent: "999999" });
    space.page("A post", "<p>x</p>", { kind: "BlogPost" });
    space.page("Empty", "", { parent: home });
    const id = await bring(space);
    expect((await admin.get(id)).made).toMatchObject({ articles: 7, drafts: 2 });
    expect(await bodyOf("Root")).toBe("now");
    // The page above may have been only for some people.
    expect(await titled(ola, "Orphan")).toBeUndefined();
    expect(await titled(greta, "Orphan")).toMatchObject({ parentId: null });
    expect(await titled(ola, "Never published")).toBeUndefined();
    expect((await ola!.tree()).filter(({ title }) => title === "Twin")).toHaveLength(2);
    expect(await kindsOf(id, "reading")).toMatchObject({ page_old: 1, page_deleted: 1, page_named_twice: 1 });
    expect(await kindsOf(id)).toMatchObject({
      page_without_parent: 1,
      restrictions_unknown: 1,
      blog_as_page: 1,
      page_without_text: 1,
    });
  });

  test("keeps boxes, tasks and tables, and says which macros show or lead to other pages", async () => {
    const space = newSpace("FOUR");
    const home = space.page("Target", "<p>x</p>");
    const macro = (name: string, inner: string) =>
      `<ac:structured-macro ac:name="${name}">${inner}</ac:structured-macro>`;
    const to =
      '<ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Target"/></ac:link></ac:parameter>';
    space.page(
      "Macros",
      macro("info", "<ac:rich-text-body><p>Careful</p></ac:rich-text-body>") +
        macro("include", to) +
        macro(
          "redirect",
          '<ac:parameter ac:name="location"><ri:page ri:content-title="Target"/></ac:parameter>',
        ) +
        macro("strange", "<ac:rich-text-body><p>Kept</p></ac:rich-text-body>") +
        "<ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>Done</ac:task-body></ac:task></ac:task-list>" +
        "<table><tr><th>A</th><th>B</th></tr><tr><td><p>one</p><p>two</p></td><td>x | y</td></tr></table>",
      { parent: home },
    );
    const id = await bring(space);
    const body = await bodyOf("Macros");
    expect(body).toContain(":::note\nCareful\n:::");
    expect(body.match(/\[article\]\(article:/g)).toHaveLength(2);
    expect(body).toContain("Kept");
    expect(body).toContain("- [x] Done");
    expect(body).toContain("| one<br>two | x \\| y |");
    expect(await kindsOf(id)).toMatchObject({ macro_include: 1, macro_redirect: 1, macro_unknown: 1 });
  });

  test("makes no former colleagues of people named only in a text", async () => {
    const space = newSpace("NAMES");
    space.user("key-noor", "noor.old", "");
    const asked = ["key-noor", "557058:unexplained"].map(
      (key) => `<ac:link><ri:user ri:account-id="${key}"/></ac:link>`,
    );
    space.page("Names", `<p>Ask ${asked.join(" or ")}.</p>`, { creator: "key-ana" });
    const { made } = await admin.get(await bring(space));
    expect(made).toMatchObject({ articles: 1, person_in_text: 2 });
    expect(made).not.toHaveProperty("people");
    expect(await bodyOf("Names")).toContain("Ask noor.old or someone.");
  });

  test("is brought from a folder by the operator's command", async () => {
    const space = newSpace("FIVE");
    const home = space.page("From a folder", "<p>x</p>");
    space.attach(home, "note.txt", { 1: "words" });
    const folder = await mkdtemp(join(tmpdir(), "atoll-space-"));
    for (const [path, content] of Object.entries({ "entities.xml": space.xml(), ...space.files })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const person = await createPerson(server.db, { email: "hanna@moving.test", roles: ["admin"] });
    const run = (...args: string[]) =>
      runOperatorCommand(
        "import",
        { DATABASE_URL: server.databaseUrl, ATOLL_FILES_FOLDER: server.filesFolder },
        ...args,
      );
    const planned = await run("--file", folder, "--source", "confluence", "--as", "hanna@moving.test");
    const id = /--run (\S{36})/.exec(planned.output)?.[1] ?? "";
    expect((await run("--run", id, "--as", "hanna@moving.test")).code).toBe(0);
    expect((await createMover(await server.signIn(person)).get(id)).made).toMatchObject({
      articles: 1,
      drafts: 1,
      files: 1,
    });
  });

  test("knows a page by its time when it was renamed, and without a time by its title", async () => {
    const bringOne = async (title: string, at?: string) => {
      const space = newSpace("KEY");
      space.page(title, "<p>x</p>", at === undefined ? {} : { at });
      const id = await admin.planFile("confluence", "space.zip", await space.zip());
      return (await admin.run(id)).made;
    };
    expect(await bringOne("Quay")).toMatchObject({ articles: 1 });
    expect(await bringOne("Quay, renamed")).toMatchObject({ page_earlier: 1 });
    expect(await bringOne("Mole", "")).toMatchObject({ articles: 1 });
    expect(await bringOne("Pier", "")).toMatchObject({ articles: 1 });
    expect(await bringOne("PIER ", "")).toMatchObject({ page_earlier: 1 });
  });

  test("keeps pages to its people where their restrictions, or those of a page above, were not read", async () => {
    const space = newSpace("SEVEN");
    const home = space.page("All read it", "<p>x</p>");
    const gone = space.page("Gone", "<p>x</p>", { parent: home, status: "deleted" });
    space.page("Below one that is gone", "<p>x</p>", { parent: gone });
    space.page("Roadmap", "<p>draft</p>", { parent: home, status: "draft" });
    space.page("Roadmap", "<p>post</p>", { kind: "BlogPost" });
    const roadmap = '<ac:link><ri:page ri:content-title="Roadmap"/></ac:link>';
    space.page("With a link", `<p>${roadmap}</p>`, { parent: home });
    space.page("Roadmap", "<p>the page</p>", { parent: home });
    const restricted = space.page("Its restriction is lost", "<p>x</p>", { parent: home });
    const xml = space
      .xml()
      .replace(
        `<id name="id">${restricted}</id>`,
        (id) =>
          `${id}<collection name="contentPermissionSets"><element class="ContentPermissionSet"><id name="id">1</id></element></collection>`,
      );
    const id = await admin.planFile("confluence", "space.zip", await zipOf({ "entities.xml": xml }));
    for (const { key } of await admin.places(id)) await admin.placePages(id, key, { isOpen: true });
    expect((await admin.run(id)).made).toMatchObject({ articles: 7, drafts: 3 });
    expect(await titled(ola, "All read it")).toBeDefined();
    const linked = /article:([-0-9a-f]{36})/.exec(await bodyOf("With a link"))?.[1] ?? "";
    expect((await ola!.open(linked)).body).toBe("the page");
    for (const title of ["Below one that is gone", "Its restriction is lost"]) {
      expect(await titled(ola, title)).toBeUndefined();
      expect(await titled(greta, title)).toBeDefined();
    }
  });

  test("keeps drafts to the person who uploaded the file when another runs it, and hides names of spaces from others", async () => {
    const otto = await createWriter(server, "Otto", { roles: ["admin"] });
    const space = newSpace("LAYOFFS");
    space.user("key-lena", "lena@space.test", "");
    space.page("Only for Greta", "<p>x</p>", { creator: "key-lena" });
    const id = await admin.planFile("confluence", "space.zip", await space.zip());
    const lena = (await admin.people(id)).find(({ email }) => email === "lena@space.test");
    expect(lena).toMatchObject({ name: "lena" });
    expect(JSON.stringify(await createMover(otto).places(id))).not.toContain("LAYOFFS");
    expect((await createMover(otto).run(id)).made).toMatchObject({ articles: 1, drafts: 1 });
    expect(await titled(otto, "Only for Greta")).toBeUndefined();
    expect(await titled(greta, "Only for Greta")).toBeDefined();
  });

  test("stops if the article is gone that the pages go below", async () => {
    const above = newSpace("ABOVE");
    above.page("Handbook", "<p>x</p>");
    const first = await bring(above);
    const space = newSpace("BELOW");
    space.page("Only with the handbook", "<p>x</p>");
    const id = await admin.planFile("confluence", "space.zip", await space.zip());
    const articleId = (await titled(ola, "Handbook"))?.id ?? "";
    for (const { key } of await admin.places(id))
      await admin.placePages(id, key, { isOpen: true, articleId });
    expect(await admin.refusedWork(first, "undo")).toBe("import_built_on");
    await server.db.deleteFrom("articles").where("id", "=", articleId).execute();
    await admin.work(id, "try");
    expect((await admin.until(id, "planned")).failure).toContain("no longer there");
    await admin.work(id, "run");
    expect((await admin.until(id, "paused")).failure).toContain("no longer there");
    expect(await titled(ola, "Only with the handbook")).toBeUndefined();
    await admin.undo(id);
    for (const { key } of await admin.places(id))
      await admin.placePages(id, key, { isOpen: true, articleId: null });
    expect((await admin.run(id)).made).toMatchObject({ articles: 1 });
    expect(await titled(ola, "Only with the handbook")).toMatchObject({ parentId: null });
  });

  test("refuses several exports in one file", async () => {
    const zips = { "HR.zip": await newSpace("HR").zip(), "DEV.zip": await newSpace("DEVELOP").zip() };
    const id = await admin.upload(await zipOf(zips), "confluence", "spaces.zip");
    expect((await admin.until(id, "failed")).failure).toContain("several exports");
  });

  test("reads a damaged export as far as it goes", async () => {
    const space = newSpace("SIX");
    const home = space.page("Whole", "<p>x</p>");
    space.page("Deep", "<div><b>".repeat(10_000), { parent: home });
    space.page("Its text is damaged", "<p>broken</p>", { parent: home });
    const damaged = space
      .xml()
      .replace("<![CDATA[<p>broken</p>]]></property>", "<![CDATA[<p>broken</p>]]></wrong>");
    const xml = `${damaged.replace("</hibernate-generic>", "")}<object class="Page"><id name="id">7</id><property`;
    const id = await admin.planFile("confluence", "space.zip", await zipOf({ "entities.xml": xml }));
    expect(await kindsOf(id, "reading")).toMatchObject({ file_unreadable: 1 });
    for (const { key } of await admin.places(id)) await admin.placePages(id, key, { isOpen: true });
    // The missing part could have restrictions of its pages.
    expect((await admin.run(id)).made).toMatchObject({ articles: 2, drafts: 2, page_unreadable: 1 });
    expect(await titled(ola, "Whole")).toBeUndefined();
  });
});
