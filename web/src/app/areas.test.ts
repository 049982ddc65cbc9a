import { expect, it } from "vitest";
import type { Area } from "./area.ts";
import { areas } from "./areas.ts";
import { areaShortcuts } from "./palette/shortcut-sheet.tsx";
import { everywhere } from "./palette/shortcuts.ts";

const all: readonly Area[] = areas;

it("gives no keys two meanings in the same place", () => {
  const groups = [
    { title: "Everywhere", shortcuts: Object.values(everywhere) },
    ...areaShortcuts.flatMap(({ groups: ofArea }) => ofArea),
  ];
  expect(new Set(groups.map(({ title }) => title)).size).toBe(groups.length);
  for (const { title, shortcuts } of groups) {
    // A text and the list of messages each have arrows of their own.
    const keys = shortcuts.filter(({ does }) => !does.endsWith("in the list")).flatMap((one) => one.keys);
    expect(new Set(keys).size, title).toBe(keys.length);
  }
});

it("names no place or kind of card twice", () => {
  const paths = all.flatMap(({ places }) => places.map(({ path }) => path));
  const cards = all.flatMap(({ cards = {} }) => Object.keys(cards));
  for (const names of [paths, cards]) expect(new Set(names).size).toBe(names.length);
});

it("finds the page above each that has one", () => {
  const places = all.flatMap((area) => area.places);
  const paths = new Set(places.map(({ path }) => path));
  for (const { path, parent } of places) expect(parent === undefined || paths.has(parent), path).toBe(true);
});
