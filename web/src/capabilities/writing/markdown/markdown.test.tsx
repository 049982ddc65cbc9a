// @vitest-environment jsdom

import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { marisol, ruth } from "../../../../test/chat/objects.ts";
import { measured } from "../../../../test/processor-ms.ts";
import { createDocumentRules, plainOf } from "./document-rules.ts";
import { Markdown } from "./markdown.tsx";
import { readMarkdown } from "./read-markdown.ts";
import { isEmojiOnly } from "./written-text.tsx";

const calls = { mentions: [ruth, marisol].map(({ id, name }) => ({ id, name })), mentionsAll: null };
const show = (content: string) =>
  render(<Markdown content={content} calls={calls} viewerId={marisol.id} />).container;

it("shows what people write in a chat", () => {
  const page = show(
    "# Title\nsome **bold**, *slanted*, ~~gone~~ and `code *as is*`\nnext line\n\n> quoted\n\n- one\n- two\n\n3. three\n\n" +
      "| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nlet x = 1;\n```\n\n---",
  );
  const text = (selector: string) => [...page.querySelectorAll(selector)].map((node) => node.textContent);
  expect(text("strong")).toEqual(["Title", "bold"]);
  expect(text("em")).toEqual(["slanted"]);
  expect(text("del")).toEqual(["gone"]);
  expect(text("p code")).toEqual(["code *as is*"]);
  expect(text("blockquote")).toEqual(["quoted"]);
  expect(text("ul > li")).toEqual(["one", "two"]);
  expect(page.querySelector("ol")?.start).toBe(3);
  expect(text("th")).toEqual(["a", "b"]);
  expect(text("td")).toEqual(["1", "2"]);
  expect(text("pre")).toEqual(["let x = 1;"]);
  expect(page.querySelectorAll("p br, hr, h1")).toHaveLength(2);
});

it("shows boxes of lists that nobody can tick, also nested, numbered and mixed with other items", () => {
  const page = show(
    "- [ ] one\n- [x] two\n  1. [X] **three**\n  2. four\n- five\n\ntext\n\n* [ ] six\n\n* [x] seven\n* [y] eight",
  );
  const boxes = [...page.querySelectorAll("input")];
  const lineOf = (node: Element | undefined) => node?.closest("li")?.querySelector("p")?.textContent;
  expect(boxes.map((box) => [lineOf(box), box.checked, box.disabled, box.ariaLabel])).toEqual([
    ["one", false, true, "To do"],
    ["two", true, true, "Done"],
    ["three", true, true, "Done"],
    ["six", false, true, "To do"],
    ["seven", true, true, "Done"],
  ]);
  const lines = [...page.querySelectorAll("p")].map(({ textContent }) => textContent);
  expect(lines).toEqual(["one", "two", "three", "four", "five", "text", "six", "seven", "[y] eight"]);
});

it("links only safe addresses, and shows where a link leads", () => {
  const page = show(
    "[docs](https://a.example/x) [bad](javascript:alert(1)) ![a cat](https://b.example/cat.png)\n" +
      "[https://bank.example](https://thief.example/) <b onclick=x>raw</b> https://c.example/__init__.py",
  );
  expect([...page.querySelectorAll("a")].map(({ href, textContent }) => [href, textContent])).toEqual([
    ["https://a.example/x", "docs"],
    ["https://b.example/cat.png", "a cat"],
    ["https://thief.example/", "https://thief.example/"],
    ["https://c.example/__init__.py", "https://c.example/__init__.py"],
  ]);
  expect(page.textContent).toContain("[bad](javascript:alert(1))");
  expect(page.textContent).toContain("<b onclick=x>raw</b>");
  expect(page.querySelectorAll("img, b")).toHaveLength(0);
  for (const link of page.querySelectorAll("a"))
    expect(link).toMatchObject({ target: "_blank", rel: "noopener noreferrer" });
});

it("shows where a link leads, whatever its text hides it in", () => {
  const hidden = [
    "[**https://bank.example**](https://thief.example/)",
    "[`https://`*bank*.example](https://thief.example/)",
    "[ht\u200btps://bank\u200d.example](https://thief.example/)",
    "[https\\://bank.example](https://thief.example/)",
    "![https://bank.example](https://thief.example/)",
    "[\u200b](https://thief.example/)",
  ];
  for (const content of hidden)
    expect([content, show(content).querySelector("a")?.textContent]).toEqual([
      content,
      "https://thief.example/",
    ]);
  expect(show("[*bank*.example](https://thief.example/)").textContent).toBe("bank.example (thief.example)");
  expect(show("pay at https://b\u0430nk.example/").textContent).toBe(
    "pay at https://b\u0430nk.example/ (xn--bnk-6cd.example)",
  );
  expect(show("[the *whole* `guide`](https://a.example/)").textContent).toBe("the whole guide");
});

it("marks mentions, the viewer's stronger, and none in code", () => {
  const page = show("**@Ruth Adeyemi** and @marisol vega, not `@Ruth Adeyemi` or x@Ruth Adeyemi");
  const marked = [...page.querySelectorAll("span[class*=font-medium]")];
  expect(marked.map(({ textContent }) => textContent)).toEqual(["@Ruth Adeyemi", "@marisol vega"]);
  expect(marked.map(({ className }) => className.includes("bg-highlight"))).toEqual([false, true]);
});

it("aligns the columns of a table as its writer did", () => {
  show("| Item | Price |\n| :-: | --: |\n| Desk | 300 |");
  expect(screen.getByRole("columnheader", { name: "Price" }).getAttribute("align")).toBe("right");
  expect(screen.getByRole("cell", { name: "Desk" }).getAttribute("align")).toBe("center");
});

it("copies a block of code", async () => {
  const user = userEvent.setup();
  show("```\none\n  two\n```");
  await user.click(screen.getByRole("button", { name: "Copy code" }));
  expect(await navigator.clipboard.readText()).toBe("one\n  two");
  expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
});

const allowed = new Set(
  "p,span,bdi,strong,em,del,code,pre,a,br,hr,blockquote,ul,ol,li,table,thead,tbody,tr,th,td,div,button,svg,path,rect".split(
    ",",
  ),
);
const pieces = fc.constantFrom(
  ...'*,**,_,__,~~,`,```,>,> ,- ,1. ,# ,|,|-|,[,](,),![,<,</,<script>,<img src=x onerror=alert(1)>,javascript:alert(1),data:text/html,https://a.example/,mailto:x@y.example,@Ruth Adeyemi,@channel,&lt;,&#106;,\\,\n,\n\n,    ,\t,a,b c,\u202e,\u0000,<a href="javascript:x">,[x]: y,www.x.y,☃'.split(
    ",",
  ),
);
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
  fc
    .tuple(
      fc.array(pieces, { minLength: 1, maxLength: 3 }),
      fc.oneof({ weight: 5, arbitrary: fc.nat(400) }, fc.nat(8000)),
    )
    .map(([parts, length]) => {
      const part = parts.join("") || "a";
      return part.repeat(Math.ceil(length / part.length)).slice(0, length);
    }),
  fc.string({ unit: "binary", maxLength: 200 }),
);

it("renders only allowed elements, runs no scripts, and is fast, for any text", () => {
  fc.assert(
    fc.property(hostile, (content) => {
      const { result: markup, processorMs } = measured(() =>
        renderToStaticMarkup(<Markdown content={content} calls={calls} viewerId={marisol.id} />),
      );
      expect(processorMs).toBeLessThan(1500);
      const template = document.createElement("template");
      template.innerHTML = markup;
      for (const element of template.content.querySelectorAll("*")) {
        if (!allowed.has(element.localName)) throw new Error(`<${element.localName}> in ${content}`);
        for (const { name, value } of element.attributes) {
          if (/^on|^src|^style$|^srcdoc/.test(name)) throw new Error(`${name} in ${content}`);
          if (name === "href" && !/^(?:https?|mailto):/.test(value))
            throw new Error(`${value} in ${content}`);
        }
      }
    }),
    {
      numRuns: 400,
      examples: [["*a_".repeat(2600)], [">".repeat(8000)], ["1. ".repeat(2600)], ["[".repeat(8000)]],
    },
  );
});

it("shows a message of only a few emoji large", () => {
  for (const text of ["👍", "🎉🎉 🎉", "👩‍👩‍👧", "❤️", "🇳🇴"])
    expect([text, isEmojiOnly(text)]).toEqual([text, true]);
  for (const text of ["", "1", "3 2", "👍 yes", "🎉".repeat(7), "#"])
    expect([text, isEmojiOnly(text)]).toEqual([text, false]);
});

it.each([
  ["**他说：“好。”**然后走了", ["他说：“好。”"]],
  ["这是**「重要」**的", ["「重要」"]],
  ["**注意：**不要", ["注意："]],
  ["*小心！*别动", ["小心！"]],
  ["**one.** two “**three**” and **four**, 2 * 3 * 4", ["one.", "three", "four"]],
  ["a ** b ** c", []],
])("shows emphasis next to punctuation of any width: %s", (content, expected) => {
  for (const rules of [undefined, createDocumentRules()]) {
    const found: string[] = [];
    const collect = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      if ("kind" in value && (value.kind === "strong" || value.kind === "emphasis") && "inlines" in value)
        found.push(plainOf(value.inlines as Parameters<typeof plainOf>[0]));
      for (const part of Object.values(value)) collect(part);
    };
    collect(readMarkdown(content, rules));
    expect(found).toEqual(expected);
  }
});
