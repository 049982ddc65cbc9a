import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { expect, test } from "vitest";
import { type Dashboard, isFilled } from "./dashboard.ts";

const tasks: DashboardCard = {
  ...{ id: "tasks", type: "tasks", title: "", options: { scope: "my" } },
  ...{ x: 0, y: 0, w: 4, h: 4 },
};
const dashboard: Dashboard = {
  layout: { cards: [tasks], phoneOrder: [], pinnedIds: [], isOwn: true, version: 3 },
  contents: [{ cardId: "tasks", content: null, error: null }],
};
const filled = (...cards: DashboardCard[]) => isFilled(dashboard, { cards });

test("fetches content only for cards that are new or configured differently", () => {
  expect(filled({ ...tasks, x: 4, w: 8, title: "What presses" })).toBe(true);
  expect(filled()).toBe(true);
  expect(filled(tasks, { ...tasks, id: "0197a000-0000-7000-8000-000000000001" })).toBe(false);
  expect(filled({ ...tasks, options: { scope: "all" } })).toBe(false);
});
