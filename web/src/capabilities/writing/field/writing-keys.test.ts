import { expect, it } from "vitest";
import { writeByKey } from "./writing-keys.ts";

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

/** The text with what is selected between bars. */
function press(marked: string, key: string, held: Partial<typeof none> = {}): string | null {
  const [before = "", chosen, after] = marked.split("|");
  const text = before + (chosen ?? "") + (after ?? "");
  const end = after === undefined ? before.length : before.length + (chosen ?? "").length;
  const keys = { ...none, ...held, key };
  const next = writeByKey({ text, start: before.length, end }, keys, key === "Enter");
  return (
    next &&
    `${next.text.slice(0, next.start)}|${next.text.slice(next.start, next.end)}|${next.text.slice(next.end)}`
  );
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
