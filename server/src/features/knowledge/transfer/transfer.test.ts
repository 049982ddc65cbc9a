import { extname } from "node:path";
import { Readable } from "node:stream";
import { fileRoutes } from "@atoll/contract/files/routes";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { idsByName } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWriter, type Writer } from "../../../../test/knowledge.ts";

const server = sharedServer();
let [wim, nora, ola, greta]: Writer[] = [];
let picture: Buffer;

beforeAll(async () => {
  picture = await sharp({ create: { width: 12, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  await createRole(server.db, { name: "writer", permissions: ["knowledge:write"] });
  wim = await createWriter(server, "Wim", { roles: ["user", "writer"], departments: ["DevOps"] });
  nora = await createWriter(server, "Nora", { roles: ["user", "writer"], departments: ["DevOps"] });
  ola = await createWriter(server, "Ola", { roles: ["user"], departments: ["Backend"] });
  greta = await createWriter(server, "Greta", { roles: ["admin"] });
});

async function pack(files: Record<string, string | Buffer>, link?: string): Promise<string> {
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
    files[entry.fileName] = Buffer.concat(chunks).toString(
      entry.fileName.endsWith(".md") ? "utf8" : "base64",
    );
  }
  return files;
}

interface Choices {
  parentId?: string;
  publish?: boolean;
  readers?: "everyone" | undefined;
}
const open = { readers: "everyone" } as const;
const preview = async (writer: Writer, zip: string, more: Choices = {}) =>
  (await writer.client.call(routes.previewArticleImport, { body: { ...open, zip, ...more } })).import;
const bring = async (writer: Writer, zip: string, more: Choices & { id?: string } = {}) =>
  (await writer.client.call(routes.importArticles, { body: { id: uuidv7(), ...open, zip, ...more } })).import;
const namesOf = async (writer: Writer) => (await writer.tree()).map(({ title }) => title);

describe("an import", () => {
  test("shows what it would create, and creates nothing before it is asked to", async () => {
    const zip = await pack({
      "notes/Harbour.md":
        "# Harbour\n\nSee [the crane](Harbour/Crane.md#height) and [a ship](Ship.md).\n\n![plan](plan.png) and ![elsewhere](https://example.org/x.png)",
      "notes/Harbour/Crane.md": '---\ntitle: "The crane"\ntags: [heavy, tall]\n---\n\n* Forty metres',
      "notes/Harbour/Deep/Keel 0123456789abcdef0123456789abcdef.md": "Under water",
      "notes/plan.txt": "not Markdown",
      "__MACOSX/notes/._Harbour.md": "rubbish",
      "notes/Lock the gate.md": "---\nkind: sop\n---\n:::step{#one}\n**Close it**\n:::",
    });
    const found = await preview(wim!, zip, { publish: true });
    expect(found).toMatchObject({ created: 5, otherFiles: 1 });
    expect(found.pages.map(({ title, level, outcome, notes }) => [title, level, outcome, notes])).toEqual([
      ["Harbour", 0, "published", []],
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

  test("finds pages and images by their names as Obsidian does, and names what is lost by its line", async () => {
    const vic = await createWriter(server, "Vic", { roles: ["user", "writer"] });
    const zip = await pack({
      "vault/Cranes.md":
        "---\ntitle: Cranes\ncssclass: wide\n---\n\n# Cranes\n\nSee [[Deep Keel|the keel]], [the keel][k] and [[Nowhere]].\n\n![[plan.png]]\n\n- ![Plan](files/plan.png)\n\n[k]: Sub/Deep%20Keel.md\n",
      "vault/Sub/Deep Keel.md": "Under water[^1]\n\n[^1]: Salt",
      "vault/files/plan.png": picture,
    });
    const found = await preview(vic, zip);
    const cranes = found.pages.find(({ title }) => title === "Cranes");
    expect(cranes).toMatchObject({ notes: [] });
    expect(cranes?.losses).toEqual([
      { kind: "link_words", count: 2, lines: [8] },
      { kind: "links", count: 1, lines: [8] },
      { kind: "properties", count: 1, lines: [3] },
    ]);
    expect(found.pages.find(({ title }) => title === "Deep Keel")?.losses).toEqual([
      { kind: "footnotes", count: 1, lines: [3] },
    ]);
    await bring(vic, zip, { publish: true });
    const tree = await vic.tree();
    const keel = tree.find(({ title }) => title === "Deep Keel")?.id;
    const { body } = await vic.open(tree.find(({ title }) => title === "Cranes")?.id ?? "");
    expect(body).toMatch(
      new RegExp(
        `^See \\[article\\]\\(article:${keel}\\), \\[article\\]\\(article:${keel}\\) and Nowhere\\.\n\n!\\[\\]\\(file:[0-9a-f-]{36}\\)\n\n- .*!\\[Plan\\]\\(file:`,
        "s",
      ),
    );
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
    [
      "an image that is a link",
      () => pack({ "Good.md": "![x](x.png)", "y.png": picture }, "x.png"),
      "import_unreadable",
    ],
    ["an image outside of it", () => evil("../es.png"), "import_unreadable"],
    [
      "an image that is a bomb",
      () => pack({ "Good.md": "![x](x.png)", "x.png": Buffer.alloc(33 * 1024 * 1024) }),
      "import_too_large",
    ],
    [
      "too many images",
      () =>
        pack({
          "Good.md": Array.from({ length: 201 }, (_, n) => `![x](${n}.png)`).join("\n\n"),
          ...Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`${n}.png`, picture])),
        }),
      "import_too_large",
    ],
    ["no zip file", async () => Buffer.from("# Just Markdown").toString("base64"), "import_unreadable"],
    [
      "a bomb",
      () => pack({ "Good.md": "Words", "Bomb.md": "0".repeat(33 * 1024 * 1024) }),
      "import_too_large",
    ],
    ["nothing to import", () => pack({ "picture.png": "0" }), "import_unreadable"],
  ])("with %s is refused, and nothing is written", async (_what, makeZip, code) => {
    const before = await namesOf(greta!);
    const body = { zip: await makeZip(), publish: true };
    expect(await wim!.refused(routes.previewArticleImport, { body })).toBe(code);
    expect(await wim!.refused(routes.importArticles, { body: { id: uuidv7(), ...body } })).toBe(code);
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
  const ending = extname(path);
  const name = "x".repeat(path.length - ending.length) + ending;
  const packed = await pack({ "Good.md": "Words", [name]: "Words" });
  const zip = Buffer.from(packed, "base64").toString("latin1");
  return Buffer.from(zip.replaceAll(name, path), "latin1").toString("base64");
}

describe("images", () => {
  const imageOf = (body: string) => /\]\(file:([0-9a-f-]{36})(?: "\w+")?\)/.exec(body)?.[1] ?? "";
  const linksOf = async (writer: Writer, id: string) =>
    (await writer.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [id] } })).links;

  test("come with their pages in both directions, and are read by those who read the page", async () => {
    const { DevOps = "" } = await idsByName(server.db, "departments");
    const above = await wim!.write({ title: "Crew only", departmentIds: [DevOps] });
    const zip = await pack({
      "Map.md":
        'Before\n\n![The \\[old\\] map](<pics/my map.png> "small")\n\n```\n![x](pics/my%20map.png)\n```',
      "Also.md": "![again](pics/my%20map.png)",
      "pics/my map.png": picture,
      "pics/unused.png": picture,
      "pics/fake.png": "no image",
      "Fake.md": "![fake](pics/fake.png)",
    });
    const found = await preview(wim!, zip, { parentId: above.id, publish: true });
    expect(found).toMatchObject({ created: 3, images: 2, otherFiles: 1 });
    const id = uuidv7();
    const result = await bring(wim!, zip, { id, parentId: above.id, publish: true });
    expect(result.pages.find(({ title }) => title === "Fake")?.losses).toEqual([
      { kind: "images", count: 1, lines: [1] },
    ]);
    const node = (await wim!.tree()).find(({ title }) => title === "Map");
    const map = await wim!.open(node?.id ?? "");
    expect(map.body).toContain("![x](pics/my%20map.png)");
    expect(await linksOf(wim!, imageOf(map.body))).toHaveLength(1);
    expect(await linksOf(ola!, imageOf(map.body))).toEqual([]);
    const again = await bring(wim!, zip, { id, parentId: above.id, publish: true });
    expect(again.pages.find(({ title }) => title === "Map")?.outcome).toBe("exists");
    expect((await wim!.open(map.id)).body).toBe(map.body);

    const exported = await wim!.client.call(routes.exportArticles, { query: { articleId: map.id } });
    const files = await unpack(exported.zip);
    const path = "images/my map.png";
    expect(Object.keys(files)).toContain(path);
    expect(files["Map.md"]).toContain(`![The \\[old\\] map](<${path}> "small")`);
    expect((await sharp(Buffer.from(files[path] ?? "", "base64")).metadata()).width).toBe(12);
    await bring(wim!, exported.zip, { publish: true });
    const copy = (await wim!.tree()).find(({ id, title }) => title === "Map" && id !== map.id);
    const { body } = await wim!.open(copy?.id ?? "");
    expect(imageOf(body)).not.toBe(imageOf(map.body));
    expect(body.replace(imageOf(body), imageOf(map.body))).toBe(map.body);
    expect(await linksOf(wim!, imageOf(body))).toHaveLength(1);
    expect(await linksOf(ola!, imageOf(body))).toEqual([]);
  });

  test("from other pages or people are not exported with a text that only refers to them", async () => {
    const { DevOps = "" } = await idsByName(server.db, "departments");
    const above = await wim!.write({ title: "Hidden shelf", departmentIds: [DevOps] });
    const zip = await pack({ "Hidden.md": "![secret](s.png)", "s.png": picture });
    await bring(wim!, zip, { parentId: above.id, publish: true });
    const hidden = (await wim!.tree()).find(({ title }) => title === "Hidden");
    const secret = imageOf((await wim!.open(hidden?.id ?? "")).body);
    const open = await wim!.write({ title: "Names it", body: `![stolen](file:${secret})` });
    const answer = await ola!.client.call(routes.exportArticles, { query: { articleId: open.id } });
    const files = await unpack(answer.zip);
    expect(Object.keys(files)).toEqual(["Names it.md"]);
    expect(files["Names it.md"]).toContain(`![stolen](file:${secret})`);
    expect(await linksOf(ola!, secret)).toEqual([]);
  });
});

describe("the readers of imported pages", () => {
  const open = async (zip: string, more: Choices = { publish: true }) => {
    const before = new Set((await all()).map(({ id }) => id));
    const result = await bring(nora!, zip, more);
    const created = (await all()).filter(({ id }) => !before.has(id));
    return { result, of: (title: string) => created.find((one) => one.title === title)?.id ?? "" };
  };
  const all = () =>
    server.db.selectFrom("articles").select(["id", "title"]).orderBy("id", "desc").limit(400).execute();
  const sees = async (who: Writer, id: string) =>
    (await who.client.call(routes.getArticleCards, { query: { of: `article:${id}` } })).items.length === 1;

  test("come back with an export, as its owner, review and use as a template do", async () => {
    const { DevOps = "", Backend = "" } = await idsByName(server.db, "departments");
    const above = await nora!.write({ title: "Vault", departmentIds: [DevOps], reviewDays: 90 });
    const below = await nora!.write({ title: "Vault key", parentId: above.id, reviewDays: null });
    const answer = await nora!.write({ kind: "faq", title: "Which vault?", departmentIds: [Backend] });
    const { revision } = await nora!.open(above.id);
    await nora!.client.call(routes.changeArticle, {
      ...nora!.of(above.id),
      body: { revision, ownerId: greta!.id, isTemplate: true },
    });
    const { zip } = await greta!.client.call(routes.exportArticles, { query: {} });
    const files = await unpack(zip);
    expect(files["Vault.md"]).toContain('departments: ["DevOps"]');
    // Without the page above it, it is for the same people.
    expect(files["Vault/Vault key.md"]).toContain('departments: ["DevOps"]');
    const copies = await open(
      await pack({
        "Vault.md": files["Vault.md"]!,
        "K.md": files["Vault/Vault key.md"]!,
        "A.md": files["FAQ/Which vault.md"]!,
      }),
    );
    expect(copies.result.pages.flatMap(({ notes }) => notes)).toEqual([]);
    const copy = copies.of("Vault");
    expect(await nora!.open(copy)).toMatchObject({
      owner: { id: greta!.id },
      departments: [{ name: "DevOps" }],
      reviewDays: 90,
      isTemplate: true,
    });
    expect(await nora!.open(copies.of("Vault key"))).toMatchObject({
      reviewDays: null,
      owner: { id: nora!.id },
    });
    for (const id of [copy, copies.of("Vault key")]) expect(await sees(ola!, id)).toBe(false);
    expect(await sees(ola!, copies.of("Which vault?"))).toBe(true);
    expect([answer.id, below.id]).not.toContain(copies.of("Which vault?"));
  });

  test("are limited by the chosen parent page and by folders, for answers and procedures too", async () => {
    const { DevOps = "" } = await idsByName(server.db, "departments");
    const above = await nora!.write({ title: "DevOps only", departmentIds: [DevOps] });
    const answer = "---\nkind: faq\n---\nIn the safe";
    const chosen = await open(await pack({ "Code of the safe?.md": answer }), { parentId: above.id });
    expect(await sees(ola!, chosen.of("Code of the safe?"))).toBe(false);
    expect(await sees(nora!, chosen.of("Code of the safe?"))).toBe(true);
    const folder = await open(
      await pack({
        "Crew.md": "---\ndepartments: [DevOps]\n---\nWords",
        "Crew/Where is the code?.md": answer,
        "Crew/Open.md": "Below a page of the tree",
      }),
    );
    for (const title of ["Crew", "Where is the code?", "Open"])
      expect([title, await sees(ola!, folder.of(title)), await sees(nora!, folder.of(title))]).toEqual([
        title,
        false,
        true,
      ]);
  });

  test("are nobody else where the files do not state them, unless the importer opens the pages", async () => {
    const { DevOps = "" } = await idsByName(server.db, "departments");
    const above = await nora!.write({ title: "Quay", departmentIds: [DevOps] });
    await nora!.write({ title: "Quay plan", parentId: above.id });
    await nora!.write({ title: "Open quay" });
    await nora!.write({ kind: "faq", title: "Whose quay?", departmentIds: [DevOps] });
    const { zip } = await nora!.client.call(routes.exportArticles, { query: {} });
    const [files, readers] = [await unpack(zip), /^(?:readers|departments|roles): .*\n/gm];
    expect(files["Open quay.md"]).toContain('readers: "everyone"');
    const paths = ["Quay.md", "Quay/Quay plan.md", "Open quay.md", "FAQ/Whose quay.md"];
    // As exports were before readers travelled in them.
    const old = await pack({
      ...Object.fromEntries(paths.map((path) => [path, files[path]!.replace(readers, "")])),
      "Folder/Page.md": "Words",
      "Stated.md": '---\nreaders: "everyone"\n---\nWords',
      "Misspelt.md": "---\nreaders: everbody\n---\nWords",
      "Mixed/Crew.md": "---\ndepartments: [DevOps]\n---\nWords",
      "Mixed/Old.md": "Words",
    });
    const titles = ["Quay", "Quay plan", "Open quay", "Whose quay?", "Folder", "Page", "Mixed", "Old"];
    const vera = await createWriter(server, "Vera Quay", { departments: ["DevOps"] });
    const seenBy = async (who: Writer, of: (title: string) => string) => {
      const seen: string[] = [];
      for (const title of [...titles, "Crew", "Misspelt", "Stated"])
        if (await sees(who, of(title))) seen.push(title);
      return seen;
    };
    // The default.
    const closed = await open(old, { publish: true, readers: undefined });
    expect(closed.result.withoutReaders).toBe(7);
    expect(await seenBy(ola!, closed.of)).toEqual(["Stated"]);
    expect(await seenBy(vera, closed.of)).toEqual(["Mixed", "Crew", "Stated"]);
    expect(await seenBy(nora!, closed.of)).toHaveLength(11);
    const opened = await open(old, { publish: true, readers: "everyone" });
    expect(await seenBy(ola!, opened.of)).toEqual([...titles, "Stated"]);
    const below = await open(old, { publish: true, readers: "everyone", parentId: above.id });
    expect(await seenBy(ola!, below.of)).toEqual([]);
    expect(await seenBy(vera, below.of)).toEqual([...titles, "Crew", "Stated"]);
  });

  test("fall back to the importer when they are unknown, and the preview says so", async () => {
    const files = {
      "Unknown.md": '---\ndepartments: ["Night shift"]\nowner: gone@example.org\n---\nWords',
      "Partly.md": "---\ndepartments: [Night shift, devops]\n---\nWords",
      "Unclear.md": "---\ndepartments: {night: true}\n---\nWords",
      "Broken.md": "---\ndepartments: [Night\nwhat: is: [this\n---\nWords",
      "Unended.md": "---\nroles: Night\n\nWords without an end of the head",
      "Left out.md": `---\ndepartments: [DevOps]\n---\n${"a".repeat(200_001)}`,
      "Left out/Child.md": "Words",
    };
    const found = await preview(nora!, await pack(files), { publish: true });
    const notes = Object.fromEntries(found.pages.map((page) => [page.path, page.notes]));
    for (const path of ["Partly.md", "Unclear.md", "Broken.md", "Unended.md"])
      expect([path, notes[path]]).toEqual([path, ["readers_unknown"]]);
    expect(notes["Unknown.md"]).toEqual(["readers_unknown", "owner_unknown"]);
    const { of } = await open(await pack(files));
    for (const title of ["Unknown", "Partly", "Unclear", "Broken", "Unended", "Child"])
      expect([title, await sees(ola!, of(title)), await sees(nora!, of(title))]).toEqual([
        title,
        false,
        true,
      ]);
    const vera = await createWriter(server, "Vera", { departments: ["DevOps"] });
    for (const title of ["Unknown", "Unclear", "Broken", "Unended"])
      expect(await sees(vera, of(title))).toBe(false);
    for (const title of ["Partly", "Child"]) expect(await sees(vera, of(title))).toBe(true);
  });
});

describe("an export", () => {
  test("restores text, tree, tags and links", async () => {
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

  test("keeps the tree when pages are named like the page of a folder", async () => {
    const top = await greta!.write({ title: "Manual" });
    await greta!.write({ title: "Index", parentId: top.id, body: "Of words" });
    await greta!.write({ title: "README", parentId: top.id, body: "First" });
    const { zip } = await greta!.client.call(routes.exportArticles, { query: { articleId: top.id } });
    const before = new Set((await greta!.tree()).map(({ id }) => id));
    await bring(greta!, zip, { publish: true });
    const copies = (await greta!.tree()).filter(({ id }) => !before.has(id));
    const copy = copies.find(({ title }) => title === "Manual");
    expect(copies.filter(({ parentId }) => parentId === copy?.id).map(({ title }) => title)).toEqual([
      "Index",
      "README",
    ]);
    expect(copies).toHaveLength(3);
  });

  test("contains no drafts, archived pages or pages for others", async () => {
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
