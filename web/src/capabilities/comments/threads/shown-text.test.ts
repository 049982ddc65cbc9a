// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { describeWords, placeWords, searchText } from "../../../lib/place-words.ts";
import { readShownText } from "./shown-text.ts";

function show(html: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = html;
  document.body.replaceChildren(root);
  return root;
}

function rangeBetween(start: Node | null, from: number, end: Node | null, to: number): Range {
  const range = document.createRange();
  range.setStart(start!, from);
  range.setEnd(end!, to);
  return range;
}

const page = `<h2>Buoys <button>Copy a link</button></h2><p>Count the <strong>nine</strong> buoys.</p>
  <span aria-hidden="true">1</span><ul><li>Red</li><li>Green</li></ul>`;

describe("the text of a page", () => {
  test("has a line for each block, and no buttons and numbers of steps", () => {
    expect(readShownText(show(page)).text.replace(/\s*\n\s*/g, "|")).toBe(
      "Buoys|Count the nine buoys.|Red|Green",
    );
  });

  test("is the same for readers who know the name of a mentioned thing and for others", () => {
    const pageOf = (name: string) => `<p>Ask about <span data-unquoted="">${name}</span> first.</p>`;
    const wordsOf = (name: string) => {
      const root = show(pageOf(name));
      const [before, after] = [root.querySelector("p")!.firstChild, root.querySelector("p")!.lastChild];
      const shown = readShownText(root);
      const span = shown.spanOf(rangeBetween(before, 4, after, 6));
      return span && describeWords(shown.text, span);
    };
    const words = wordsOf("<a href='/t'>Dismiss Tom Weber</a>");
    expect(words?.quote.replace(/\s+/g, " ")).toBe("about first");
    expect(JSON.stringify(words)).not.toContain("Tom");
    expect(wordsOf("a task")).toEqual(words);
  });

  test("leads from a range over several blocks to words, and back to the same range", () => {
    const root = show(page);
    const shown = readShownText(root);
    const [strong, items] = [root.querySelector("strong")!, root.querySelectorAll("li")];
    const span = shown.spanOf(rangeBetween(strong.firstChild, 2, items[1]!.firstChild, 3));
    const words = span && describeWords(shown.text, span);
    expect(words?.quote.replace(/\s+/g, " ")).toBe("ne buoys. Red Gre");
    const place = words && placeWords(searchText(shown.text), words);
    const range = place && shown.rangeOf(place);
    expect(range?.startContainer).toBe(strong.firstChild);
    expect([range?.startOffset, range?.endContainer, range?.endOffset]).toEqual([2, items[1]!.firstChild, 3]);
  });

  test("leads to the words of a page whose elements are others now", () => {
    const before = readShownText(show(page));
    const from = before.text.indexOf("nine");
    const words = describeWords(before.text, { from, to: from + "nine buoys".length });
    const after = readShownText(show("<p>First.</p><div><p>Count <em>the nine</em> buoys.</p></div>"));
    const place = words && placeWords(searchText(after.text), words);
    expect(place && after.rangeOf(place)?.toString()).toBe("nine buoys");
  });

  test("has nothing of a selection outside of it", () => {
    const root = show(page);
    const outside = document.createElement("p");
    outside.textContent = "Outside";
    document.body.append(outside);
    expect(readShownText(root).spanOf(rangeBetween(outside.firstChild, 0, outside.firstChild, 3))).toBeNull();
  });
});
