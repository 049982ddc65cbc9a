import { canvasMinZoom } from "@atoll/contract/documents/canvas-limits";
import { expect, test } from "vitest";
import { detailAt, firstWords, stepBelow } from "./far-words.tsx";

test("a workshop that fits at 28 % shows the first words of its notes", () => {
  expect(detailAt(0.28)).toBe("words");
  expect(detailAt(0.4)).toBe("all");
  expect(detailAt(canvasMinZoom)).toBe("colour");
});

test("words far away are drawn as large as they should be on the screen, or a sixth larger", () => {
  for (let zoom = canvasMinZoom; zoom < 0.4; zoom += 0.003) {
    const larger = zoom / stepBelow(zoom);
    expect(larger).toBeGreaterThanOrEqual(1);
    expect(larger).toBeLessThan(1.2);
  }
});

test("first words end with a whole word, and keep whole letters", () => {
  expect(firstWords("  The scanner\nloses its signal in the cold store ")).toBe(
    "The scanner loses its signal in",
  );
  expect(firstWords("short")).toBe("short");
  expect(firstWords("😀".repeat(40))).toBe("😀".repeat(32));
});
