import { expect, it } from "vitest";
import { proposeTask } from "./propose-task.ts";

it("uses the first line of the selection as the title, and all of it as the description", () => {
  expect(proposeTask("\n  Uncordon the old pool  \nOn Monday.\r\nAsk Dev. ")).toEqual({
    title: "Uncordon the old pool",
    description: "Uncordon the old pool  \nOn Monday.\r\nAsk Dev.",
  });
  expect(proposeTask(" ")).toEqual({ title: "", description: "" });
});

it("cuts the title to 120 characters and the description to 4000 plus an ellipsis", () => {
  const exact = proposeTask("a".repeat(120));
  expect(exact).toEqual({ title: "a".repeat(120), description: "a".repeat(120) });
  const long = proposeTask("b".repeat(4001));
  expect(long).toEqual({ title: "b".repeat(120), description: `${"b".repeat(4000)}…` });
  expect(proposeTask("c".repeat(4000)).description).toBe("c".repeat(4000));
});

it("does not split a grapheme", () => {
  const { title } = proposeTask(`${"x".repeat(118)}👩‍👧‍👦 and more`);
  expect(title).toBe("x".repeat(118));
  expect(proposeTask("🌊".repeat(121)).title).toBe("🌊".repeat(120));
});
