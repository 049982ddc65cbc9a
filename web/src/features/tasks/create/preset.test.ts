import { taskSearch } from "@atoll/contract/tasks/list-search";
import { expect, it } from "vitest";
import { aViewer } from "../../../../test/people.ts";
import { newTask } from "../changes/new-task.ts";
import { isShown } from "../data/task-filter.ts";
import { viewerAsPerson } from "../fields/people-fields.tsx";
import { presetOf } from "./preset.ts";

const viewer = aViewer();
const now = new Date();

it.each([
  {},
  { scope: "my" },
  { scope: "assigned" },
  { assignee: viewer.id },
  { tag: "quay,pier" },
  { priority: "urgent,high" },
  { due: "today" },
  { due: "overdue,week,today" },
])("gives a new task what the filter %o asks for", (search) => {
  const shown = taskSearch.read(search);
  const { task, assignee } = presetOf(shown, viewer, now);
  const act = { act: "create", task: { title: "New", ...task }, assignee } as const;
  const created = newTask({ id: "1", createdAt: now.toISOString(), viewer: viewerAsPerson(viewer) }, act);
  expect(isShown(created, shown, viewer.id)).toBe(true);
});

it("does not give a task to another person, or to a department of others", () => {
  const other = "0190a000-0000-7000-8000-000000000009";
  const { task, assignee } = presetOf(taskSearch.read({ assignee: other, department: other }), viewer, now);
  expect([task.departmentId, assignee]).toEqual([undefined, null]);
});
