// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { Editor, getSchema } from "@tiptap/core";
import { afterEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { startApiServer } from "../../../../test/api-server.ts";
import { aSession, aViewer, testId } from "../../../../test/people.ts";
import { createRealtimeSocket } from "../../../lib/server/socket.ts";
import { adopt, clearSession } from "../../../lib/session/session-store.ts";
import { createSignedIn } from "../../../lib/signed-in.ts";
import { createReferenceNames } from "../references/reference-names.ts";
import type { SharedDocument } from "../sharing/document-status.ts";
import { openSharedDocument } from "../sharing/shared-document.ts";
import { canShow } from "../sharing/shown-names.ts";
import { alignColumn } from "./align-column.ts";
import { replaceFile } from "./clipboard.ts";
import { documentExtensions } from "./document-extensions.ts";
import { setImageWidth } from "./insert-image.ts";
import { createMenuStore } from "./menu-store.ts";
import { replaceText } from "./replace-text.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** The update that the server seeds a draft with. */
function seed(...blocks: [node: string, text: string][]): Uint8Array {
  const shared = new Y.Doc();
  shared.getXmlFragment("text").insert(
    0,
    blocks.map(([node, text]) => {
      const block = new Y.XmlElement(node);
      block.insert(0, [new Y.XmlText(text)]);
      return block;
    }),
  );
  return Y.encodeStateAsUpdate(shared);
}

/** A draft as a page opens it, from a server that answers with this state. */
async function open(state: Uint8Array): Promise<SharedDocument> {
  const document = {
    subject: { kind: "article", id: testId(1) },
    ...{ epoch: testId(2), schemaVersion: 1, sequence: 1, mayEdit: true },
    ...{ savedAt: "2026-11-26T09:00:00.000Z", state: Buffer.from(state).toString("base64") },
  };
  const server = await startApiServer(() => ({ json: document }));
  vi.stubGlobal("location", new URL(server.origin));
  adopt(aSession(1), aViewer());
  const queryClient = new QueryClient();
  const realtime = createRealtimeSocket({
    url: server.origin,
    getToken: () => "none",
    reconnect: { baseMs: 10, maxMs: 50 },
  });
  const signedIn = createSignedIn({ queryClient, realtime, viewer: aViewer() });
  const opened = openSharedDocument(signedIn, { kind: "article", id: testId(1) });
  ends.push(
    () => server.close(),
    () => vi.unstubAllGlobals(),
    () => clearSession("never-in"),
    () => realtime.close(),
    () => signedIn.end(),
    () => opened.close(),
  );
  await vi.waitUntil(() => opened.getSnapshot().status.kind !== "loading");
  return opened;
}

function edit(document: SharedDocument, page?: number): Editor {
  const editor = new Editor({
    element: window.document.createElement("div"),
    extensions: extensionsOf(document, page),
  });
  ends.push(() => editor.destroy());
  return editor;
}

const names = createReferenceNames(new QueryClient());
const foreignImages = vi.fn();
const imagesLeftOut = vi.fn();
const markdownPasted = vi.fn<(read: (() => void) | undefined) => void>();

const extensionsOf = (document: SharedDocument, page = 1) =>
  documentExtensions({
    document,
    subject: { kind: "article", id: testId(page) },
    clipboard: { onForeignImages: foreignImages, onImagesLeftOut: imagesLeftOut, onMarkdown: markdownPasted },
    names,
    images: { watch: () => () => undefined },
    menus: createMenuStore(),
    placeholder: "Write",
  });

test("undo reverts typing, and never the initial text of the draft", async () => {
  const document = await open(seed(["paragraph", "Begin here"], ["paragraph", "Go on"]));
  const editor = edit(document);
  editor.commands.undo();
  expect(editor.getText({ blockSeparator: "/" })).toBe("Begin here/Go on");
  editor.commands.insertContentAt(1, "Typed. ");
  expect(editor.getText({ blockSeparator: "/" })).toBe("Typed. Begin here/Go on");
  for (let times = 0; times < 5; times += 1) editor.commands.undo();
  expect(editor.getText({ blockSeparator: "/" })).toBe("Begin here/Go on");
  expect(document.shared.getXmlFragment("text")).toHaveLength(2);
});

test("replaces the whole text in one change, which undo reverts without earlier typing", async () => {
  const document = await open(seed(["paragraph", "Begin here"], ["paragraph", "Go on"]));
  const editor = edit(document);
  const lines = () => editor.getText({ blockSeparator: "/" });
  editor.commands.insertContentAt(1, "Typed. ");
  const kept = document.shared.getXmlFragment("text").get(1);
  expect(
    replaceText(editor, seed(["heading", "Earlier"], ["paragraph", "Then"], ["paragraph", "Go on"])),
  ).toBe(true);
  expect(lines()).toBe("Earlier/Then/Go on");
  // A last block that both texts have is not written again: what others type into it stays.
  expect(document.shared.getXmlFragment("text").get(2)).toBe(kept);
  editor.commands.insertContentAt(1, "Much ");
  editor.commands.undo();
  expect(lines()).toBe("Earlier/Then/Go on");
  editor.commands.undo();
  expect(lines()).toBe("Typed. Begin here/Go on");
  editor.commands.redo();
  expect(lines()).toBe("Earlier/Then/Go on");
});

test("does not replace a text by one that has what this editor cannot show", async () => {
  const editor = edit(await open(seed(["paragraph", "Begin here"])));
  expect(replaceText(editor, seed(["paragraph", "Known"], ["diagram", "Newer"]))).toBe(false);
  expect(editor.getText()).toBe("Begin here");
});

test("never opens a document with nodes of a newer editor, so that none is deleted", async () => {
  const document = await open(seed(["paragraph", "Known"], ["diagram", "Newer"]));
  expect(document.getSnapshot()).toMatchObject({
    status: { kind: "outdated" },
    isLoaded: false,
    isEditable: false,
  });
  expect(document.shared.store.clients.size).toBe(0);
});

test("knows exactly the nodes and marks that the editor has", async () => {
  const document = await open(seed(["paragraph", "Known"]));
  const { nodes, marks } = getSchema(extensionsOf(document));
  const shows = (write: (root: Y.XmlFragment) => void) => {
    const shared = new Y.Doc();
    write(shared.getXmlFragment("text"));
    return canShow(Y.encodeStateAsUpdate(shared));
  };
  for (const name of Object.keys(nodes))
    expect(
      shows((root) => root.insert(0, [new Y.XmlElement(name)])),
      name,
    ).toBe(true);
  const marked = (name: string) => (root: Y.XmlFragment) => {
    const text = new Y.XmlText();
    root.insert(0, [text]);
    text.insert(0, "x", { [name]: {} });
  };
  for (const name of Object.keys(marks)) expect(shows(marked(name)), name).toBe(true);
  expect(shows(marked("link--abc="))).toBe(true);
  expect(shows(marked("blink"))).toBe(false);
  expect(shows((root) => root.insert(0, [new Y.XmlElement("diagram")]))).toBe(false);
});

test("pastes HTML without script addresses, and fetches no external image", async () => {
  const editor = edit(await open(seed(["paragraph", "Known"])));
  // jsdom has no such event; only its name is needed.
  vi.stubGlobal("ClipboardEvent", Event);
  editor.view.pasteHTML(
    '<p><a href="javascript:alert(1)">go</a> <a href="https://example.org/">there</a><img src="https://evil.example/x.png" onerror="alert(1)"><script>x</script></p>',
  );
  const html = editor.getHTML();
  expect(html).toContain('href="https://example.org/"');
  expect(html).toContain("go");
  for (const bad of ["javascript:", "onerror", "evil.example", "<script", "<img"])
    expect(html).not.toContain(bad);
  expect(editor.view.dom.querySelector("img")).toBeNull();
});

/** Every node and mark that the editor has, in one text. */
const p = (...content: object[]) => ({ type: "paragraph", content });
const t = (text: string, ...marks: object[]) => ({ type: "text", text, marks });
const cells = (type: string, ...texts: string[]) => ({
  type: "tableRow",
  content: texts.map((text, column) => ({
    type,
    attrs: { colspan: 1, rowspan: 1, colwidth: null, align: column === 0 ? null : "right" },
    content: [p(t(text))],
  })),
});
const linked = {
  href: "https://example.org/",
  target: null,
  rel: "noopener noreferrer",
  class: null,
  title: null,
};
const mention = (kind: string) => ({ type: "mention", attrs: { kind, id: testId(5) } });
const everything = [
  { type: "heading", attrs: { level: 4 }, content: [t("Heading")] },
  p(
    t("bold", { type: "bold" }),
    t("italic", { type: "italic" }),
    t("struck", { type: "strike" }),
    t("lit", { type: "highlight" }),
  ),
  p(
    t("code", { type: "code" }),
    t("link", { type: "link", attrs: linked }),
    { type: "hardBreak" },
    t("after"),
  ),
  p(...["person", "task", "channel", "article"].map(mention)),
  { type: "blockquote", content: [p(t("Quoted"))] },
  { type: "bulletList", content: [{ type: "listItem", content: [p(t("Point"))] }] },
  {
    type: "orderedList",
    attrs: { start: 3, type: null },
    content: [{ type: "listItem", content: [p(t("Third"))] }],
  },
  {
    type: "taskList",
    content: [true, false].map((checked) => ({
      type: "taskItem",
      attrs: { checked },
      content: [p(t(`${checked}`))],
    })),
  },
  {
    type: "codeBlock",
    attrs: { language: "sql" },
    content: [{ type: "text", text: "SELECT 1\n\n  FROM x" }],
  },
  { type: "codeBlock", attrs: { language: "math" }, content: [t("x^2")] },
  { type: "horizontalRule" },
  { type: "table", content: [cells("tableHeader", "Item", "Price"), cells("tableCell", "Desk", "300")] },
  { type: "callout", attrs: { tone: "warning" }, content: [p(t("Careful"))] },
  {
    type: "toggle",
    content: [{ type: "heading", attrs: { level: 2 }, content: [t("Folds")] }, p(t("Folded"))],
  },
  { type: "image", attrs: { fileId: testId(7), alt: 'The "plan" <b>', width: "small" } },
  { type: "card", attrs: { kind: "article", id: testId(8) } },
  { type: "sectionCards", attrs: { id: testId(9), query: "view=board stages=new%2Cwon" } },
  { type: "step", attrs: { id: testId(9) }, content: [p(t("First step"))] },
  p(t("End")),
];
function copyAll(editor: Editor): { html: string; text: string } {
  const { dom, text } = editor.view.serializeForClipboard(
    editor.state.doc.slice(0, editor.state.doc.content.size),
  );
  return { html: dom.innerHTML, text };
}

function cutAll(editor: Editor): string {
  const { html } = copyAll(editor);
  editor.commands.clearContent();
  return html;
}

test("every node and mark survives cut and paste", async () => {
  vi.stubGlobal("ClipboardEvent", Event);
  names.learn({ kind: "person", id: testId(5) }, { name: "Ines Adler", link: "/people/5" });
  names.learn({ kind: "article", id: testId(8) }, { name: "Backups", link: "/knowledge/8" });
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.commands.setContent(everything);
  const before = editor.getJSON();
  const used = new Set(JSON.stringify(before).match(/"type":"\w+"/g));
  for (const name of [...Object.keys(editor.schema.nodes), ...Object.keys(editor.schema.marks)])
    expect([...used, '"type":"doc"'], `${name} is in the text of this test`).toContain(`"type":"${name}"`);
  const { text } = copyAll(editor);
  for (const words of [
    "Heading",
    "boldital",
    "@Ines Adler",
    "Backups",
    'The "plan" <b>',
    "3. Third",
    "[x] true",
  ])
    expect(text).toContain(words);
  expect(text).toContain("- Point");
  expect(text).toContain("Desk\t300");
  expect(text).toContain("SELECT 1\n\n  FROM x");
  const html = cutAll(editor);
  editor.view.pasteHTML(html);
  expect(editor.getJSON().content?.slice(0, before.content?.length)).toEqual(before.content);
  expect(foreignImages).not.toHaveBeenCalled();
});

test("aligns whole columns, as Markdown does", async () => {
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.commands.setContent([
    { type: "table", content: [cells("tableHeader", "Item"), cells("tableCell", "Desk")] },
  ]);
  editor.commands.setTextSelection(editor.state.doc.content.size - 5);
  alignColumn(editor, "center");
  expect(editor.getHTML().match(/align="center"/g)).toHaveLength(2);
});

test("folds a toggle for its writer only, and opens it when the cursor comes into it", async () => {
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.commands.setContent([{ type: "toggle", content: [p(t("Line")), p(t("Below"))] }, p(t("After"))]);
  const before = editor.getJSON();
  const isFolded = () => editor.view.dom.querySelector(".doc-toggle")?.hasAttribute("data-folded");
  const button = editor.view.dom.querySelector<HTMLButtonElement>(".doc-toggle > button");
  button?.click();
  expect([isFolded(), button?.getAttribute("aria-expanded")]).toEqual([true, "false"]);
  editor.commands.setTextSelection(4);
  expect(isFolded()).toBe(true);
  editor.commands.keyboardShortcut("Mod-Enter");
  expect(isFolded()).toBe(false);
  editor.commands.keyboardShortcut("Mod-Enter");
  expect(isFolded()).toBe(true);
  editor.commands.setTextSelection(9);
  expect(isFolded()).toBe(false);
  expect(editor.getJSON()).toEqual(before);
});

test("reads a typed formula as code between dollar signs, and an amount of money as text", async () => {
  const editor = edit(await open(seed(["paragraph", "Of $x^2 and $5 or $6"])));
  const type = (at: number) => {
    editor.commands.setTextSelection(at);
    const { view } = editor;
    view.someProp("handleTextInput", (handle) => handle(view, at, at, "$", () => view.state.tr));
  };
  type(21);
  type(8);
  expect(editor.getJSON().content?.[0]?.content).toEqual([
    { type: "text", text: "Of $" },
    t("x^2", { type: "code" }),
    { type: "text", text: "$ and $5 or $6" },
  ]);
});

test("shows a formula below its source, and draws it again when it changes", async () => {
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.commands.setContent([
    { type: "codeBlock", attrs: { language: "math" }, content: [t("a^2")] },
    p(t("End")),
  ]);
  const shown = () => editor.view.dom.querySelector(".doc-formula annotation")?.textContent;
  await vi.waitFor(() => expect(shown()).toBe("a^2"));
  editor.commands.insertContentAt(4, "+b");
  await vi.waitFor(() => expect(shown()).toBe("a^2+b"));
  editor.commands.insertContentAt(1, "{");
  await vi.waitFor(() => expect(editor.view.dom.textContent).toContain("cannot be shown yet"));
});

test("changes the width of the selected image, which stays selected", async () => {
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.commands.setContent([{ type: "image", attrs: { fileId: testId(7), alt: "Plan" } }, p(t("End"))]);
  editor.commands.setNodeSelection(0);
  const image = () => editor.view.dom.querySelector<HTMLElement>(".doc-image");
  const before = image();
  for (const width of ["small", "medium", null] as const) {
    setImageWidth(editor, width);
    expect([editor.getAttributes("image").width, image()?.dataset.width ?? null]).toEqual([width, width]);
  }
  expect(image()).toBe(before);
});

test("reads pasted toggles of other programs", async () => {
  vi.stubGlobal("ClipboardEvent", Event);
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.view.pasteHTML(
    "<details><summary>Line</summary><p>Below</p></details><details><summary><h2>Title</h2></summary><p>Text</p></details>",
  );
  const toggles = editor.getJSON().content?.filter(({ type }) => type === "toggle");
  expect(toggles?.map(({ content = [] }) => content.map(({ type }) => type))).toEqual([
    ["paragraph", "paragraph"],
    ["heading", "paragraph"],
  ]);
});

test("keeps the ID of a cut step, and gives a copied one a new ID", async () => {
  vi.stubGlobal("ClipboardEvent", Event);
  const editor = edit(await open(seed(["paragraph", "Known"])));
  const idsOf = () => [...editor.getHTML().matchAll(/data-step="([^"]*)"/g)].map(([, id]) => id);
  editor.commands.setContent(everything);
  const { html } = copyAll(editor);
  editor.commands.focus("end");
  editor.view.pasteHTML(html);
  const [first, second] = idsOf();
  expect(first).toBe(testId(9));
  expect(second).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
  editor.view.pasteHTML('<section data-step="<b>made up</b>"><p>x</p></section>');
  for (const id of idsOf()) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

test("says which pasted images belong to another page, and puts their copies in place", async () => {
  vi.stubGlobal("ClipboardEvent", Event);
  foreignImages.mockClear();
  const document = await open(seed(["paragraph", "Known"]));
  const other = edit(document, 2);
  other.commands.setContent(everything);
  const { html } = copyAll(other);
  const editor = edit(document);
  editor.commands.clearContent();
  editor.view.pasteHTML(html);
  expect(foreignImages).toHaveBeenCalledExactlyOnceWith([testId(7)]);
  editor.view.dispatch(replaceFile(editor.state, testId(7), testId(17)));
  expect(editor.getHTML()).toContain(testId(17));
  expect(editor.getHTML()).not.toContain(testId(7));
});

test("accepts only valid IDs from pasted references, and no classes of links", async () => {
  vi.stubGlobal("ClipboardEvent", Event);
  imagesLeftOut.mockClear();
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.view.pasteHTML(`<p><span data-kind="person" data-id="../../x">a</span>
    <span data-kind="invoice" data-id="${testId(1)}">b</span>
    <a class="fixed inset-0" target="_top" rel="opener" title="x" href="https://example.org/">c</a></p>
    <figure data-file="x&quot; onerror=&quot;alert(1)" data-alt="y"><img src="https://evil.example/1.png"></figure>
    <div data-kind="task" data-id="javascript:alert(1)">d</div>`);
  const html = editor.getHTML();
  for (const bad of ["data-file", "data-id", "fixed", "_top", "title", "onerror", "evil", "javascript:"])
    expect(html).not.toContain(bad);
  expect(html).toContain('rel="noopener noreferrer"');
  for (const words of ["a", "b", "c", "d"]) expect(editor.getText()).toContain(words);
  expect(imagesLeftOut).toHaveBeenCalledExactlyOnceWith(1);
});

/** Pastes as a browser does. */
function paste(editor: Editor, data: Record<string, string>): void {
  const event = new Event("paste", { cancelable: true, bubbles: true });
  Object.assign(event, {
    clipboardData: { getData: (type: string) => data[type] ?? "", files: [], items: [] },
  });
  editor.view.dom.dispatchEvent(event);
}

test("reads pasted Markdown, with its boxes and reference links, and keeps HTML in it as text", async () => {
  vi.stubGlobal("ClipboardEvent", Event);
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.commands.clearContent();
  paste(editor, {
    "text/plain":
      "# Plan\n\n- [x] Done\n- [ ] Open\n\nSee [the guide][g] and <b>this</b>, ==lit==.\n\n[g]: https://a.test/guide",
  });
  const html = editor.getHTML();
  expect(html).toContain("<h1>Plan</h1>");
  expect(html.match(/data-checked="(?:true|false)"/g)).toEqual([
    'data-checked="true"',
    'data-checked="false"',
  ]);
  expect(html).toContain('href="https://a.test/guide"');
  expect(html).toContain("&lt;b&gt;this&lt;/b&gt;");
  expect(html).toContain("<mark>lit</mark>");
  expect(markdownPasted).toHaveBeenLastCalledWith(undefined);
});

test("pastes text that may be Markdown as it is, and converts it on request", async () => {
  vi.stubGlobal("ClipboardEvent", Event);
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.commands.clearContent();
  paste(editor, { "text/plain": "# 12 is the number" });
  expect(editor.getText()).toContain("# 12 is the number");
  markdownPasted.mock.lastCall?.[0]?.();
  expect(editor.getHTML()).toContain("<h1>12 is the number</h1>");
  expect(editor.getText()).not.toContain("#");
  paste(editor, { "text/plain": "No marks at all, 3 * 4 - 5" });
  expect(markdownPasted).toHaveBeenCalledTimes(1);
});

test("makes lists of what Word writes as paragraphs", async () => {
  vi.stubGlobal("ClipboardEvent", Event);
  const editor = edit(await open(seed(["paragraph", "Known"])));
  editor.commands.clearContent();
  const item = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span><![endif]>${text}</p>`;
  editor.view.pasteHTML(
    `<p>Before</p>${item(1, "·", "One")}${item(2, "o", "Inner")}${item(1, "·", "Two")}<p>Between</p>${item(1, "3.", "Third")}`,
  );
  const html = editor.getHTML().replaceAll(/ class="[^"]*"/g, "");
  expect(html).toContain("<ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ul>");
  expect(html).toContain('<ol start="3"><li><p>Third</p></li></ol>');
  expect(editor.getText()).not.toContain("·");
});
