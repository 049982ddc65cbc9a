import { expect, test } from "vitest";
import * as Y from "yjs";
import { ownWords, wordsOfUnsent } from "./own-words.ts";

/** Two paragraphs of an author, and the updates of each key that is pressed after the start. */
function startTyping() {
  const doc = new Y.Doc();
  const [first, second] = [new Y.XmlText("Four fathoms."), new Y.XmlText("Five.")];
  doc.getXmlFragment("text").insert(0, [first, second]);
  const start = Y.encodeStateAsUpdate(doc);
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  return {
    first,
    second,
    start,
    updates,
    type(place: Y.XmlText, at: number, words: string) {
      let end = at;
      for (const key of words) {
        place.insert(end, key);
        end += key.length;
      }
    },
  };
}

test("words typed key by key stay together when the text they were typed into never arrived", () => {
  const { first, second, updates, type } = startTyping();
  type(first, 13, " Mud at the bottom 🐟.");
  type(second, 0, "Or ");
  expect(ownWords(new Y.Doc(), updates)).toBe(" Mud at the bottom 🐟.\nOr ");
});

test("keeps typed words together when others deleted the paragraph", () => {
  const { first, start, updates, type } = startTyping();
  const theirs = new Y.Doc();
  Y.applyUpdate(theirs, start);
  theirs.getXmlFragment("text").delete(0, 1);
  type(first, 13, " Mud at the bottom.");
  expect(wordsOfUnsent(Y.encodeStateAsUpdate(theirs), updates)).toBe(" Mud at the bottom.");
});

test("keys pressed in the middle of such words are in their place, and what the author deleted is left out", () => {
  const { first, updates, type } = startTyping();
  type(first, 13, " Mud bottom.");
  type(first, 17, " at thex");
  first.delete(24, 1);
  first.insert(24, " ");
  first.delete(24, 1);
  expect(ownWords(new Y.Doc(), [...updates, ...updates.slice(0, 3)])).toBe(" Mud at the bottom.");
});
