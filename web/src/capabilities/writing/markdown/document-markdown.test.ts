import { expect, it } from "vitest";
import { contentsOf } from "./document-contents.ts";
import { createDocumentRules } from "./document-rules.ts";
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
    { kind: "image", fileId: id, alt: "Plan" },
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
