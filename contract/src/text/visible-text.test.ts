import { expect, test } from "vitest";
import { newCommentSchema } from "../comments/schemas.ts";
import { taskTitleSchema } from "../tasks/schemas.ts";
import { hasVisibleText } from "./visible-text.ts";

test.each([
  "",
  " \n\t",
  "\u200b\u200c\u200d",
  "\u00a0\u3000",
  "\u2800",
  "\u3164",
  "\ufeff\u00ad",
  "\u202e\u2066",
])("%j shows a reader nothing", (text) => expect(hasVisibleText(text)).toBe(false));

test.each(["a", "\u200b.", "👩‍💻", "१", "ｱ", "\u0301a"])("%j shows a reader something", (text) =>
  expect(hasVisibleText(text)).toBe(true),
);

test("a required text needs something visible", () => {
  expect(taskTitleSchema.safeParse("\u200b\u200b").success).toBe(false);
  expect(taskTitleSchema.parse(" Call \u200bInes ")).toBe("Call \u200bInes");
  const comment = { id: "018f0000-0000-7000-8000-000000000000", content: "\u2060", mentionIds: [] };
  expect(newCommentSchema.safeParse(comment).success).toBe(false);
});
