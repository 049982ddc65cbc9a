import type { Span } from "../../../lib/place-words.ts";

/** The text of an element as its readers see it, with the way between its places and those of the page. */
export interface ShownText {
  text: string;
  /** The part of the text in a range of the page. Null where the range has none of it. */
  spanOf(range: Range): Span | null;
  rangeOf(span: Span): Range | null;
}

/**
 * Buttons, numbers of steps and the like are on the page, and not in the text. Names of other things are not, either:
 * each reader sees those that they may know, and all readers see the words that a comment quotes.
 */
const aside = "button, [role=button], [aria-hidden=true], [data-unquoted], annotation, style, script";
const blocks = "p, li, h1, h2, h3, h4, h5, h6, td, th, pre, blockquote, summary, div, section, aside";

/** Reads the text of an element. The result is for the element as it is now. */
export function readShownText(root: Element): ShownText {
  const parts: { node: Text; start: number }[] = [];
  let text = "";
  let lastBlock: Element | null | undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(aside) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.data === "") continue;
    const block = node.parentElement?.closest(blocks);
    if (lastBlock !== undefined && block !== lastBlock) text += "\n";
    lastBlock = block;
    parts.push({ node, start: text.length });
    text += node.data;
  }

  /** The last part that starts at or before a place. */
  function partAt(place: number) {
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((parts[middle]?.start ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return parts[low];
  }

  return {
    text,
    spanOf(range) {
      const inside = parts.filter(({ node }) => range.intersectsNode(node));
      const [first, last] = [inside[0], inside.at(-1)];
      if (!first || !last) return null;
      const from = first.start + (first.node === range.startContainer ? range.startOffset : 0);
      const to = last.start + (last.node === range.endContainer ? range.endOffset : last.node.length);
      return from < to ? { from, to } : null;
    },
    rangeOf({ from, to }) {
      const [first, last] = [partAt(from), partAt(to - 1)];
      if (!first || !last) return null;
      const range = document.createRange();
      range.setStart(first.node, Math.min(from - first.start, first.node.length));
      range.setEnd(last.node, Math.min(to - last.start, last.node.length));
      return range;
    },
  };
}
