import { expect, test } from "vitest";
import { draftedAnnouncement, draftedTasks, withoutSources } from "./draft-parts.ts";

test("each item of a list is a task, once and with its source", () => {
  const text =
    "Still to do:\n- Move the **crane** [2].\n- Order rope. [1][3]\n\n- Move the crane [2]\n- [4]\nThat is all [1].";
  expect(draftedTasks(text)).toEqual([
    { title: "Move the crane", sourceNumber: 2 },
    { title: "Order rope", sourceNumber: 1 },
  ]);
  expect(draftedTasks("Nothing is left to do [1].")).toEqual([]);
});

test.each([
  "The pier is closed",
  "# The pier is closed",
  "**The pier is closed**",
  "Title: The pier is closed [1]",
  "**Title: The pier is closed**",
  "## **Title:** The pier is closed",
])("the title of an announcement is the line %j without its marks", (line) => {
  expect(draftedAnnouncement(`${line}\n\nFrom Monday [1]. Use the north gate [2].[?]`)).toEqual({
    title: "The pier is closed",
    content: "From Monday. Use the north gate.",
  });
});

test("removes only source numbers, and keeps line breaks", () => {
  expect(withoutSources("See [12]\n- array[0] and [a]")).toBe("See\n- array and [a]");
});
