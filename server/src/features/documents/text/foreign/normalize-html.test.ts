import { expect, test } from "vitest";
import { readMarkdown } from "../markdown.ts";
import { writeChecked } from "../write-checked.ts";
import { type HtmlDialect, normalizeHtml } from "./normalize-html.ts";

/** The page, as the editor writes it, with nothing lost. */
function pageOf(html: string, dialect: HtmlDialect = "notion"): string {
  const { markdown, scheme } = normalizeHtml(html, dialect);
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
  ["lines in code", "<pre><code>one<br>two\n  three</code></pre>", "```\none\ntwo\n  three\n```"],
  [
    "a list of tasks in a list of words",
    '<ul><li>words<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div>task</li></ul></li><li>more</li></ul>',
    "- words\n  - [x] task\n- more",
  ],
  [
    "numbers that continue, and numbers that start again",
    '<ol start="5"><li>five</li></ol><ol start="6"><li>six</li></ol><ol><li>one</li></ol>',
    "5. five\n6. six\n\n1) one",
  ],
  [
    "merged cells, with every column in its place",
    '<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td rowspan="2">x</td><td colspan="2">1</td></tr><tr><td>2</td><td>3</td></tr><tr><td>y</td></tr></table>',
    "| A | B | C |\n| - | - | - |\n| x | 1 | |\n| | 2 | 3 |\n| y | | |",
  ],
  [
    "a link around a title and a picture",
    '<p>See</p><a href="https://sails.test/"><div>Sails</div><div>All of them</div></a><a href="https://ropes.test/"><img src="rope.png" alt="Rope"></a>',
    "See\n\n[Sails](https://sails.test/)\n\n[All of them](https://sails.test/)\n\n[Rope](https://target.test/0)\n\n[https://ropes.test/](https://ropes.test/)",
  ],
  [
    "headings that open",
    '<details><summary style="font-size:1.5em">Big</summary><p>in</p></details><ul class="toggle"><li><details><summary>Small</summary>x</details></li></ul>',
    ":::toggle\n## Big\n\nin\n:::\n\n:::toggle\nSmall\n\nx\n:::",
  ],
  ["elements without an end", "<p>one<p>two<ul><li>three<li>four", "one\n\ntwo\n\n- three\n- four"],
])("reads %s", (_name, html, page) => {
  expect(pageOf(html)).toBe(page);
});

const macro = (name: string, content = "") =>
  `<ac:structured-macro ac:name="${name}">${content}</ac:structured-macro>`;
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`;
const richText = (content: string) => `<ac:rich-text-body>${content}</ac:rich-text-body>`;

test.each([
  [
    "states, issues, days and marks of places within a line",
    `<p>${macro("anchor", parameter("", "top"))}Sails: ${macro("status", parameter("title", "DONE"))} in ${macro("jira", parameter("key", "AB-1"))} since <time datetime="2026-03-01" /> <ac:emoticon ac:name="tick" /></p>`,
    "Sails: **DONE** in AB-1 since 2026-03-01 ✅",
  ],
  [
    "states and lists in a cell",
    `<table><tr><th>${macro("status", parameter("title", "OPEN"))}</th></tr><tr><td><ul><li>a</li><li>b</li></ul></td></tr></table>`,
    "| **OPEN** |\n| - |\n| • a<br>• b |",
  ],
  [
    "code with a title, and an end of a section in it",
    macro(
      "code",
      `${parameter("language", "Java")}${parameter("title", "Trim.java")}<ac:plain-text-body><![CDATA[if (a < b) { c[d[0]]]]><![CDATA[>e; }]]></ac:plain-text-body>`,
    ),
    "**Trim.java**\n\n```java\nif (a < b) { c[d[0]]>e; }\n```",
  ],
  [
    "boxes with a title",
    macro("note", `${parameter("title", "Wind")}${richText("<p>Reef early.</p>")}`),
    ":::warning\n**Wind**\n\nReef early.\n:::",
  ],
  [
    "columns, and a box in one of them",
    `<ac:layout><ac:layout-section><ac:layout-cell><p>left</p></ac:layout-cell><ac:layout-cell>${macro("tip", richText("<p>right</p>"))}</ac:layout-cell></ac:layout-section></ac:layout>`,
    "left\n\n:::tip\nright\n:::",
  ],
  [
    "parts that open, one within the other",
    macro(
      "expand",
      `${parameter("title", "1. More")}${richText(macro("expand", richText("<p>inside</p>")))}`,
    ),
    "::::toggle\n1\\. More\n\n:::toggle\ninside\n:::\n::::",
  ],
  [
    "tasks with a person",
    "<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>Ask <ac:link><ri:user ri:account-id='u1' /></ac:link></ac:task-body></ac:task><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>Sew</ac:task-body></ac:task></ac:task-list>",
    "- [x] Ask [person](https://target.test/0)\n- [ ] Sew",
  ],
  [
    "nothing of a table of contents, and the content of an unknown macro",
    `${macro("toc")}${macro("tabs", richText("<p>in a tab</p>"))}`,
    "in a tab",
  ],
])("reads %s, as Confluence stores them", (_name, storage, page) => {
  expect(pageOf(storage, "confluence")).toBe(page);
});

test("names the page, space and part that a link of Confluence leads to, and the page of a picture", () => {
  const { targets } = normalizeHtml(
    `<p><ac:link ac:anchor="part"><ri:page ri:content-title="P &amp; Q" ri:space-key="DEV" /><ac:plain-text-link-body><![CDATA[the <b>]]></ac:plain-text-link-body></ac:link></p>
     <ac:image ac:alt="Rope"><ri:attachment ri:filename="a b.png"><ri:page ri:content-title="Other" /></ri:attachment></ac:image>
     <ac:image><ri:url ri:value="javascript:x" /></ac:image>`,
    "confluence",
  );
  expect(targets).toEqual([
    { kind: "page", address: "P & Q", part: "part", space: "DEV", words: "the <b>" },
    { kind: "image", address: "a b.png", page: "Other", words: "Rope" },
  ]);
});

test.each([
  ["notion", '<figure class="image"><img src="a.png" style="width:240px"></figure>', ' "small"'],
  ["notion", '<img src="a.png" width="500">', ' "medium"'],
  ["notion", '<img src="a.png" style="max-width:100px;width:100%">', ""],
  ["confluence", '<ac:image ac:width="300"><ri:attachment ri:filename="a.png" /></ac:image>', ' "small"'],
] as const)("reads the width of a picture of %s", (dialect, html, width) => {
  const { markdown, scheme } = normalizeHtml(html, dialect);
  expect(markdown).toBe(`![](${scheme}:0${width})\n`);
});

test("reads highlighted words, but no coloured letters, and formulas", () => {
  expect(
    pageOf(
      '<p><mark class="highlight-yellow_background">lit</mark> <mark class="highlight-red">red</mark> <mark>marked</mark></p>',
    ),
  ).toBe("==lit== red ==marked==");
  const formula =
    '<span class="katex"><math><semantics><mi>x</mi><annotation>x^2</annotation></semantics></math></span>';
  expect(pageOf(`<p>Of ${formula} or so</p><figure class="equation"><div>${formula}</div></figure>`)).toBe(
    "Of $`x^2`$ or so\n\n```math\nx^2\n```",
  );
});

test("names once, with a count, what a page does not keep", () => {
  const { losses } = normalizeHtml(
    `<table><tr><td colspan="2">a</td></tr><tr><td rowspan="2">b</td></tr></table>${macro("tabs")}${macro("tabs")}${macro("gantt")}`,
    "confluence",
  );
  expect(losses).toEqual([
    { kind: "cells_merged", detail: "", count: 2 },
    { kind: "macro_unknown", detail: "tabs", count: 2 },
    { kind: "macro_unknown", detail: "gantt", count: 1 },
  ]);
});

test("keeps no script, style or address that a browser must not open", () => {
  const page = pageOf(
    '<script>alert(1)</script><style>p{}</style><p onclick="x()"><a href="javascript:alert(1)">a</a> <img src=x onerror=alert(1)></p><svg><script>alert(2)</script></svg>',
  );
  expect(page).not.toMatch(/alert|javascript|onclick|onerror/);
});

test.each([
  ["ten thousand elements in each other", `${"<div><b>".repeat(10_000)}words`],
  [
    "a table whose cells are merged with all that comes",
    `words<table>${`<tr>${'<td colspan="999999999" rowspan="999999999">x'.repeat(50)}`.repeat(60)}`,
  ],
  ["a thousand toggles in each other", `${"<details><summary>t</summary>".repeat(1_000)}words`],
  ["ten thousand lists in each other", `${"<ul><li>".repeat(10_000)}words`],
  ["tags that never end", `words${'<a "'.repeat(2_000)}`],
  ["ends without a beginning", `words${"</div></p></b>".repeat(20_000)}`],
])("reads %s, and keeps the words", (_name, html) => {
  expect(pageOf(html)).toContain("words");
});
