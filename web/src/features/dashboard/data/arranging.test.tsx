// @vitest-environment jsdom
import type { DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { defaultCardSize } from "@atoll/contract/dashboard/limits";
import { dashboardRoutes as routes } from "@atoll/contract/dashboard/routes";
import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { emptyLayout, useCardActions } from "../cards/use-card-actions.ts";
import { freePlace } from "../grid/metrics.ts";
import { useDashboard } from "./api.ts";
import { dashboardHandlers } from "./dashboard.ts";
import { useArrangement } from "./use-arrangement.ts";

// One person's dashboard in a browser at the real server, and another browser of theirs.

let server: RealServer;
let elsewhere: RealPerson;
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer([]);
  elsewhere = await server.signInAgain();
});
afterAll(() => server.close());
beforeEach(async () => {
  await elsewhere.call(routes.resetDashboard, {});
  browser = await openBrowser(server, server.admin);
});
afterEach(() => {
  browser.end();
  vi.restoreAllMocks();
});

const stored = async () => (await elsewhere.call(routes.getDashboard, {})).layout;
const idsOf = ({ cards }: Pick<DashboardLayout, "cards">) => cards.map(({ id }) => id).toSorted();

async function show({ isLive = true } = {}) {
  const shown = renderHook(
    () => {
      const { data } = useDashboard(isLive ? dashboardHandlers : {});
      const { layout, arrange } = useArrangement(data?.layout);
      return { layout, arrange, actions: useCardActions(layout ?? emptyLayout, arrange) };
    },
    { wrapper: browser.Around },
  );
  render(<Toaster />);
  await waitFor(() => expect(shown.result.current.layout).toBeDefined());
  return { now: () => shown.result.current, layout: () => shown.result.current.layout! };
}

it("shows each change at once, and stores the last of several quick ones", async () => {
  const { now, layout } = await show();
  const moved = layout().cards.filter(({ type }) => type !== "tasks")[0]!;
  for (const y of [40, 50, 60]) {
    act(() => now().actions.place(layout().cards.map((one) => (one.id === moved.id ? { ...one, y } : one))));
    expect(layout().cards.find(({ id }) => id === moved.id)?.y).toBe(y);
  }
  await waitFor(async () => expect((await stored()).cards.find(({ id }) => id === moved.id)?.y).toBe(60));
  await waitFor(async () => expect(layout()).toEqual(await stored()));
});

it("adds a card where there is room, removes it, and puts it back in its place by Undo", async () => {
  const user = userEvent.setup();
  const { now, layout } = await show();
  const free = freePlace(layout().cards, defaultCardSize.tasks);
  let added = "";
  act(() => {
    added = now().actions.add({ type: "tasks", title: "What presses", options: { scope: "my" } }).id;
  });
  await waitFor(async () => expect(idsOf(await stored())).toContain(added));
  const before = layout().cards.find(({ id }) => id === added);
  expect(before).toMatchObject({ ...free, title: "What presses" });

  act(() => now().actions.remove(added, "What presses"));
  await waitFor(async () => expect(idsOf(await stored())).not.toContain(added));
  await screen.findByText("What presses was removed");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(idsOf(await stored())).toContain(added));
  expect(layout().cards.find(({ id }) => id === added)).toEqual(before);
});

it("drops an answer that was on its way while the dashboard was changed", async () => {
  const { now, layout } = await show({ isLive: false });
  const { fetch } = globalThis;
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(globalThis, "fetch")
    .mockImplementationOnce(fetch)
    .mockImplementationOnce(async (...call) => {
      const answer = await fetch(...call);
      arrived.resolve();
      await released.promise;
      return answer;
    });
  let added = "";
  act(() => {
    added = now().actions.add({ type: "tasks", title: "What presses", options: { scope: "my" } }).id;
  });
  await arrived.promise;
  act(() => now().actions.remove(added, "What presses"));
  await waitFor(async () => expect(idsOf(await stored())).not.toContain(added));
  released.resolve();
  await waitFor(() => expect(browser.queryClient.isFetching()).toBe(0));
  expect(idsOf(layout())).not.toContain(added);
  act(() => now().actions.remove(layout().cards[0]!.id, "A card"));
  await waitFor(async () => expect(layout()).toEqual(await stored()));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("applies another browser's arrangement, and says so if both changed it", async () => {
  const { now, layout } = await show({ isLive: false });
  const { cards, phoneOrder, version } = layout();
  const [first, second] = [cards[0]!, cards[1]!];
  const lower = cards.map((one) => (one.id === second.id ? { ...one, y: 70 } : one));
  await elsewhere.call(routes.arrangeDashboard, { body: { cards: lower, phoneOrder, version } });
  // This browser has not heard of it.
  act(() => now().actions.place(cards.map((one) => (one.id === first.id ? { ...one, y: 90 } : one))));
  await screen.findByText("Your dashboard was changed on another device. This is how it is now.");
  await waitFor(async () => expect(layout()).toEqual(await stored()));
  const placeOf = (id: string) => layout().cards.find((one) => one.id === id)?.y;
  expect([placeOf(first.id), placeOf(second.id)]).toEqual([first.y, 70]);
});

it("reverts a change that cannot be sent, and says so", async () => {
  const { now, layout } = await show();
  const before = layout();
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  act(() => now().actions.remove(before.cards[0]!.id, "A card"));
  expect(layout().cards).toHaveLength(before.cards.length - 1);
  await screen.findByRole("alert");
  await waitFor(() => expect(layout()).toEqual(before));
  vi.restoreAllMocks();
  expect(idsOf(await stored())).toEqual(idsOf(before));
});
