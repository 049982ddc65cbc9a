import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pictureColors } from "../overview/colors.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

test("pictures of boards use colours of the theme alone: an unknown one is drawn in the colour before it", () => {
  const known = new Set(read("../../../styles/tokens.css").match(/--[a-z0-9-]+(?=:)/g));
  const used = [read("draw-picture.ts"), JSON.stringify(pictureColors)].flatMap(
    (text) => text.match(/--[a-z][a-z0-9-]+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(12);
  expect(used.filter((token) => !known.has(token))).toEqual([]);
});
