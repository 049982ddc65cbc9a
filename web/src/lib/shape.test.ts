import { expect, test } from "vitest";
import { readErrorBody } from "./request/error-body.ts";
import { readAs, type Shape } from "./shape.ts";

interface Note {
  id: string;
  size: number;
  isOpen: boolean;
  author: string | null;
  place?: string;
  tags: string[];
  parts: { name: string }[];
  look: { color: string };
}

const shape: Shape<Note> = {
  id: "string",
  size: "number",
  isOpen: "boolean",
  author: "string|null",
  place: "string?",
  tags: "strings",
  parts: "objects",
  look: "object",
};
const note = {
  id: "n",
  size: 1,
  isOpen: false,
  author: null,
  tags: ["a"],
  parts: [{ name: "p" }],
  look: { color: "red" },
};

test("reads values of this shape, with and without optional fields", () => {
  expect(readAs(JSON.stringify(note), shape)).toEqual(note);
  const placed = { ...note, author: "Ida", place: "here" };
  expect(readAs(JSON.stringify(placed), shape)).toEqual(placed);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["null", "null"],
  ["a text", '"n"'],
  ["a list", "[]"],
  ["a number for a text", JSON.stringify({ ...note, id: 1 })],
  ["a text for a flag", JSON.stringify({ ...note, isOpen: "false" })],
  ["nothing where null would stand", JSON.stringify({ ...note, author: undefined })],
  ["null where nothing would stand", JSON.stringify({ ...note, place: null })],
  ["a list of other things", JSON.stringify({ ...note, tags: ["a", 1] })],
  ["a list with a hole", JSON.stringify({ ...note, parts: [null] })],
  ["a list for an object", JSON.stringify({ ...note, look: [] })],
  ["an older version, which lacks something", JSON.stringify({ ...note, size: undefined })],
])("%s counts as absent", (_, text) => {
  expect(readAs(text, shape)).toBeUndefined();
});

test("distinguishes Atoll's errors from a gateway's responses", () => {
  const error = {
    code: "invalid_request",
    message: "Not right",
    requestId: "r",
    fields: [{ path: "name", message: "Name is required" }],
  };
  expect(readErrorBody({ error })).toEqual(error);
  // A server that was just updated may know a code that this page does not.
  expect(readErrorBody({ error: { ...error, code: "tide_too_low" } })).toMatchObject({
    code: "tide_too_low",
  });
  for (const code of ["502", "Bad Gateway", "ERR_TUNNEL", ""]) {
    expect(readErrorBody({ error: { ...error, code } })).toBeNull();
  }
  expect(readErrorBody({ error: { ...error, fields: [{ path: "name" }] } })).toBeNull();
  expect(readErrorBody({ error: "Bad Gateway" })).toBeNull();
  expect(readErrorBody(null)).toBeNull();
});
