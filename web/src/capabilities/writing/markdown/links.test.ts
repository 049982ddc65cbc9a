import fc from "fast-check";
import { expect, it } from "vitest";
import { measured } from "../../../../test/processor-ms.ts";
import { placeOfWorkspace, splitLinks, workspaceAddress } from "./links.ts";

const links = (message: string) =>
  splitLinks(message).flatMap((part) => (part.kind === "link" ? [part.text] : []));

it("finds web and mail addresses among the words", () => {
  expect(links("see https://example.com/a?b=c#d and mailto:ruth@example.com")).toEqual([
    "https://example.com/a?b=c#d",
    "mailto:ruth@example.com",
  ]);
  expect(links("HTTP://EXAMPLE.COM")).toEqual(["HTTP://EXAMPLE.COM"]);
  expect(links("two\nhttps://a.example\nlines")).toEqual(["https://a.example"]);
});

it("leaves the marks of the sentence out, and brackets of the address in", () => {
  expect(links("Is it https://example.com/x?")).toEqual(["https://example.com/x"]);
  expect(links("(https://example.com/a_(b)).")).toEqual(["https://example.com/a_(b)"]);
  expect(links("“https://example.com/x”, he said")).toEqual(["https://example.com/x"]);
  expect(links("<https://example.com>")).toEqual(["https://example.com"]);
});

it("links nothing that could run or that leads nowhere", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,hello",
    "java\nscript:alert(1)",
    "https://",
    "mailto:",
    "http://[",
    "xhttps://example.com",
    "ftp://example.com",
    "www.example.com",
  ]) {
    expect(links(text)).toEqual([]);
  }
});

it("loses no character of any message, and links only allowed protocols", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.constantFrom("https://", "mailto:", ")", "(", ". ", "javascript:", "\n"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const parts = splitLinks(pieces.join(""));
      expect(parts.map((part) => part.text).join("")).toBe(pieces.join(""));
      for (const part of parts) if (part.kind === "link") expect(part.href).toMatch(/^(https?|mailto):/);
    }),
  );
});

it("reads the longest message in an instant", () => {
  const hardest = ["https://".repeat(1000), "(".repeat(8000), `https://a.example/${")".repeat(7900)}`];
  expect(measured(() => hardest.map(splitLinks)).processorMs).toBeLessThan(500);
});

it("treats a path as a link within the workspace, and nothing that leads to another site", () => {
  const origin = "https://work.example";
  expect(workspaceAddress("/knowledge-base/sop?step=2", origin)).toBe(`${origin}/knowledge-base/sop?step=2`);
  for (const text of [
    "//elsewhere.example",
    "/\\elsewhere.example",
    "knowledge-base",
    "",
    "javascript:alert(1)",
  ]) {
    expect(workspaceAddress(text, origin)).toBeNull();
  }
  expect(placeOfWorkspace(`${origin}/chat?view=mentions#a`, origin)).toBe("/chat?view=mentions#a");
  for (const href of [
    "https://elsewhere.example/chat",
    `${origin}/api/files/1/a.pdf`,
    "mailto:a@b.example",
  ]) {
    expect(placeOfWorkspace(href, origin)).toBeNull();
  }
});

it("does not treat a path as internal if a browser reads it as another host", () => {
  const origin = "https://atoll.example";
  expect(placeOfWorkspace(`${origin}/chat?view=saved#x`, origin)).toBe("/chat?view=saved#x");
  for (const path of ["//evil.example/", "/\\evil.example/", "\\\\evil.example", "/api/chat"])
    expect(placeOfWorkspace(`${origin}${path}`, origin)).toBeNull();
});

it.each([
  ["看https://a.example/路，然后", ["https://a.example/路"]],
  ["（见 https://a.example/x）。", ["https://a.example/x"]],
  ["https://a.example/1、https://a.example/2。", ["https://a.example/1", "https://a.example/2"]],
  ["“https://a.example”", ["https://a.example"]],
  ["xhttps://a.example", []],
])("ends an address where a sentence without spaces goes on: %s", (text, links) => {
  const found = splitLinks(text).flatMap((part) => (part.kind === "link" ? [part.text] : []));
  expect(found).toEqual(links);
});
