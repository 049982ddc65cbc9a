// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { drawFormula } from "./draw-formula.ts";
import { Markdown } from "./markdown.tsx";

const show = (content: string, isDocument = true) =>
  render(
    <Markdown
      content={content}
      calls={{ mentions: [], mentionsAll: null }}
      viewerId="x"
      {...(isDocument && { document: { renderImage: () => null, renderReference: () => null } })}
    />,
  ).container;

test("draws formulas of a document, in a line and in a block, and keeps amounts of money as text", async () => {
  const page = show("Of $`x^2`$ for $5 and $6\n\n```math\n\\frac{a}{b}\n```");
  await waitFor(() => expect(page.querySelectorAll("math")).toHaveLength(2));
  expect(page.querySelector("math[display=block] mfrac")).not.toBeNull();
  expect(page.querySelector("p")?.textContent).toContain("for $5 and $6");
  expect(page.querySelector("style, link, script")).toBeNull();
});

test("shows the source of a formula that cannot be read, with a sentence that says so", async () => {
  show("```math\n\\frac{a\n```");
  await screen.findByText("This formula cannot be shown.");
  expect(screen.getByText("\\frac{a")).toBeTruthy();
});

test("shows formulas of a message as code", () => {
  expect(show("$`x`$\n\n```math\nx\n```", false).querySelectorAll("p code, pre code")).toHaveLength(2);
});

test.each([
  ["a link", "\\href{javascript:alert(1)}{x}"],
  ["an image", "\\includegraphics{https://elsewhere.test/x.png}"],
  ["an attribute", "\\htmlData{x=y}{x}"],
  ["HTML", "<img src=x onerror=alert(1)>"],
])("draws no %s of a formula", (_what, tex) => {
  const element = document.createElement("span");
  drawFormula(element, tex, false);
  expect(element.querySelector("a, img, [href], [src], [onerror], [data-x]")).toBeNull();
});

test("refuses formulas that are long or expand without end", () => {
  const element = document.createElement("span");
  const hostile = [
    "x".repeat(100_000),
    "\\def\\a{\\a\\a}\\a",
    "{".repeat(1_000),
    `\\def\\a{x}${"\\def\\b{\\a\\a\\a\\a}\\def\\a{\\b\\b\\b\\b}".repeat(20)}\\a`,
  ];
  expect(hostile.map((tex) => drawFormula(element, tex, true))).toEqual([false, false, false, false]);
  expect(element.childNodes).toHaveLength(0);
});
