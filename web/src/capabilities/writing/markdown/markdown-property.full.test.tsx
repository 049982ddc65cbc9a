import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hostileText } from "../../../../../contract/test/hostile-text.ts";
import { marisol, ruth } from "../../../../test/chat/objects.ts";
import { measured } from "../../../../test/processor-ms.ts";
import { Markdown } from "./markdown.tsx";

// React escapes every `<`, `>` and quote of a text and of an attribute, so the tags in its markup are its elements.

const runs = 100_000;
/** The slowest of all on a machine that does much else; a common one takes well under a millisecond. */
const patienceMs = 1500;
const deepest = 40;

const calls = {
  mentions: [ruth, marisol].map(({ id, name }) => ({ id, name })),
  mentionsAll: "channel" as const,
};
const tag = /<(\/?)([a-z0-9]+)((?: [A-Za-z-]+(?:="[^"<>]*")?)*)(\/?)>/y;
const attribute = / ([A-Za-z-]+)(?:="([^"]*)")?/g;
const empty = new Set(["br", "hr", "input", "path", "rect"]);
const plain = "p span strong em del code pre br hr blockquote ul li table thead tbody tr th td div";
/** The elements allowed in a message, and their attributes apart from the class. The button copies a code block. */
const allowed = new Map<string, readonly string[]>([
  ...plain.split(" ").map((name): [string, readonly string[]] => [name, []]),
  ["pre", ["dir"]],
  ["th", ["align"]],
  ["td", ["align"]],
  // A mentioned person, whose card opens on click.
  ["span", ["data-person"]],
  ["bdi", ["dir"]],
  ["ol", ["start"]],
  // The box of a list, which nobody can press.
  ["input", ["type", "disabled", "aria-label", "checked"]],
  ["a", ["href", "target", "rel"]],
  ["button", ["type", "aria-label", "data-base-ui-click-trigger", "id", "tabindex"]],
  [
    "svg",
    "xmlns width height viewBox fill stroke stroke-width stroke-linecap stroke-linejoin aria-hidden".split(
      " ",
    ),
  ],
  ["path", ["d"]],
  ["rect", "width height x y rx ry".split(" ")],
]);

beforeAll(() => vi.stubGlobal("location", new URL("https://a.example")));
afterAll(() => vi.unstubAllGlobals());

it(`shows nothing outside of its list, in a moment, in ${runs} hostile texts`, () => {
  let slowestMs = 0;
  fc.assert(
    fc.property(hostileText, (content) => {
      const { result: markup, processorMs } = measured(() =>
        renderToStaticMarkup(<Markdown content={content} calls={calls} viewerId={marisol.id} />),
      );
      slowestMs = Math.max(slowestMs, processorMs);
      const { count, depth } = checkMarkup(markup);
      // Each part of a tree takes a character of the text at least.
      if (count > 20 + 4 * content.length)
        throw new Error(`${count} elements of ${content.length} characters`);
      if (depth > deepest) throw new Error(`${depth} elements in each other`);
    }),
    { numRuns: runs },
  );
  expect(slowestMs).toBeLessThan(patienceMs);
}, 300_000);

it("fails for forbidden elements", () => {
  for (const markup of [
    "<p><script>x</script></p>",
    '<p onclick="x">a</p>',
    '<p style="x">a</p>',
    '<a href="javascript:x" target="_blank" rel="noopener noreferrer">a</a>',
    '<a href="https://a.example">a</a>',
    "<p>a < b</p>",
    "<p>a",
  ])
    expect(() => checkMarkup(markup)).toThrow();
});

/** Counts the elements, and throws at one that may not be there. */
function checkMarkup(markup: string): { count: number; depth: number } {
  const open: string[] = [];
  let [count, depth] = [0, 0];
  for (let at = markup.indexOf("<"); at >= 0; at = markup.indexOf("<", tag.lastIndex)) {
    tag.lastIndex = at;
    const [, isEnd, name = "", attributes = ""] = tag.exec(markup) ?? [];
    if (name === "") throw new Error(`no tag: ${markup.slice(at, at + 80)}`);
    if (isEnd) {
      if (open.pop() !== name) throw new Error(`</${name}> ends nothing`);
      continue;
    }
    checkAttributes(name, attributes);
    count += 1;
    if (!empty.has(name)) depth = Math.max(depth, open.push(name));
    else if (markup[tag.lastIndex - 2] !== "/") open.push(name);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> does not end`);
  return { count, depth };
}

function checkAttributes(name: string, attributes: string): void {
  const known = allowed.get(name);
  if (!known) throw new Error(`<${name}>`);
  for (const [, key = "", value = ""] of attributes.matchAll(attribute)) {
    if (key !== "class" && !known.includes(key)) throw new Error(`<${name} ${key}>`);
    if (key === "href" && !/^(?:https?:\/\/[^/]|mailto:.|\/(?!\/))/.test(value))
      throw new Error(`<${name} ${key}="${value}">`);
  }
  for (const [, align = ""] of attributes.matchAll(/ align="([^"]*)"/g))
    if (!["left", "center", "right"].includes(align)) throw new Error(`<${name} align="${align}">`);
  const isSafe = attributes.includes(' target="_blank"') && attributes.includes(' rel="noopener noreferrer"');
  // A link within the workspace opens here.
  if (name === "a" && !isSafe && !attributes.includes(' href="/')) throw new Error(`<a${attributes}>`);
}
