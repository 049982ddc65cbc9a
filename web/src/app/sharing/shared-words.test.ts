import { expect, test } from "vitest";
import { readIdeaDraft } from "../../features/ideas/new/new-idea-form.ts";
import { readDraft } from "../../features/tasks/create/new-task-form.ts";
import { asText, asTitleAndBody, intoDraft, pathOfLink } from "./shared-words.ts";

const site = "https://atoll.example";

test("names a title once that the text repeats", () => {
  expect(asText({ title: "Tides", text: "Tides: high at six" })).toBe("Tides: high at six");
  expect(asText({ title: "Tides", text: "High at six" })).toBe("Tides\nHigh at six");
  expect(asText({ title: "", text: "" })).toBe("");
});

test("makes a title of what was sent as one, or of the first line, and never loses words", () => {
  expect(asTitleAndBody({ title: "Tides", text: "High at six" })).toEqual({
    title: "Tides",
    body: "High at six",
  });
  expect(asTitleAndBody({ title: "", text: "Call the harbour\nbefore noon" })).toEqual({
    title: "Call the harbour",
    body: "before noon",
  });
  const long = "x".repeat(200);
  const made = asTitleAndBody({ title: "", text: long });
  expect(made.title).toHaveLength(120);
  expect(made.body).toBe(long);
});

const words = { title: "Tides", text: "High at six" };
const newTask = {
  title: "",
  description: "",
  state: "todo",
  priority: "medium" as const,
  startsOn: "",
  dueDate: "",
  tags: "",
  departmentId: "",
  cycleId: "",
  recurrence: null,
  assignees: [],
  data: {},
};
const newIdea = { title: "", text: "", departmentId: "", tags: "", audienceIds: [], isAnonymous: false };

test("fills an empty form of a task or an idea", () => {
  expect(readDraft(intoDraft("", "description", words), newTask, [])).toEqual({
    ...newTask,
    title: "Tides",
    description: "High at six",
  });
  expect(readIdeaDraft(intoDraft("", "text", words), newIdea)).toEqual({
    ...newIdea,
    title: "Tides",
    text: "High at six",
  });
});

test("keeps what is typed in the form, and adds what was shared below it", () => {
  const typed = JSON.stringify({ ...newTask, title: "Mine", description: "Typed.", tags: "boats" });
  expect(readDraft(intoDraft(typed, "description", words), newTask, [])).toMatchObject({
    title: "Mine",
    description: "Typed.\n\nTides\nHigh at six",
    tags: "boats",
  });
  expect(readIdeaDraft(intoDraft("not JSON", "text", words), newIdea)).toMatchObject({ title: "Tides" });
});

test("opens links of this workspace, and of no other site", () => {
  expect(pathOfLink("web+atoll:/tasks/1?x=2#y", site)).toBe("/tasks/1?x=2#y");
  expect(pathOfLink("web+atoll://atoll.example/chat", site)).toBe("/chat");
  for (const link of [
    "web+atoll://evil.example/chat",
    "web+atoll:////evil.example/chat",
    "web+atoll:/\\evil.example",
    "web+atoll:/.//evil.example",
    "web+atoll:https://evil.example/",
    "web+atoll:javascript:alert(1)",
    "web+atoll:",
    "https://atoll.example/chat",
    "",
  ])
    expect([link, pathOfLink(link, site)]).toEqual([link, null]);
});
