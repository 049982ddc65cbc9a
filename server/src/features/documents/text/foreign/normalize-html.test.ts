import { expect, test } from "vitest";
import { readMarkdown } from "../markdown.ts";
import { writeChecked } from "../write-checked.ts";
import { normalizeHtml } from "./normalize-html.ts";

/** The page, as the editor writes it, with nothing lost. */
function pageOf(html: string): string {
  const { markdown, scheme } = normalizeHtml(html, "notion");
  const written = writeChecked(readMarkdown(markdown.replaceAll(`${scheme}:`, "https://target.test/")));
  expect(written.lost).toEqual([]);
  return written.markdown.trim();
}

test.each([
  [
    "headings and marks",
    "<h2>A <b>b</b></h2><p>x <em>y </em>z <s>gone</s></p>",
    "## A **b**\n\nx _y_ z ~~gone~~",
  ],
  ["lists in lists", "<ol><li>one<ul><li>two</li></ul></li></ol>", "1. one\n   - two"],
  ["a list for each item", "<ul><li>one</li></ul><ul><li>two</li></ul>", "- one\n- two"],
  [
    "signs of Markdown",
    "<p>1 * 2 _x_ [y](z) # &lt;b&gt; | ~</p>",
    "1 \\* 2 \\_x\\_ \\[y]\\(z) # \\<b> | \\~",
  ],
  [
    "code with signs of its own",
    "<pre><code class='language-js'>a ``` b</code></pre>",
    "````js\na ``` b\n````",
  ],
  ["tables", "<table><tr><th>A</th></tr><tr><td>x<br>y</td></tr></table>", "| A |\n| - |\n| x<br>y |"],
  ["breaks", "<p>one<br>two<br><br>three</p>", "one\\\ntwo\n\nthree"],
  ["elements without an end", "<p>one<p>two<ul><li>three<li>four", "one\n\ntwo\n\n- three\n- four"],
])("reads %s", (_name, html, page) => {
  expect(pageOf(html)).toBe(page);
});

test("keeps no script, style or address that a browser must not open", () => {
  const page = pageOf(
    '<script>alert(1)</script><style>p{}</style><p onclick="x()"><a href="javascript:alert(1)">a</a> <img src=x onerror=alert(1)></p><svg><script>alert(2)</script></svg>',
  );
  expect(page).not.toMatch(/alert|javascript|onclick|onerror/);
});

test.each([
  ["ten thousand elements in each other", `${"<div><b>".repeat(10_000)}words`],
  ["ten thousand lists in each other", `${"<ul><li>".repeat(10_000)}words`],
  ["tags that never end", `words${'<a "'.repeat(2_000)}`],
  ["ends without a beginning", `words${"</div></p></b>".repeat(20_000)}`],
])("reads %s, and keeps the words", (_name, html) => {
  expect(pageOf(html)).toContain("words");
});
