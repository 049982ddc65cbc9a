import { taskSearch } from "@atoll/contract/tasks/list-search";
import type { Task } from "@atoll/contract/tasks/schemas";
import { expect, it } from "vitest";
import type { Board } from "../data/use-board.ts";
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
