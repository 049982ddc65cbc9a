import { expect, test } from "vitest";
import { aDepartment } from "../../../test/people.ts";
import { areas } from "../areas.ts";
import { breadcrumbs, findPlace } from "./find-place.ts";
import { placesOf } from "./places-of.ts";

const departments = [aDepartment("Finance")];
const trail = (path: string) => breadcrumbs(path, departments, areas).map(({ label }) => label);

test.each([
  ["/dashboard", ["Dashboard"]],
  ["/tasks", ["Dashboard", "Tasks"]],
  ["/tasks/", ["Dashboard", "Tasks"]],
  ["/tasks/matrix", ["Dashboard", "Tasks", "Matrix"]],
  ["/knowledge-base/sop", ["Dashboard", "Knowledge Base", "SOPs"]],
  ["/knowledge-base/onboarding/5", ["Dashboard", "Knowledge Base", "Onboarding"]],
  ["/chat/channel/5", ["Dashboard", "Chat"]],
  ["/announcements/5", ["Dashboard", "Announcements"]],
  ["/devops", ["Dashboard", "DevOps"]],
  ["/devops/rollback", ["Dashboard", "DevOps", "Rollback"]],
  ["/devops/rollback/5", ["Dashboard", "DevOps", "Rollback"]],
  ["/finance", ["Dashboard", "Finance"]],
  ["/backend/events/5", ["Dashboard", "Backend", "Events card"]],
  ["/dashboard/tasks/5", ["Dashboard", "Tasks card"]],
  ["/dashboard/announcements", ["Dashboard", "Announcements card"]],
])("the breadcrumbs of %s", (path, labels) => {
  expect(trail(path)).toEqual(labels);
});

test.each([
  "/tasks/other",
  "/knowledge-base/onboarding/5/6",
  "/devops/other",
  "/devops/rollback/5/6",
  "/dashboard/constructor/5",
  "/backend/tasks/5/6",
])("%s is an unknown page", (path) => {
  expect(findPlace(path, departments, areas)).toBeNull();
  expect(trail(path)).toEqual(["Dashboard", "Unknown Page"]);
});

test("a department's own section comes before the card of the same name", () => {
  expect(findPlace("/backend/tasks", departments, areas)?.label).toBe("Tasks");
  expect(findPlace("/backend/tasks/5", departments, areas)?.label).toBe("Tasks card");
});

test("every page is named once", () => {
  const paths = placesOf(areas).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
