import { expect, it } from "vitest";
import { insertCode, insertLink, type Written, writeByKey } from "./writing-keys.ts";

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

/** The selection is between bars. */
function readMarked(marked: string): Written {
  const [before = "", chosen, after] = marked.split("|");
  const text = before + (chosen ?? "") + (after ?? "");
  const end = after === undefined ? before.length : before.length + (chosen ?? "").length;
  return { text, start: before.length, end };
}
const showMarked = ({ text, start, end }: Written) =>
  `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;

function press(marked: string, key: string, held: Partial<typeof none> = {}): string | null {
  const next = writeByKey(readMarked(marked), { ...none, ...held, key }, key === "Enter");
  return next && showMarked(next);
}

it("toggles bold, italic and strikethrough of the selection by keys", () => {
  const ctrl = { ctrlKey: true };
  expect(press("high |water| at six", "b", ctrl)).toBe("high **|water|** at six");
  expect(press("high **|water|** at six", "b", ctrl)).toBe("high |water| at six");
  expect(press("|water|", "I", { metaKey: true })).toBe("_|water|_");
  expect(press("|water|", "X", { ...ctrl, shiftKey: true })).toBe("~~|water|~~");
  for (const [key, held] of [
    ["b", {}],
    ["x", ctrl],
    ["b", { ...ctrl, altKey: true }],
  ] as const)
    expect(press("|water|", key, held)).toBeNull();
});

it("continues and numbers a list at a new line, and ends it at an empty one", () => {
  expect(press("- milk|", "Enter")).toBe("- milk\n- ||");
  expect(press("  9. milk|", "Enter")).toBe("  9. milk\n  10. ||");
  expect(press("- [x] milk|", "Enter")).toBe("- [x] milk\n- [ ] ||");
  expect(press("- milk\n- |", "Enter")).toBe("- milk\n||");
  for (const text of ["milk|", "-milk|", "2025|"]) expect(press(text, "Enter")).toBeNull();
});

it("makes a link of selected words or of a selected address", () => {
  const link = (marked: string) => showMarked(insertLink(readMarked(marked)));
  expect(link("see |the tides| today")).toBe("see [the tides](|https://|) today");
  expect(link("see |https://tides.test/a|")).toBe("see [||](https://tides.test/a)");
  expect(link("see |https://tides.test/a_(b)|")).toBe("see [||](<https://tides.test/a_(b)>)");
  expect(link("see |")).toBe("see [||](https://)");
});

it("makes code of selected words, and a block of selected lines that no line of it closes", () => {
  const code = (marked: string) => showMarked(insertCode(readMarked(marked)));
  expect(code("run |ls| now")).toBe("run `|ls|` now");
  expect(code("run |")).toBe("run `||`");
  expect(code("Run|a\nb|after")).toBe("Run\n```\n|a\nb|\n```\nafter");
  expect(code("|```\nb\n|")).toBe("````\n|```\nb\n|````");
});
