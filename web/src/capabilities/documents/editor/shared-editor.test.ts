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
import { openSharedDocument, type SharedDocument } from "../sharing/shared-document.ts";
import { canShow } from "../sharing/shown-names.ts";
import { documentExtensions } from "./document-extensions.ts";
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

function edit(document: SharedDocument): Editor {
  const editor = new Editor({
    element: window.document.createElement("div"),
    extensions: extensionsOf(document),
  });
  ends.push(() => editor.destroy());
  return editor;
}

const extensionsOf = (document: SharedDocument) =>
  documentExtensions({
    document,
    names: createReferenceNames(new QueryClient()),
    images: { watch: () => () => undefined },
    menus: createMenuStore(),
    placeholder: "Write",
  });

test("undo takes back what was typed, and never the text that the draft began with", async () => {
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

test("replaces the whole text in one change, which undo takes back without what was typed before it", async () => {
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

test("a node of a newer editor is never opened here, so that nothing deletes it", async () => {
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
  expect(shows(marked("highlight"))).toBe(false);
  expect(shows((root) => root.insert(0, [new Y.XmlElement("diagram")]))).toBe(false);
});

test("pastes HTML without addresses that run code, and fetches no image from elsewhere", async () => {
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
