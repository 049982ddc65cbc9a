import { readOutline } from "@atoll/contract/knowledge/outline";
import { expect, test } from "vitest";
import { compareSteps } from "./compare-steps.ts";
import { type ArticlePart, splitArticle } from "./split-article.ts";

const said = (parts: readonly ArticlePart[]): unknown[] =>
  parts.map((part) => {
    if (part.kind === "text") return part.markdown;
    if (part.kind === "heading") return `#${part.anchor}`;
    if (part.kind === "section") return `${part.sectionId}?${part.query}`;
    if (part.kind === "card") return `${part.of}/${part.id}`;
    if (part.kind === "callout") return [part.tone, ...said(part.parts)];
    if (part.kind === "toggle") return [`+ ${part.level ?? ""}${part.title}`, ...said(part.parts)];
    if (part.kind === "image") return `image ${part.fileId}`;
    return [`${part.number} ${part.id}: ${part.title}`, ...said(part.parts)];
  });
const id = "01890000-0000-7000-8000-000000000000";

test("splits headings, steps, callouts and cards out of the text", () => {
  const text = `Intro\n\n## Start\n\n:::step{#a}\n**First**\n\nText\n\n::::note\nMind it\n::::\n:::\n\n![task](task:${id})\n\nSee [it](task:${id}).`;
  expect(said(splitArticle(text))).toEqual([
    "Intro",
    "#start",
    ["1 a: First", "Text", ["note", "Mind it"]],
    `task/${id}`,
    `See [it](task:${id}).`,
  ]);
});

test("splits the cards of sections out of the text, without parameters of another form", () => {
  const text = `![section](section:${id} "view=board stages=new%2Cwon")\n\n![](section:${id})\n\n![x](section:${id} "<b>")`;
  expect(said(splitArticle(text))).toEqual([`${id}?view=board stages=new%2Cwon`, `${id}?`, `${id}?`]);
  expect(said(splitArticle(`![x](section:nobody)`))).toEqual(["![x](section:nobody)"]);
});

test("reads the first line of a toggle as its title, and links to it by the anchor that its outline has", () => {
  const text = "::::toggle\n\n## Same\n\nText\n\n:::toggle\n**Line**\\\ntwo\n\n- a\n:::\n::::\n\n## Same";
  expect(said(splitArticle(text))).toEqual([["+ 2Same", "Text", ["+ **Line**\\\ntwo", "- a"]], "#same-2"]);
  const [toggle] = splitArticle(text);
  expect(toggle).toMatchObject({ anchor: readOutline(text).headings[0]?.anchor, quote: "Same" });
  expect(readOutline(text).sections[1]?.text).toBe("Text\n\n**Line**\\\ntwo\n\n- a");
});

test("gives a toggle that begins with another block no title", () => {
  for (const block of [
    "- a",
    "1. a",
    "> a",
    "| a |\n| - |",
    "```\na\n```",
    `![](file:${id})`,
    ":::note\na\n:::",
  ])
    expect(splitArticle(`::::toggle\n${block}\n::::`)).toMatchObject([{ title: "", parts: [{}] }]);
  expect(said(splitArticle(":::toggle\n:::"))).toEqual([["+ "]]);
});

test("shows toggles that are nested too deeply as text", () => {
  const text = Array.from({ length: 1000 }, (_, index) => `${":".repeat(1003 - index)}toggle\nt`).join("\n");
  expect(JSON.stringify(splitArticle(`${text}\nend`)).match(/"kind":"toggle"/g)).toHaveLength(12);
});

test("keeps code and unknown containers as text, and all lines of unclosed ones", () => {
  expect(said(splitArticle("```\n## code\n:::note\n```"))).toEqual(["```\n## code\n:::note\n```"]);
  expect(said(splitArticle(":::script\nx\n:::"))).toEqual([":::script\nx\n:::"]);
  expect(said(splitArticle(":::warning\nopen\n\n## Inside"))).toEqual([["warning", "open", "#inside"]]);
});

test("lists new, changed and removed steps by ID, and ignores moved ones", () => {
  const step = (name: string, title: string, text: string) => `:::step{#${name}}\n${title}\n\n${text}\n:::`;
  const before = splitArticle(
    [step("a", "One", "1"), step("b", "Two", "2"), step("c", "Three", "3")].join("\n\n"),
  );
  const after = splitArticle(
    [step("b", "Two", "2"), step("a", "One", "other"), step("d", "Four", "4")].join("\n\n"),
  );
  expect(compareSteps(before, after)).toEqual([
    { id: "a", number: 2, words: "has other words" },
    { id: "d", number: 3, words: "is new: Four" },
    { id: "c", number: null, words: "“Three” is gone" },
  ]);
});

test("splits text into blocks that can be commented on, and keeps lists and code whole", () => {
  const file = "01890000-0000-7000-8000-00000000000f";
  const blocks = [
    "One **bold** [link](https://example.org)",
    "- a\n\n- b\n\n  below b",
    "```\ncode\n\nmore\n```",
    "> quoted",
    "| a | b |\n| - | - |\n| 1 | 2 |",
  ];
  const parts = splitArticle([...blocks, `![The \\[crane\\]](file:${file})`].join("\n\n"));
  expect(parts.map((part) => ("quote" in part ? part.quote : part.kind))).toEqual([
    "One bold link",
    "a b below b",
    "code more",
    "quoted",
    "a b 1 2",
    "The [crane]",
  ]);
  expect(parts.slice(0, -1).map((part) => part.kind === "text" && part.markdown)).toEqual(blocks);
  expect(parts.at(-1)).toMatchObject({ kind: "image", fileId: file, alt: "The [crane]", width: null });
  expect(splitArticle(`![x](file:${file} "small")`)).toMatchObject([{ kind: "image", width: "small" }]);
});

test("keeps the anchor of a block while its text stays the same", () => {
  const anchors = (text: string) => splitArticle(text).map((part) => "anchor" in part && part.anchor);
  const [first, second, third] = anchors("Same\n\nOther\n\nSame");
  expect([first, second, third]).toHaveLength(new Set([first, second, third]).size);
  expect(anchors("New\n\nOther\n\nSame").slice(1)).toEqual([second, first]);
  for (const anchor of [first, second, third]) expect(anchor).toMatch(/^[\p{L}\p{N}_-]+$/u);
});

test("fetches no external image", () => {
  for (const line of [
    "![x](https://evil.example/x.png)",
    "![x](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
  ])
    expect(splitArticle(line).map(({ kind }) => kind)).toEqual(["text"]);
});

test("splits a long text in linear time, and its rest is one block", () => {
  const parts = splitArticle("a\n\n".repeat(60_000));
  expect(parts).toHaveLength(1500);
});
