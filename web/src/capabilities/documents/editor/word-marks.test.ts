// @vitest-environment jsdom
import type { CommentWords } from "@atoll/contract/comments/schemas";
import { Editor } from "@tiptap/core";
import { Document } from "@tiptap/extension-document";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Text } from "@tiptap/extension-text";
import { afterEach, expect, test, vi } from "vitest";
import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import type { SharedDocument } from "../sharing/document-status.ts";
import { Sharing } from "./sharing-extension.ts";
import { readSelectedWords, showMarks, WordMarks } from "./word-marks.ts";

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

const lines = [
  "Count the nine buoys every morning.",
  "Write the number down.",
  "Count the nine buoys again.",
];

function seeded(): Y.Doc {
  const shared = new Y.Doc();
  shared.getXmlFragment("text").insert(
    0,
    lines.map((line) => {
      const block = new Y.XmlElement("paragraph");
      block.insert(0, [new Y.XmlText(line)]);
      return block;
    }),
  );
  return shared;
}

function edit(shared: Y.Doc, onPlaces: ((ids: readonly string[]) => void) | null = null): Editor {
  const document = { shared, awareness: new Awareness(shared) } as unknown as SharedDocument;
  const editor = new Editor({
    element: window.document.createElement("div"),
    extensions: [
      Document,
      Paragraph,
      Text,
      Sharing.configure({ document }),
      WordMarks.configure({ onPlaces, onPress: null, onComment: null }),
    ],
  });
  editors.push(editor);
  return editor;
}

/** Another page with the same document: what one writes, the other has at once. */
function together(): [Editor, Editor] {
  const [first, second] = [seeded(), new Y.Doc()];
  Y.applyUpdate(second, Y.encodeStateAsUpdate(first));
  first.on("update", (update, origin) => origin !== "wire" && Y.applyUpdate(second, update, "wire"));
  second.on("update", (update, origin) => origin !== "wire" && Y.applyUpdate(first, update, "wire"));
  return [edit(first), edit(second)];
}

/** Selects words and reads them as a comment does. */
function wordsAt(editor: Editor, quote: string, occurrence = 0): CommentWords {
  const { from } = placeOf(editor, quote, occurrence);
  editor.commands.setTextSelection({ from, to: from + quote.length });
  const words = readSelectedWords(editor);
  if (!words) throw new Error("no words are selected");
  return words;
}

function placeOf(editor: Editor, quote: string, occurrence = 0): { from: number } {
  const found: number[] = [];
  editor.state.doc.descendants((node, place) => {
    const text = node.text ?? "";
    for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) found.push(place + at);
  });
  const from = found[occurrence];
  if (from === undefined) throw new Error(`there is no ${quote}`);
  return { from };
}

const mark = (editor: Editor, ...all: CommentWords[]) =>
  showMarks(editor, {
    threads: all.map((words, index) => ({ id: String(index), words, isMarked: true })),
    activeId: null,
  });
const marked = (editor: Editor) =>
  [...editor.view.dom.querySelectorAll(".doc-thread")].map(({ textContent }) => textContent);

test("marks the selected occurrence of many equal words, and reads it again without its range", () => {
  const editor = edit(seeded());
  const words = wordsAt(editor, "nine buoys", 1);
  expect(words).toMatchObject({ quote: "nine buoys", suffix: " again." });
  const { range: _, ...quoted } = words;
  mark(editor, quoted);
  expect(marked(editor)).toEqual(["nine buoys"]);
  expect(editor.view.dom.querySelectorAll("p")[2]?.querySelector(".doc-thread")).not.toBeNull();
});

test("marks follow the words while they are edited here and by others", () => {
  const [ana, ben] = together();
  const words = wordsAt(ana, "the number");
  for (const editor of [ana, ben]) mark(editor, words);
  ana.commands.insertContentAt(1, "First of all. ");
  ben.commands.insertContentAt(placeOf(ben, "number").from, "exact ");
  ben.commands.insertContentAt(1, "Today: ");
  for (const editor of [ana, ben]) expect(marked(editor)).toEqual(["the exact number"]);
  // A page that is opened later finds them by their positions, although the quote is another one.
  const later = new Y.Doc();
  Y.applyUpdate(later, Y.encodeStateAsUpdate(sharedOf(ana)));
  const third = edit(later);
  mark(third, words);
  expect(marked(third)).toEqual(["the exact number"]);
});

test("text that others put directly before the words is not marked, also at the start of a paragraph", () => {
  const [ana, ben] = together();
  const [first, number] = [wordsAt(ana, "Write"), wordsAt(ana, "number")];
  for (const editor of [ana, ben]) mark(editor, first, number);
  ben.commands.insertContentAt(placeOf(ben, "Write").from, "Please ");
  ben.commands.insertContentAt(placeOf(ben, "number").from, "exact ");
  for (const editor of [ana, ben]) expect(marked(editor)).toEqual(["Write", "number"]);
});

test("words that are deleted are marked again when they come back", async () => {
  const [ana, ben] = together();
  const words = wordsAt(ana, "the number down");
  for (const editor of [ana, ben]) mark(editor, words);
  const { from } = placeOf(ana, "the number down");
  ana.commands.deleteRange({ from, to: from + "the number down".length });
  for (const editor of [ana, ben]) expect(marked(editor)).toEqual([]);
  ana.commands.insertContentAt(from, "the number down");
  for (const editor of [ana, ben])
    await vi.waitFor(() => expect(marked(editor)).toEqual(["the number down"]), { timeout: 20_000 });
});

test("reports the threads in the order of the text, and none whose words were deleted", () => {
  const places = vi.fn();
  const editor = edit(seeded(), places);
  const [late, early] = [wordsAt(editor, "number"), wordsAt(editor, "every morning")];
  mark(editor, late, early);
  expect(places).toHaveBeenLastCalledWith(["1", "0"]);
  const { from } = placeOf(editor, "every morning");
  editor.commands.deleteRange({ from: from - 3, to: from + "every morning".length });
  expect(places).toHaveBeenLastCalledWith(["0"]);
  expect(marked(editor)).toEqual(["number"]);
});

test("overlapping words and words over several blocks are marked together", () => {
  const editor = edit(seeded());
  const from = placeOf(editor, "morning").from;
  editor.commands.setTextSelection({ from, to: placeOf(editor, "number").from });
  const wide = readSelectedWords(editor);
  expect(wide?.quote).toBe("morning.\nWrite the");
  mark(editor, wide!, wordsAt(editor, "every morning"));
  expect(marked(editor).join("")).toBe("every morning.Write the");
});

test("a range that nobody could have selected leaves the quote to find the words", () => {
  const editor = edit(seeded());
  const words = wordsAt(editor, "Write");
  mark(editor, { ...words, range: { from: "{}", to: "not JSON" } });
  expect(marked(editor)).toEqual(["Write"]);
});

test("marking writes nothing into the document", () => {
  const editor = edit(seeded());
  const before = Y.encodeStateAsUpdate(sharedOf(editor));
  mark(editor, wordsAt(editor, "number"));
  expect(Y.encodeStateAsUpdate(sharedOf(editor))).toEqual(before);
});

function sharedOf(editor: Editor): Y.Doc {
  const { options } = editor.extensionManager.extensions.find(({ name }) => name === "sharing") ?? {};
  return (options as { document: SharedDocument }).document.shared;
}
