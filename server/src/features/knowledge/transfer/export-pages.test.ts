import { commentRoutes } from "@atoll/contract/comments/routes";
import { articleLink } from "@atoll/contract/knowledge/links";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createArticleRow, createWriter, type Writer } from "../../../../test/knowledge.ts";
import { exportThing, linksTo, refuseExport } from "../../../../test/thing-exports.ts";
import { upload } from "../../../../test/upload.ts";

const server = sharedServer();
let [greta, ola]: Writer[] = [];
let png: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  greta = await createWriter(server, "Greta", { roles: ["admin"] });
  ola = await createWriter(server, "Ola", { departments: ["Backend"] });
  const { default: sharp } = await import("sharp");
  const drawn = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#0aa" } })
    .png()
    .toBuffer();
  png = new Uint8Array(drawn);
});

const comment = (subjectId: string, content: string, thread?: { id: string; quote: string }) =>
  greta!.client.call(commentRoutes.postComment, {
    params: { kind: "article", subjectId },
    body: {
      ...{ id: uuidv7(), content },
      ...(thread && { thread: { id: thread.id, words: { quote: thread.quote, prefix: "", suffix: "" } } }),
    },
  });

test("a manager exports pages as a tree of HTML and Markdown whose links and images lead into the archive", async () => {
  const top = await greta!.write({ title: "Harbour: guide?", body: "Words of the top" });
  const below = await greta!.write({ title: "Tides", parentId: top.id, body: "Ebb" });
  const twin = await greta!.write({ title: "tides", parentId: top.id, body: "## Flood *tables*" });
  const index = await greta!.write({ title: "Index", parentId: below.id, body: "Deep" });
  const elsewhere = await greta!.write({ title: "Elsewhere", body: "x" });
  const draft = await greta!.create({ title: "Unfinished draft", parentId: top.id, body: "Not yet" });
  const file = await upload(server, greta!, { name: "pier.png", content: png, kind: "article" });
  const path = articleLink({ kind: "article", id: twin.id });
  const text = await greta!.begin(top.id);
  await greta!.save(text, {
    body: `Words of the **top** <script>alert(1)</script>, ==marked==, see [article](article:${below.id}), [flood](${path}#flood-tables) and [article](article:${elsewhere.id}).\n\n![The pier](file:${file.id})\n\n- [x] Done\n\n:::toggle\nFolded\n\nInside\n:::\n\n| A | B |\n| --- | ---: |\n| 1 | 2 |`,
  });
  await greta!.publish(top.id);
  await server.db.updateTable("files").set({ subject_id: top.id }).where("id", "=", file.id).execute();
  const threadId = uuidv7();
  await comment(top.id, "On these words", { id: threadId, quote: "Words of the" });
  await comment(index.id, "Below the deep page");

  const archive = await exportThing(server, greta!, "pages", top.id);
  const paths = [...archive.files.keys()].filter((one) => one.startsWith("pages/")).toSorted();
  const stem = paths.find((one) => /^pages\/[^/]+\.html$/.test(one))!.slice(0, -".html".length);
  expect(stem.startsWith("pages/Harbour- guide")).toBe(true);
  expect(paths).toEqual(
    ["", "/Tides", "/Tides/Index 2", "/tides 2"]
      .flatMap((one) => [`${stem}${one}.html`, `${stem}${one}.md`])
      .toSorted(),
  );
  const html = archive.text(`${stem}.html`);
  expect(html).toContain("&lt;script&gt;");
  expect(html).toContain("<mark>marked</mark>");
  expect(html).toContain("<summary>Folded</summary>");
  expect(html).toContain('<td style="text-align: right">2</td>');
  const targets = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => target!);
  const inArchive = targets.filter((target) => !/^https?:/.test(target));
  const resolved = inArchive.map((target) =>
    decodeURIComponent(new URL(target, `http://zip/${encodeURI(stem)}`).pathname.slice(1)),
  );
  expect(resolved.filter((one) => !archive.files.has(one))).toEqual([]);
  expect(resolved).toEqual(
    expect.arrayContaining([`${stem}/Tides.html`, `${stem}/tides 2.html`, `files/${file.id}/pier.png`]),
  );
  expect(targets.find((target) => target.endsWith("#flood-tables"))).toMatch(/^[^/]+\/tides%202\.html#/);
  expect(archive.text(`${stem}/tides 2.html`)).toContain('<h3 id="flood-tables">Flood <em>tables</em></h3>');
  const markdown = archive.text(`${stem}.md`);
  expect(markdown).toContain("[Tides](<");
  expect(markdown).toMatch(/!\[The pier\]\(<\.\.\/files\//);
  expect(html).toContain("<blockquote>Words of the</blockquote>");
  expect(archive.lines("comments.jsonl")).toEqual([
    expect.objectContaining({ of: top.id, threadId, words: "Words of the", resolvedAt: null }),
    expect.objectContaining({ of: index.id, threadId: null, words: null }),
  ]);
  expect(archive.text(`${stem}/Tides/Index 2.html`)).toContain("Below the deep page");
  const [first] = archive.lines("pages.jsonl");
  expect(first).toMatchObject({
    id: top.id,
    versions: [{ number: 1 }, { number: 2, publishedBy: { name: "Greta" } }],
  });
  expect(archive.manifest).toMatchObject({ about: { pages: 4, comments: 2, notPublished: 1 }, entries: 6 });
  const everything = [...archive.files.values()].join("\n");
  expect(everything).not.toContain(draft.title);
  expect(archive.text("index.html").match(/<ul>/g)).toHaveLength(3);

  expect(await refuseExport(ola!, "pages", top.id)).toBe("exported_thing_not_found");
  expect(await refuseExport(greta!, "pages", draft.id)).toBe("exported_thing_not_found");
  const fileId = archive.made.file?.id ?? "";
  await greta!.archive(top.id);
  expect(await linksTo(greta!, fileId)).toEqual([]);
});

test("an archive names things only if its requester may see them", async () => {
  const hidden = await createArticleRow(server.db, ola!.id, {
    ...{ title: "Secret of Ola", status: "DRAFT", is_shared: false },
  });
  const top = await greta!.write({
    title: "Open",
    body: `See [article](article:${hidden}) and [person](person:${ola!.id}).`,
  });
  const archive = await exportThing(server, greta!, "pages", top.id);
  expect(archive.text("pages/Open.html")).toContain("@Ola");
  expect([...archive.files.values()].join("\n")).not.toContain("Secret of Ola");
  expect(archive.manifest.about).toMatchObject({ pages: 1, notPublished: 0 });
});
