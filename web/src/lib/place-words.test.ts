import type { CommentWords } from "@atoll/contract/comments/schemas";
import { describe, expect, test } from "vitest";
import { createWordFinder, describeWords, placeWords, searchText } from "./place-words.ts";

const text =
  "Count the nine buoys every morning.\nWrite the number down.\nCount the nine buoys again in the evening.";

/** The words at an occurrence of a text. */
function at(quote: string, occurrence = 0, whole = text): CommentWords {
  let from = -1;
  for (let index = 0; index <= occurrence; index += 1) from = whole.indexOf(quote, from + 1);
  const words = describeWords(whole, { from, to: from + quote.length });
  if (!words) throw new Error("no words there");
  return words;
}

/** The words that are marked in another text, and their place. */
function marked(words: CommentWords, whole = text): [string, number] | null {
  const span = placeWords(searchText(whole), words);
  return span && [whole.slice(span.from, span.to), span.from];
}

describe("words are placed", () => {
  test("at their place in the same text", () => {
    expect(marked(at("nine buoys"))).toEqual(["nine buoys", 10]);
    expect(marked(at(text))).toEqual([text, 0]);
  });

  test("at the one of many equal quotes that has their surroundings", () => {
    expect(marked(at("nine buoys", 1))).toEqual(["nine buoys", text.lastIndexOf("nine buoys")]);
    const rows = Array.from(
      { length: 40 },
      (_, index) => `Row ${index}: the value is yes, checked twice`,
    ).join("\n");
    const words = at("yes", 27, rows);
    expect(marked(words, `Title\n${rows}`)?.[1]).toBe(rows.indexOf("yes", rows.indexOf("Row 27:")) + 6);
  });

  test("after text was added before and after them, and paragraphs were joined", () => {
    const edited = `A new beginning. ${text.replaceAll("\n", " ")} And an end.`;
    expect(marked(at("number down"), edited)).toEqual(["number down", edited.indexOf("number down")]);
  });

  test("over several blocks, whatever breaks are between them", () => {
    const words = at("every morning.\nWrite the number");
    const edited = text.replaceAll("\n", "\n\n  ");
    expect(marked(words, edited)?.[0]).toBe("every morning.\n\n  Write the number");
  });

  test("around an edit of the words themselves", () => {
    const edited = text.replace("Write the number down.", "Write the exact figure down.");
    expect(marked(at("the number"), edited)?.[0]).toBe("the exact figure");
    const longer =
      "The crew counts the buoys in the harbour, and writes the number into the large blue book there.";
    const words = at("writes the number", 0, longer);
    expect(marked(words, longer.replace("writes the number", "enters both figures"))?.[0]).toBe(
      "enters both figures",
    );
  });

  test("independently of other words that overlap them", () => {
    expect(marked(at("the nine"))).toEqual(["the nine", 6]);
    expect(marked(at("nine buoys every"))).toEqual(["nine buoys every", 10]);
  });
});

describe("words are removed", () => {
  test("when they were deleted, even if their surroundings stay", () => {
    const longer =
      "The crew counts the buoys in the harbour, and writes the number into the large blue book there.";
    expect(marked(at("writes the number", 0, longer), longer.replace("writes the number", ""))).toBeNull();
  });

  test("when an equal short word is left somewhere else", () => {
    const edited = text.replace("Write the number down.\n", "");
    expect(marked({ ...at("number"), quote: "evening" }, edited)).toBeNull();
  });

  test("when their row was deleted, and the rows around it have equal words", () => {
    const rows = "Pump A | yes\nPump B | yes\nPump C | yes";
    expect(marked(at("yes", 1, rows), rows.replace("Pump B | yes\n", ""))).toBeNull();
    expect(marked(at("yes", 1, rows), `Title\n${rows}`)?.[1]).toBe(6 + rows.indexOf("yes", 20));
  });

  test("when they were the whole text and are short, and the text is another one", () => {
    expect(marked(at("Nine", 0, "Nine"), "The Nine of Clubs and Nine others")).toBeNull();
    expect(marked(at("Nine", 0, "Nine"), "Nine of Clubs")).toBeNull();
  });

  test("when the text is empty, and spaces are no words", () => {
    expect(marked(at("nine"), "")).toBeNull();
    expect(describeWords("a  b", { from: 1, to: 3 })).toBeNull();
  });
});

test("the words of a long selection end at their limit, with what follows there", () => {
  const long = "abcdefghij".repeat(200);
  const words = describeWords(long, { from: 5, to: 1900 });
  expect(words?.quote).toHaveLength(1000);
  expect(words?.prefix).toBe("abcde");
  expect(words && placeWords(searchText(long), words)).toEqual({ from: 5, to: 1005 });
});

test("the words of a long selection end with a whole emoji, and so do their surroundings", () => {
  const emoji = "\u{1f6a2}".repeat(1200);
  const words = describeWords(` ${emoji}`.replace(" ", "a"), { from: 0, to: 2000 });
  expect(words?.quote).toHaveLength(999);
  expect(words?.suffix).toHaveLength(64);
  const middle = describeWords(`${emoji}a`, { from: 201, to: 203 });
  expect([middle?.prefix, middle?.quote, middle?.suffix].every((part) => part?.isWellFormed())).toBe(true);
});

test("finds the words of every thread in a long text of equal words", () => {
  const long = "the same words again ".repeat(9_000);
  const searched = searchText(long);
  const words = { quote: "the same", prefix: "again ", suffix: " words again" };
  const found = Array.from({ length: 300 }, () => placeWords(searched, words));
  expect(found.every((span) => span !== null)).toBe(true);
});

test("finds words again when the text has changed, and not before", () => {
  const [find, words] = [
    createWordFinder(),
    { quote: "the number down", prefix: "Write ", suffix: " today" },
  ];
  const place = find("Write the number down today", words);
  expect(place).toEqual({ from: 6, to: 21 });
  expect(find("Write the number down today", words)).toBe(place);
  expect(find("Please write it. Write the number down today", words)).toEqual({ from: 23, to: 38 });
  expect(find("Nothing is left", words)).toBeNull();
});
