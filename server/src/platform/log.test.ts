import { expect, test } from "vitest";
import { describeError } from "./log.ts";

test("an error in the log is its name, text, code, stack and cause, and nothing a library hung on it", () => {
  const cause = Object.assign(new Error("connection lost"), {
    code: "57P01",
    client: { password: "hidden" },
  });
  const line = describeError(new Error("could not save", { cause }));
  expect(line).toMatchObject({
    type: "Error",
    message: "could not save",
    cause: { message: "connection lost", code: "57P01" },
  });
  expect(JSON.stringify(line)).not.toContain("hidden");
});

test("what was thrown without being an error is told too", () => {
  expect(describeError("a text")).toEqual({ type: "string", message: "a text" });
});
