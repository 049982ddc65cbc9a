// @vitest-environment jsdom
import { render } from "@testing-library/react";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { measured } from "../../../../test/processor-ms.ts";
import { ColouredCode } from "./coloured-code.tsx";

const names = "bash css diff docker go ini java js json py rust shell sql ts html yaml".split(" ");
const draw = (text: string, language: string) =>
  render(<ColouredCode text={text} language={language} />).container;

it("highlights known languages, and shows others as written", () => {
  const page = draw('const name = "Ana"; // who', "ts");
  const look = (text: string) =>
    [...page.querySelectorAll("span")].find((node) => node.textContent === text)?.className;
  expect(new Set([look("const"), look('"Ana"'), look("// who")]).size).toBe(3);
  expect(draw("<b>no</b>", "klingon").innerHTML).toBe("&lt;b&gt;no&lt;/b&gt;");
});

it("shows every character as it was written", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 120 }),
      fc.constantFrom(...names),
      (text, name) => draw(text, name).textContent === text,
    ),
    { numRuns: 40 },
  );
});

fullTest("highlights a message of maximum length quickly, even a malicious one", () => {
  const hostile = ['"\\', "<a ", "$((", "  - x: "];
  for (const name of names)
    for (const part of hostile) {
      const text = part.repeat(Math.floor(8000 / part.length));
      expect(measured(() => draw(text, name)).processorMs, `${name}: ${part}`).toBeLessThan(1500);
    }
});
