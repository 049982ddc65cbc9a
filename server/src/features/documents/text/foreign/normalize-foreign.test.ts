import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMarkdown } from "../markdown.ts";
import { writeChecked } from "../write-checked.ts";
import { normalizeForeign } from "./normalize-foreign.ts";
import { prepareLines } from "./prepare-lines.ts";

const folder = new URL("../../../../../test/documents/foreign/", import.meta.url);

/** Each file has a text as another program writes it, the page that it becomes, and what is lost, with the lines. */
const cases = readdirSync(folder).map((name) => {
  const [source = "", rest = ""] = readFileSync(new URL(name, folder), "utf8").split("=== page\n");
  const [page = "", losses = ""] = rest.split("=== losses\n");
  return { name, source, page, losses };
});

test.each(cases)("$name is read with the right values", ({ source, page, losses }) => {
  const { markdown, targets, scheme, losses: found } = normalizeForeign(source);
  // A web address, which the dialect keeps, as a page or a file that was found would be.
  const stand = markdown.replaceAll(new RegExp(`${scheme}:(\\d+)`, "g"), "https://target.test/$1");
  const written = writeChecked(readMarkdown(stand));
  const shown = written.markdown.replaceAll(
    /(!?)\[((?:[^\]\\]|\\.)*)\]\(https:\/\/target\.test\/(\d+)\)/g,
    (_whole, _mark, words: string, index: string) => {
      const target = targets[Number(index)];
      return target?.kind === "image"
        ? `![${target.words}](image:${target.address})`
        : `[${words}](page:${target?.address})`;
    },
  );
  expect(shown).toBe(page);
  expect(written.lost).toEqual([]);
  expect(found.map(({ kind, line }) => `${kind} ${line}\n`).join("")).toBe(losses);
});

test("reads a text again as it wrote it, without any loss", () => {
  for (const { page } of cases.filter(({ name }) => !/obsidian-links|images-in-text|pages-of/.test(name)))
    expect(writeChecked(readMarkdown(normalizeForeign(page).markdown)).markdown).toBe(page);
});

test.each([
  ["toggles", `${"<details>\n<summary>t</summary>\n".repeat(1_000)}words\n${"</details>\n".repeat(1_000)}`],
  ["boxes", `${"<aside>\n".repeat(1_000)}words\n${"</aside>\n".repeat(1_000)}`],
])("opens %s that are nested too deeply, names them, and keeps the words", (_kinds, source) => {
  const { markdown, losses } = normalizeForeign(source);
  expect(writeChecked(readMarkdown(markdown)).lost).toEqual([]);
  expect(markdown).toContain("words");
  expect(losses).toHaveLength(994);
});

test("pairs the marks of toggles in linear time", () => {
  const source = `${"+++ t\n".repeat(20_000)}${"</details>\n".repeat(20_000)}`;
  expect(prepareLines(source).text).toBe(source);
});
