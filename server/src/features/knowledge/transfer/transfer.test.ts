import { Readable } from "node:stream";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { idsByName } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import { createWriter, type Writer } from "../../../../test/knowledge.ts";

const server = serverForFile();
let [wim, ola, greta]: Writer[] = [];

beforeAll(async () => {
  await createRole(server.db, { name: "writer", permissions: ["knowledge:write"] });
  wim = await createWriter(server, "Wim", { roles: ["user", "writer"], departments: ["DevOps"] });
  ola = await createWriter(server, "Ola", { roles: ["user"], departments: ["Backend"] });
  greta = await createWriter(server, "Greta", { roles: ["admin"] });
});

async function pack(files: Record<string, string>, link?: string): Promise<string> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  if (link !== undefined) zip.addBuffer(Buffer.from("/etc/passwd"), link, { mode: 0o120777 });
  zip.end();
  const chunks = await Readable.from(zip.outputStream).toArray();
  return Buffer.concat(chunks).toString("base64");
}

async function unpack(zip: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const archive = await fromBufferPromise(Buffer.from(zip, "base64"));
  for await (const entry of archive.eachEntry()) {
    const chunks = await (await archive.openReadStreamPromise(entry)).toArray();
    files[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return files;
}

const preview = async (writer: Writer, zip: string, more: { parentId?: string; publish?: boolean } = {}) =>
  (await writer.client.call(routes.previewArticleImport, { body: { zip, ...more } })).import;
const bring = async (
  writer: Writer,
  zip: string,
  more: { parentId?: string; publish?: boolean; id?: string } = {},
) => (await writer.client.call(routes.importArticles, { body: { id: uuidv7(), zip, ...more } })).import;
const namesOf = async (writer: Writer) => (await writer.tree()).map(({ title }) => title);

describe("an import", () => {
  test("shows what it would create, and creates nothing before it is asked to", async () => {
    const zip = await pack({
      "notes/Harbour.md":
        "# Harbour\n\nSee [the crane](Harbour/Crane.md#height) and [a ship](Ship.md).\n\n![plan](plan.png)",
      "notes/Harbour/Crane.md": '---\ntitle: "The crane"\ntags: [heavy, tall]\n---\n\n* Forty metres',
      "notes/Harbour/Deep/Keel 0123456789abcdef0123456789abcdef.md": "Under water",
      "notes/plan.png": "not Markdown",
      "__MACOSX/notes/._Harbour.md": "rubbish",
      "notes/Lock the gate.md": "---\nkind: sop\n---\n:::step{#one}\n**Close it**\n:::",
    });
    const found = await preview(wim!, zip, { publish: true });
    expect(found).toMatchObject({ created: 5, otherFiles: 1 });
    expect(found.pages.map(({ title, level, outcome, notes }) => [title, level, outcome, notes])).toEqual([
      ["Harbour", 0, "published", ["links_left", "images_left_out"]],
      ["Deep", 1, "published", []],
      ["Keel", 2, "published", []],
      ["The crane", 1, "published", []],
      ["Lock the gate", 0, "draft", ["needs_approval"]],
    ]);
    expect(await namesOf(wim!)).not.toContain("Harbour");

    const id = uuidv7();
    expect(await bring(wim!, zip, { id, publish: true })).toEqual(found);
    const again = await bring(wim!, zip, { id, publish: true });
    expect(again.pages.every(({ outcome }) => outcome === "exists")).toBe(true);
    const tree = await ola!.tree();
    const harbour = tree.find(({ title }) => title === "Harbour");
    const crane = tree.find(({ title }) => title === "The crane");
    expect(crane).toMatchObject({ parentId: harbour?.id, state: "published" });
    const open = await ola!.open(harbour?.id ?? "");
    expect(open.body).toContain(`[article](article:${crane?.id})`);
    expect(await ola!.open(crane?.id ?? "")).toMatchObject({
      body: "- Forty metres",
      tags: ["heavy", "tall"],
    });
    expect(await ola!.client.call(routes.listBacklinks, ola!.of(crane?.id ?? ""))).toMatchObject({
      items: [{ title: "Harbour" }],
    });
  });

  test("makes drafts unless it is asked to publish, below the chosen page and for no more readers", async () => {
    const { DevOps = "" } = await idsByName(server.db, "departments");
    const above = await wim!.write({ title: "For DevOps", departmentIds: [DevOps] });
    await bring(wim!, await pack({ "Drafted.md": "Words" }), { parentId: above.id });
    const drafted = (await wim!.tree()).find(({ title }) => title === "Drafted");
    expect(drafted).toMatchObject({ parentId: above.id, state: "draft" });
    await bring(wim!, await pack({ "Narrow.md": "Words" }), { parentId: above.id, publish: true });
    const narrow = (await wim!.tree()).find(({ title }) => title === "Narrow");
    expect(narrow).toMatchObject({ state: "published" });
    expect(await ola!.refused(routes.getArticle, ola!.of(narrow?.id ?? ""))).toBe("article_not_found");
  });

  test("leaves out what is too deep or too long, and says so", async () => {
    const deep = `${Array.from({ length: 9 }, (_, level) => `L${level}`).join("/")}.md`;
    const found = await preview(wim!, await pack({ [deep]: "Words", "Long.md": "a".repeat(200_001) }));
    expect(found.pages.find(({ title }) => title === "L8")).toMatchObject({
      outcome: "left_out",
      notes: ["too_deep"],
    });
    expect(found.pages.find(({ title }) => title === "Long")).toMatchObject({ notes: ["too_long"] });
    expect(found.created).toBe(8);
  });

  test.each([
    ["a path that leads out", async () => evil("../escape.md"), "import_unreadable"],
    ["an absolute path", async () => evil("/etc/escape.md"), "import_unreadable"],
    ["a link", () => pack({ "Good.md": "Words" }, "Link.md"), "import_unreadable"],
    ["no zip file", async () => Buffer.from("# Just Markdown").toString("base64"), "import_unreadable"],
    [
      "a bomb",
      () => pack({ "Good.md": "Words", "Bomb.md": "0".repeat(33 * 1024 * 1024) }),
      "import_too_large",
    ],
    ["nothing to import", () => pack({ "picture.png": "0" }), "import_unreadable"],
  ])("with %s is refused, and nothing is written", async (_what, makeZip, code) => {
    const before = await namesOf(greta!);
    const body = { id: uuidv7(), zip: await makeZip(), publish: true };
    expect(await wim!.refused(routes.importArticles, { body })).toBe(code);
    expect(await namesOf(greta!)).toEqual(before);
  });

  test("with a forged size is refused where the bytes say otherwise", async () => {
    const zip = Buffer.from(await pack({ "Bomb.md": "0".repeat(40 * 1024 * 1024) }), "base64");
    // The central directory says one byte where forty million come.
    const directory = zip.lastIndexOf(Buffer.from("PK\u0001\u0002", "latin1"));
    zip.writeUInt32LE(1, directory + 24);
    const body = { id: uuidv7(), zip: zip.toString("base64") };
    expect(await wim!.refused(routes.importArticles, { body })).toBe("import_unreadable");
  });
});

/** The same length, so that nothing else of the file changes. */
async function evil(path: string): Promise<string> {
  const name = "x".repeat(path.length - 3);
  const zip = Buffer.from(await pack({ [`${name}.md`]: "Words" }), "base64").toString("latin1");
  return Buffer.from(zip.replaceAll(`${name}.md`, path), "latin1").toString("base64");
}

describe("an export", () => {
  test("comes back as it was: text, tree, tags and links", async () => {
    const above = await wim!.write({ title: "Ships / all: of them?", body: "Words" });
    const child = await wim!.write({
      title: "Ferry",
      parentId: above.id,
      tags: ["fast"],
      summary: "One “line”",
      body: `See [article](article:${above.id}).\n\n\`\`\`\n](article:${above.id})\n\`\`\``,
    });
    const { zip, fileName, pages } = await wim!.client.call(routes.exportArticles, {
      query: { articleId: above.id },
    });
    expect([fileName, pages]).toEqual(["Ships - all- of them.zip", 2]);
    const files = await unpack(zip);
    const path = "Ships - all- of them/Ferry.md";
    expect(Object.keys(files)).toEqual(["Ships - all- of them.md", path]);
    expect(files[path]).toContain("[Ships / all: of them?](<../Ships - all- of them.md>)");
    await bring(wim!, zip, { publish: true });
    const copies = (await wim!.tree()).filter(({ title }) => title === "Ferry" || title === above.title);
    const copy = copies.find(({ id, title }) => title === "Ferry" && id !== child.id);
    const copyAbove = copies.find(({ id }) => id === copy?.parentId);
    expect(copyAbove).toMatchObject({ title: above.title });
    expect(await wim!.open(copy?.id ?? "")).toMatchObject({
      tags: ["fast"],
      summary: "One “line”",
      body: child.body.replace(`article:${above.id}).`, `article:${copyAbove?.id}).`),
    });
  });

  test("never has a draft, an archived page or a page for others in it", async () => {
    const { DevOps = "" } = await idsByName(server.db, "departments");
    const secret = `canary ${uuidv7()}`;
    const open = await wim!.write({ title: "Seen by all", body: "Words" });
    await wim!.save(await wim!.begin(open.id), { title: secret, body: secret });
    await wim!.create({ title: secret, body: secret });
    await wim!.write({ title: secret, body: secret, departmentIds: [DevOps] });
    const gone = await wim!.write({ title: secret, body: secret });
    await wim!.client.call(routes.archiveArticle, wim!.of(gone.id));
    const answer = await ola!.client.call(routes.exportArticles, { query: {} });
    const files = await unpack(answer.zip);
    expect(Object.keys(files)).toContain("Seen by all.md");
    expect(JSON.stringify(files)).not.toContain(secret);
    expect(await ola!.refused(routes.exportArticles, { query: { articleId: uuidv7() } })).toBe(
      "article_not_found",
    );
  });
});
