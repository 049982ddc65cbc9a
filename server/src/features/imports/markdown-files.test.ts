import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWriter, type Writer } from "../../../test/knowledge.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { zipOf } from "../../../test/zip-file.ts";
import { openDiskStorage } from "../../platform/files/disk-storage.ts";
import { createLog } from "../../platform/log/log.ts";
import { planByOperator } from "./by-operator.ts";

const server = sharedServer();
let admin: Mover;
let ola: Writer;
let picture: Buffer;

beforeAll(async () => {
  picture = await sharp({ create: { width: 12, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  admin = createMover(await createWriter(server, "Greta", { roles: ["admin"] }));
  ola = await createWriter(server, "Ola");
});

const titled = async (title: string) => (await ola.tree()).find((article) => article.title === title);
const bodyOf = async (title: string) => (await ola.open((await titled(title))?.id ?? "")).body;

async function bring(files: Record<string, string | Buffer>) {
  const id = await admin.planFile("markdown", "vault.zip", await zipOf(files));
  const places = await admin.places(id);
  for (const { key } of places) await admin.placePages(id, key, { isOpen: true });
  const { tried } = await admin.try(id);
  const { made } = await admin.run(id);
  expect(made).toEqual(tried);
  expect(made.difference).toBeUndefined();
  return { id, made, places };
}

test("a vault keeps its folders, front matter, wiki links, headings, pictures and files", async () => {
  const { made } = await bring({
    "vault/Harbour.md":
      "---\ntitle: The harbour\ntags: [heavy, old]\nauthor: Olga Old\ncreated: 2020-02-03\n---\n\nSee [[Crane#How high|how high]], [[Crane]], [the same](Deep%20folder/Crane.md), [[#Below]] and [[Nowhere]].\n\n![[plan.png]]\n\n[list](files/list.txt)\n\n## Below\n\nWords",
    "vault/Deep folder/Crane.md": "# Crane\n\n## How high\n\nForty",
    "vault/Deep folder/README.md": "The folder itself",
    "vault/Bare/Page.md": "Words",
    "vault/files/plan.png": picture,
    "vault/files/list.txt": "one, two",
    "vault/.obsidian/app.json": "{}",
  });
  expect(made).toMatchObject({ articles: 5, files: 2 });
  const open = await ola.open((await titled("The harbour"))?.id ?? "");
  const crane = await titled("Crane");
  expect(open).toMatchObject({ tags: ["heavy", "old"], createdAt: "2020-02-03T00:00:00.000Z" });
  expect(open.body).toContain(`[how high](/knowledge-base/articles/${crane?.id}#how-high)`);
  expect(open.body).toContain(
    `[Below](/knowledge-base/articles/${open.id}#below)`.replace("Below", "#Below"),
  );
  expect(open.body).toMatch(/!\[[^\]]*\]\(file:/);
  expect(open.files.map(({ originalName }) => originalName)).toEqual(["list.txt"]);
  expect(await titled("Deep folder")).toMatchObject({ id: crane?.parentId });
  expect(await bodyOf("Deep folder")).toBe("The folder itself");
  expect((await titled("Page"))?.parentId).toBe((await titled("Bare"))?.id);
});

test("a link with a whole path leads to that page, and not to one whose path ends with it", async () => {
  await bring({
    "Archive/Projects/Plan.md": "The old one",
    "Projects/Plan.md": "The new one",
    "Projects/Overview.md": "[[Projects/Plan]]",
  });
  const id = /article:([-0-9a-f]{36})/.exec(await bodyOf("Overview"))?.[1] ?? "";
  expect((await ola.open(id)).body).toBe("The new one");
});

test("folders at the top are spaces of their own, and pages below the deepest level stay on it", async () => {
  const deep = Array.from({ length: 12 }, (_, level) => `Level ${level + 1}`).join("/");
  const { places, made, id } = await bring({ "Books/One.md": "1", [`Notes/${deep}.md`]: "deep" });
  expect(places.map(({ name, recordCount }) => [name, recordCount])).toEqual([
    ["Books", 1],
    ["Notes", 12],
  ]);
  expect(made).toMatchObject({ articles: 13, page_deeper: 4 });
  await admin.undo(id);
  expect(await titled("Level 12")).toBeUndefined();
});

test("the operator's import of a folder that was cut off goes on, and does not start again", async () => {
  const path = await mkdtemp(join(tmpdir(), "atoll-vault-"));
  onTestFinished(() => rm(path, { recursive: true }));
  await writeFile(join(path, "One.md"), "1");
  const { id: run_by, email } = await createPerson(server.db, {
    ...{ name: "Otto", email: "otto@vault.test", roles: ["admin"] },
  });
  const files = await openDiskStorage(server.filesFolder);
  const deps = { db: server.db, files, log: createLog("silent"), turnMs: 1_000 };
  const plan = () => planByOperator(deps, { path, source: "markdown", email }, new AbortController().signal);
  const { id } = await plan();
  await server.db.updateTable("imports").set({ state: "trying", run_by }).where("id", "=", id).execute();
  expect(await plan()).toMatchObject({ id, state: "planned", tried: { articles: 1 } });
});
