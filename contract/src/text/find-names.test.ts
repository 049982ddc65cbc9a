import { expect, it } from "vitest";
import { beginsAlmost, findNames } from "./find-names.ts";

const items = [
  { label: "backend-marketing" },
  { label: "Zoë Marlowe" },
  { label: "Mateja, Ines", also: "Mateja Kovačič Ines Duarte" },
  { label: "marketing" },
  { label: "summary" },
  { label: "harbour-freight" },
  { label: "Björk Guðmundsdóttir" },
  { label: "Jürgen Müller" },
  { label: "Chloé Straße" },
  { label: "田中 さくら" },
  { label: "김민준" },
];
const found = (text: string) => findNames(items, text).map(({ label }) => label);

it("puts names that begin with the text first, then words that do, then the rest", () => {
  expect(found("mar")).toEqual(["marketing", "backend-marketing", "Zoë Marlowe", "summary"]);
});

it("matches words in any order, ignoring case and accents, and by alternative names", () => {
  expect(found("MARLOWE zoe")).toEqual(["Zoë Marlowe"]);
  expect(found("muller jurgen")).toEqual(["Jürgen Müller"]);
  expect(found("bjork gudmunds")).toEqual(["Björk Guðmundsdóttir"]);
  expect(found("chloe strasse")).toEqual(["Chloé Straße"]);
  expect(found("kovacic")).toEqual(["Mateja, Ines"]);
  expect(found("mar zoe duarte")).toEqual([]);
});

it("finds names whose words are joined, in wide letters, and in scripts without spaces", () => {
  expect(found("harbour freight")).toEqual(["harbour-freight"]);
  expect(found("freight_harbour")).toEqual(["harbour-freight"]);
  expect(found("ｈａｒｂｏｕｒ")).toEqual(["harbour-freight"]);
  expect(found("さくら")).toEqual(["田中 さくら"]);
  expect(found("민준")).toEqual(["김민준"]);
});

it("allows one typo in a word if no name matches exactly", () => {
  expect(found("mulelr")).toEqual(["Jürgen Müller"]);
  expect(found("marlwe")).toEqual(["Zoë Marlowe"]);
  expect(found("harbor freight")).toEqual(["harbour-freight"]);
  expect(found("jurgenn muller")).toEqual(["Jürgen Müller"]);
  expect(found("hrbr")).toEqual([]);
  // An exact match excludes near matches.
  expect(found("marke")).toEqual(["marketing", "backend-marketing"]);
  for (const [word, wanted, is] of [
    ["bjork", "bjrok", true],
    ["bjork", "jbork", true],
    ["bjork", "bjark", true],
    ["bjork", "bork", true],
    ["bjork", "bjo", true],
    ["bjork", "bja", false],
    ["bjork", "brojk", false],
  ] as const)
    expect([wanted, beginsAlmost(word, wanted)]).toEqual([wanted, is]);
});

it("keeps the order of all names without a query, and finds nothing for punctuation only", () => {
  expect(found("  ")).toEqual(items.map(({ label }) => label));
  expect(found("-_-")).toEqual([]);
});

it("reads no more of a long text than a name can be", () => {
  expect(found("ﷺ".repeat(100_000))).toEqual([]);
});
