import { expect, it } from "vitest";
import { findWords } from "./highlighted.tsx";
import { hitText } from "./hit-text.ts";

const marked = (text: string, words: string[]) =>
  findWords(text, words).reduceRight(
    (shown, [start, end]) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
    text,
  );

it("marks every occurrence of a word in any case, longer words first", () => {
  expect(marked("The Marlowe margin", ["mar"])).toBe("The [Mar]lowe [mar]gin");
  expect(marked("The Marlowe margin", ["mar", "marlowe"])).toBe("The [Marlowe] [mar]gin");
  expect(marked("a (b) [c] a.b", ["(b)", "a.b"])).toBe("a [(b)] [c] [a.b]");
  expect(marked("部署完成", ["部署"])).toBe("[部署]完成");
  expect(marked("nothing", ["", "x"])).toBe("nothing");
});

it("shows the part of a long message around the first word", () => {
  expect(hitText("short\n\nand  simple", ["simple"])).toBe("short and simple");
  const text = hitText(`${"before ".repeat(30)}needle after`, ["needle"]);
  expect(text).toMatch(/^… before .*needle after$/);
  expect(text.length).toBeLessThan(70);
});
