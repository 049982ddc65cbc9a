import { expect, it } from "vitest";
import { contentsOf } from "./document-contents.ts";
import { createDocumentRules, plainOf } from "./document-rules.ts";
import { readMarkdown } from "./read-markdown.ts";

const read = (text: string) => readMarkdown(text, createDocumentRules());
const id = "0190a1b2-0000-7000-8000-000000000001";

it("numbers steps that follow each other, and keeps what is in them", () => {
  const text = [
    `:::step{#a}\nCheck\n\nOpen the list.\n\n> quoted\n:::`,
    `::::step{#b}\nTell people\n\n:::warning\nLoudly\n:::\n::::`,
    "Between",
    `:::step{#c}\nAgain\n:::`,
  ].join("\n\n");
  const blocks = read(text);
  expect(blocks?.map((block) => (block.kind === "step" ? [block.id, block.number] : block.kind))).toEqual([
    ["a", 1],
    ["b", 2],
    "paragraph",
    ["c", 1],
  ]);
  expect(blocks?.[1]).toMatchObject({
    blocks: [{ kind: "paragraph" }, { kind: "callout", tone: "warning" }],
  });
});

it("reads boxes, images of ours, cards and mentions by their ids", () => {
  expect(
    read(`- [ ] one\n- [x] two\n\n![Plan](file:${id})\n\n![task](task:${id})\n\nAsk [person](person:${id}).`),
  ).toEqual([
    {
      kind: "list",
      start: null,
      boxes: [false, true],
      items: [
        [{ kind: "paragraph", inlines: [{ kind: "text", text: "one" }] }],
        [{ kind: "paragraph", inlines: [{ kind: "text", text: "two" }] }],
      ],
    },
    { kind: "image", fileId: id, alt: "Plan", width: null },
    { kind: "card", reference: { kind: "task", id } },
    {
      kind: "paragraph",
      inlines: [
        { kind: "text", text: "Ask " },
        { kind: "mention", reference: { kind: "person", id } },
        { kind: "text", text: "." },
      ],
    },
  ]);
});

it("reads boxes with numbers, and those of items with several paragraphs", () => {
  expect(read("1. [x] one\n\n   more\n2. two")).toMatchObject([
    {
      start: 1,
      boxes: [true, null],
      items: [
        [
          { kind: "paragraph", inlines: [{ kind: "text", text: "one" }] },
          { kind: "paragraph", inlines: [{ kind: "text", text: "more" }] },
        ],
        [{ kind: "paragraph", inlines: [{ kind: "text", text: "two" }] }],
      ],
    },
  ]);
});

it("breaks lines in cells at <br>, but not at an escaped one", () => {
  expect(read("| a<br>b | \\<br> |\n| - | - |")).toEqual([
    {
      kind: "table",
      head: [
        [{ kind: "text", text: "a" }, { kind: "break" }, { kind: "text", text: "b" }],
        [{ kind: "text", text: "<br>" }],
      ],
      rows: [],
      aligns: [null, null],
    },
  ]);
});

it("reads the first line of a toggle as its title, with what it folds", () => {
  const text = (words: string) => ({ kind: "paragraph", inlines: [{ kind: "text", text: words }] });
  expect(
    read("::::toggle\nMore\n\n:::toggle\n## Part\n\nIn it\n:::\n::::\n\n:::toggle\n- a\n:::"),
  ).toMatchObject([
    {
      ...{ kind: "toggle", title: [{ text: "More" }], level: null },
      blocks: [{ kind: "toggle", level: 2, anchor: "part", blocks: [text("In it")] }],
    },
    { kind: "toggle", title: [], blocks: [{ kind: "list" }] },
  ]);
});

it("reads highlighted words, with the marks in them, and leaves other signs as text", () => {
  const inlines = (markdown: string) => {
    const [block] = read(markdown) ?? [];
    return block?.kind === "paragraph" ? block.inlines : [];
  };
  const lit = (...words: object[]) => ({ kind: "highlighted", inlines: words });
  const text = (words: string) => ({ kind: "text", text: words });
  expect(inlines("a ==b **c** `==`== d")).toEqual([
    text("a "),
    lit(text("b "), { kind: "strong", inlines: [text("c")] }, text(" "), { kind: "code", text: "==" }),
    text(" d"),
  ]);
  expect(inlines("**==a==** ==&#x20;b==")).toEqual([
    { kind: "strong", inlines: [lit(text("a"))] },
    text(" "),
    lit(text(" b")),
  ]);
  for (const plain of ["a == b == c", "===a===", "==a", "x==y"])
    expect(inlines(plain)).toEqual([text(plain)]);
  expect(inlines("\\==a\\=\\=")).toEqual([text("==a==")]);
  expect(inlines(`${"word ".repeat(600)}==a==`).at(-1)).toEqual(lit(text("a")));
  expect(readMarkdown("==a==")?.[0]).toEqual({ kind: "paragraph", inlines: [text("==a==")] });
});

it("reads all of a long text of signs", () => {
  for (const hostile of ["==a ", "== ", "==`", "\\=\\a", "$`"]) {
    const [block] = read(hostile.repeat(20_000)) ?? [];
    expect(block?.kind === "paragraph" && plainOf(block.inlines).length).toBeGreaterThanOrEqual(10_000);
  }
});

it("reads the width of an image from its title", () => {
  const widths = (title: string) =>
    read(`![x](file:${id}${title})`)?.map((block) => "width" in block && block.width);
  expect([' "small"', ' "medium"', ' "huge"', ""].flatMap(widths)).toEqual(["small", "medium", null, null]);
});

it("keeps vowel signs in the anchor of a heading", () => {
  expect(contentsOf("# हिन्दी में लेख").map(({ anchor }) => anchor)).toEqual(["हिन्दी-में-लेख"]);
});

it("gives headings of the same words anchors of their own", () => {
  const text = "# Roll *back*\n\n## Roll back\n\n:::step{#a}\nFirst **thing**\n\nText\n:::";
  expect(contentsOf(text)).toEqual([
    { anchor: "roll-back", text: "Roll back", level: 1, number: null },
    { anchor: "roll-back-2", text: "Roll back", level: 2, number: null },
    { anchor: "step-a", text: "First thing", level: 3, number: 1 },
  ]);
});

it("loads nothing external and runs no scripts", () => {
  const text = "![x](https://elsewhere.test/x.png) [y](javascript:alert(1)) <img src=x onerror=alert(1)>";
  const json = JSON.stringify(read(text));
  expect(json).not.toContain('"kind":"image"');
  expect(json).not.toContain('"href":"javascript');
  expect(read(`![x](file:${id} "title")`)?.[0]?.kind).toBe("image");
  expect(read("![x](file:../../etc)")?.[0]?.kind).toBe("paragraph");
});

it("a message has none of it", () => {
  expect(readMarkdown(":::note\nText\n:::")?.[0]?.kind).toBe("paragraph");
  expect(readMarkdown("# Title")?.[0]?.kind).toBe("paragraph");
});
