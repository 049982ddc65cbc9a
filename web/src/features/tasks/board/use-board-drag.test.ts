import { taskSearch } from "@atoll/contract/tasks/list-search";
import type { Task } from "@atoll/contract/tasks/schemas";
import { expect, it } from "vitest";
import { type Board, boards, columnOf } from "../data/use-board.ts";
import { dragWords } from "./use-board-drag.ts";

const task = (id: string, status: string) => ({ id, title: id, status }) as unknown as Task;
const column = (status: Task["status"], ids: string[], total = ids.length) =>
  ({ status, total, items: ids.map((id) => task(id, status)), nextCursor: null }) as Board["groups"][number];
const board: Board = {
  shown: taskSearch.read({}),
  order: { sort: "manual", isDescending: false },
  groups: [column("todo", ["a", "b", "c"]), column("in_progress", ["d"], 4)],
};
const along = (...ids: string[]) => dragWords(board, () => new Set(ids));

it("counts the places of the whole column, of which a phone shows only the tab", () => {
  const tab = { zone: "in_progress", after: null, before: null, position: 1, total: 1 };
  expect(along("a").dropped("a", tab)).toBe("a moved to In Progress, place 1 of 5.");
  expect(along("a", "b").dropped("a", tab)).toBe("2 tasks moved to In Progress, place 1 of 5.");
  const home = { zone: "todo", after: "a", before: "c", position: 2, total: 3 };
  expect(along("b").lifted("b", home)).toBe("Lifted b. To Do, place 2 of 3.");
  expect(along("a", "b").moved("b", { ...home, position: 1 })).toBe("To Do, place 1 of 2.");
});

it("puts a task whose state is not known yet into the first column of its status", () => {
  const state = {
    id: "finished",
    status: "done" as const,
    name: "Finished",
    tone: "success" as const,
    order: 0,
  };
  const groups = [
    { ...column("todo", ["a"]), state: null },
    { ...column("done", []), state },
  ];
  const { groupOf } = boards.rules({ ...board, groups, by: "state" }, "viewer");
  expect(groupOf({ ...task("a", "done"), state: null })).toBe("finished");
  expect(groupOf({ ...task("a", "archived"), state: null })).toBe("archived");
});

it("finds the column of a state by its status where columns are statuses", () => {
  const state = { value: "an own state", status: "in_progress" as const };
  expect(columnOf({ ...board, by: "status" }, state)?.items).toMatchObject([{ id: "d" }]);
  expect(columnOf({ ...board, by: "state" }, state)).toBeUndefined();
});
