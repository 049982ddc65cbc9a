import { expect, it } from "vitest";
import { matchNames } from "./match.ts";

const items = [
  { label: "backend-marketing" },
  { label: "Zoë Marlowe" },
  { label: "Mateja, Ines", also: "Mateja Kovačič Ines Duarte" },
  { label: "marketing" },
  { label: "summary" },
];
const found = (text: string) => matchNames(items, text).map(({ label }) => label);

it("puts names that begin with the text first, then words that do, then the rest", () => {
  expect(found("mar")).toEqual(["marketing", "backend-marketing", "Zoë Marlowe", "summary"]);
});

it("takes words in any order, without case and accents, and other names of the same thing", () => {
  expect(found("MARLOWE zoe")).toEqual(["Zoë Marlowe"]);
  expect(found("kovacic")).toEqual(["Mateja, Ines"]);
  expect(found("mar zoe duarte")).toEqual([]);
});

it("keeps everything in its order without a text", () => {
  expect(found("  ")).toEqual(items.map(({ label }) => label));
});
