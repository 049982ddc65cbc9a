import { documentMaxMarks } from "@atoll/contract/documents/limits";
import { expect, test } from "vitest";
import { canonical } from "./canonical.ts";
import type { DocumentNode } from "./document-node.ts";
import { readMarkdown, writeMarkdown } from "./markdown.ts";
import { writeChecked } from "./write-checked.ts";

const doc = (...content: DocumentNode[]): DocumentNode => ({ type: "doc", content });
const text = (value: string): DocumentNode => ({ type: "text", text: value });
const paragraph = (...content: DocumentNode[]): DocumentNode => ({ type: "paragraph", content });
const cell = (type: string, ...content: DocumentNode[]): DocumentNode => ({
  type,
  content: [paragraph(...content)],
});
const aligned = (align: string | null, node: DocumentNode): DocumentNode => ({ ...node, attrs: { align } });

test.each([
  ["a pipe", doc(paragraph(text("a | b \\| c")))],
  ["<br> as text", doc(paragraph(text("<br> and <b>")))],
  ["a hash that is no heading", doc(paragraph(text("# x")), paragraph(text("\\# x")))],
  [
    "highlighted words next to other marks and signs",
    doc(
      paragraph(
        { ...text("x=="), marks: [{ type: "highlight" }] },
        { ...text(" y "), marks: [{ type: "bold" }, { type: "highlight" }] },
        { ...text("z"), marks: [{ type: "strike" }, { type: "highlight" }] },
        text("== a == b=c"),
      ),
    ),
  ],
  [
    "images of each width",
    doc(
      ...[null, "small", "medium"].map((width) => ({
        type: "image",
        attrs: { fileId: "00000000-0000-4000-8000-000000000001", alt: 'a "b"', width },
      })),
    ),
  ],
  ["a fence in a fence", doc({ type: "codeBlock", content: [text("```\ncode\n```\n~~~")] })],
  ["colons that are no container", doc(paragraph(text(":::note")), paragraph(text("10:30 :tone")))],
  [
    "a pipe and a break in a cell",
    doc({
      type: "table",
      content: [
        { type: "tableRow", content: [cell("tableHeader", text("a|b")), cell("tableHeader")] },
        {
          type: "tableRow",
          content: [
            cell("tableCell", text("x"), { type: "hardBreak" }, text("<br>")),
            cell("tableCell", text("\\|")),
          ],
        },
      ],
    }),
  ],
  [
    "a table with an aligned column",
    doc({
      type: "table",
      content: [
        {
          type: "tableRow",
          content: [cell("tableHeader", text("Item")), cell("tableHeader", text("Price"))],
        },
        // Only this cell, as the editor once aligned: the column follows it.
        {
          type: "tableRow",
          content: [cell("tableCell", text("Desk")), aligned("right", cell("tableCell", text("300")))],
        },
      ],
    }),
  ],
])("%s is the same after ten round trips", (_what, document) => {
  let markdown = writeMarkdown(canonical(document));
  const first = markdown;
  for (let trip = 0; trip < 10; trip += 1) {
    const read = canonical(readMarkdown(markdown));
    expect(read).toEqual(canonical(document));
    markdown = writeMarkdown(read);
  }
  expect(markdown).toBe(first);
});

test("writes the alignment of a column", () => {
  const markdown = "| Item | Price |\n| :-: | -: |\n| Desk | 300 |\n";
  expect(writeChecked(readMarkdown(markdown)).markdown).toBe(markdown);
});

test("writes highlighted words and widths as other programs read them, and no width that does not exist", () => {
  const image = (title: string) => `![Plan](file:00000000-0000-4000-8000-000000000001${title})\n`;
  for (const markdown of ["An ==important== word, a = b\n", image(' "small"'), image("")])
    expect(writeChecked(readMarkdown(markdown)).markdown).toBe(markdown);
  expect(writeChecked(readMarkdown(image(' "expression(alert(1))"'))).markdown).toBe(image(""));
});

test("refuses content that a cell cannot hold, and names the block", () => {
  const code = { type: "text", text: "a \\| b", marks: [{ type: "code" }] };
  const table = {
    type: "table",
    content: [{ type: "tableRow", content: [cell("tableHeader", code)] }],
  };
  const { lost } = writeChecked(doc(paragraph(text("before")), table));
  expect(lost).toEqual([{ position: 2, type: "table", excerpt: "a \\| b" }]);
});

test("a node that this version does not know is named, and never dropped in silence", () => {
  const { lost } = writeChecked(doc(paragraph(text("a")), { type: "hologram", content: [text("b")] }));
  expect(lost).toEqual([{ position: 2, type: "hologram", excerpt: "b" }]);
});

test("turns HTML, scripts and external images into text and links", () => {
  const json = JSON.stringify(
    readMarkdown(
      "<img src=x onerror=alert(1)>\n\n[go](javascript:alert(1))\n\n![x](https://elsewhere.test/x.png)\n\n<script>alert(1)</script>",
    ),
  );
  expect(json).not.toContain('"image"');
  expect(json).not.toContain('"href":"javascript');
  expect(json).toContain("onerror=alert(1)>");
});

test("keeps too deeply nested text as plain text", () => {
  const deep = `${"> ".repeat(60)}end`;
  expect(JSON.stringify(readMarkdown(deep))).toContain("end");
});

test("exports only the text of a document with too much formatting to convert in time", () => {
  const runs = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      at % 2 === 0 ? { ...text("x"), marks: [{ type: "bold" }] } : text("x"),
    );
  const inOnePlace = writeChecked(doc(paragraph(...runs(documentMaxMarks + 2))));
  expect(inOnePlace).toMatchObject({ markdown: `${"x".repeat(documentMaxMarks + 2)}\n`, lost: [] });
  expect(inOnePlace.excess).toContain("changes of formatting in one paragraph");
  const inAll = writeChecked(doc(...Array.from({ length: 3_001 }, () => paragraph(...runs(20)))));
  expect(inAll.excess).toContain("differently formatted pieces of text");
  expect(writeChecked(doc(paragraph(...runs(200))))).toMatchObject({ lost: [] });
  expect(writeChecked(doc(paragraph(...runs(200)))).excess).toBeUndefined();
});
