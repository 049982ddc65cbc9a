import { maxAttachments } from "@atoll/contract/files/limits";
import { expect, test } from "vitest";
import { makeShare, readShare } from "./shares.ts";

const now = Date.parse("2026-11-29T12:00:00Z");

function read(parts: Record<string, string | File[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts))
    for (const part of typeof value === "string" ? [value] : value) form.append(name, part);
  return readShare(form, "one", "ann", now);
}

const file = (name: string, content = "words") => new File([content], name, { type: "text/plain" });

test("reads title, text, link and files, and names a link once that the text repeats", () => {
  const share = read({
    title: " Tides ",
    text: "See https://a.example/t",
    url: "https://a.example/t",
    files: [file("a.txt")],
  });
  expect(share).toMatchObject({ id: "one", owner: "ann", sharedAt: now, title: "Tides", leftOut: [] });
  expect(share.text).toBe("See https://a.example/t");
  expect(share.files.map(({ name }) => name)).toEqual(["a.txt"]);
  expect(read({ text: "See", url: "https://a.example/t" }).text).toBe("See\nhttps://a.example/t");
});

test("takes no field for a file, no file for a text, and no empty file without a name", () => {
  const share = read({ files: "not a file", text: [file("b.txt")] });
  expect(share).toMatchObject({ text: "", files: [] });
  expect(read({ files: [new File([], "")] }).files).toEqual([]);
  expect(read({ files: [new File([], "empty.txt")] }).files).toHaveLength(1);
});

test("keeps what fits, and says what was left out", () => {
  const many = Array.from({ length: maxAttachments + 2 }, (_, index) => file(`${index}.txt`));
  const share = read({ files: many, text: "x".repeat(100_001) });
  expect(share.files).toHaveLength(maxAttachments);
  expect(share.text).toHaveLength(100_000);
  expect(share.leftOut).toEqual([
    `2 files were left out: at most ${maxAttachments} can be shared at once.`,
    "The end of the text was left out: it is too long.",
  ]);
});

test("leaves out a file that is too large for this device, and keeps the others", () => {
  const large = file("film.mp4");
  Object.defineProperty(large, "size", { value: 600 * 1024 * 1024 });
  const share = makeShare({ id: "one", owner: null, now, files: [file("a.txt"), large, file("b.txt")] });
  expect(share.files.map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
  expect(share.leftOut).toEqual(["“film.mp4” was left out: at most 512 MB can be shared at once."]);
});
