import { expect, test } from "vitest";
import { followCardLink } from "./card-link.ts";

const id = "01920000-0000-7000-8000-000000000001";
const devops = { id: "01920000-0000-7000-8000-0000000000d0" };

test.each([
  ["announcements", `/announcements/${id}`],
  ["tasks", `/tasks?task=${id}`],
  ["events", `/calendar?event=${id}`],
  ["chat", `/chat/channel/${id}`],
])("a link to a card of %s opens it", (type, page) => {
  expect(followCardLink(undefined, type, id, "")).toBe(page);
  expect(followCardLink(devops, type, id, "?sort=due")).toBe(page);
});

test("a link to a view opens the list with its filters and order", () => {
  expect(followCardLink(undefined, "tasks", undefined, "?status=todo&sort=due")).toBe(
    "/tasks?status=todo&sort=due",
  );
  expect(followCardLink(devops, "tasks", undefined, "?sort=due")).toBe(
    `/tasks?sort=due&department=${devops.id}`,
  );
  expect(followCardLink(devops, "announcements", undefined, "")).toBe("/announcements");
});

test("other links lead to nothing", () => {
  for (const type of ["toString", "files", ""])
    expect(followCardLink(undefined, type, id, "")).toBeUndefined();
  expect(followCardLink(undefined, "tasks", "../admin", "")).toBeUndefined();
});
