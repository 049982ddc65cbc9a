// @vitest-environment jsdom
import { readSectionView } from "@atoll/contract/cards/list-search";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { joinDepartment } from "../../../../test/join-department.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { hasGoneFilter } from "./block-views.ts";
import { EmbeddedCards } from "./embedded-cards.tsx";
import { SectionPicker } from "./section-picker.tsx";

// Ana reads pages with deals of her department. Ben is in no department.

let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let browser: OpenBrowser;
let pipeline: CardType;
const hidden = "These cards do not exist, or you cannot see them.";

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
  pipeline = (await joinDepartment(server, "business-development", [ana!])).section("pipeline");
  await add("Gull & Sons");
  await add("<img src=x> Norr", { stage: "proposal" });
});
afterAll(() => server.close());
afterEach(() => browser.end());

const add = (title: string, more: object = {}) =>
  ana!.call(routes.createCard, { params: { typeId: pipeline.id }, body: { id: uuidv7(), title, ...more } });

async function show(person: RealPerson, query: string, id = pipeline.id) {
  browser = await openBrowser(server, person);
  const go = vi.fn();
  render(<EmbeddedCards id={id} query={query} onGo={go} />, { wrapper: browser.Around });
  return go;
}

test("shows the cards of the chosen stages, adds new ones live and links to the section with its filters", async () => {
  const go = await show(ana!, "view=table stages=proposal");
  const card = await screen.findByRole("link", { name: "<img src=x> Norr" });
  expect(screen.queryByText("Gull & Sons")).toBeNull();
  await add("Tern Ltd", { stage: "proposal" });
  await screen.findByRole("link", { name: "Tern Ltd" });
  await userEvent.click(screen.getByRole("link", { name: pipeline.name }));
  expect(go.mock.lastCall?.[0]).toMatch(/^\/business-development\/pipeline\?.*stages=proposal/);
  await userEvent.click(card);
  expect(go.mock.lastCall?.[0]).toMatch(/^\/business-development\/pipeline\/[0-9a-f-]{36}$/);
});

test("says that a filter is gone, and that no card matches", async () => {
  await show(ana!, "view=table stages=proposal%2Cgone field=lost%3D1");
  await screen.findByText(/A filter of these cards no longer exists/);
  await screen.findByRole("link", { name: "<img src=x> Norr" });
  expect(screen.queryByText("Gull & Sons")).toBeNull();
  expect(hasGoneFilter(pipeline, readSectionView({ stages: "proposal", q: "x", sort: "lost" }))).toBe(false);
  expect(hasGoneFilter(pipeline, readSectionView({ "is.lost": "x" }))).toBe(true);
  browser.end();
  await show(ana!, "view=list q=nothing-has-this");
  await screen.findByText(`No ${pipeline.singular} matches the filters`);
  expect(screen.queryByText(/A filter of these cards/)).toBeNull();
});

test("looks the same for a reader without the right and for a section that does not exist", async () => {
  await show(ben!, "view=table");
  await screen.findByText(hidden);
  browser.end();
  await show(ana!, "view=table", uuidv7());
  await screen.findByText(hidden);
});

test("asks for nothing before the block comes into view", async () => {
  const observe = vi.spyOn(IntersectionObserver.prototype, "observe").mockImplementation(() => undefined);
  await show(ana!, "view=table");
  screen.getByText("Loading the cards");
  expect(browser.queryClient.isFetching()).toBe(0);
  expect(observe).toHaveBeenCalledOnce();
  observe.mockRestore();
});

test("the picker offers readable sections, and keeps a view and filters in the block", async () => {
  browser = await openBrowser(server, ana!);
  const choose = vi.fn();
  const current = { id: pipeline.id, query: "view=table stages=proposal%2Cgone" };
  render(<SectionPicker current={current} onChoose={choose} onClose={() => undefined} />, {
    wrapper: browser.Around,
  });
  await userEvent.click(await screen.findByText("List"));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Change" }));
  expect(choose).toHaveBeenCalledWith({ id: pipeline.id, query: "view=list stages=proposal" });
});

test("the picker says that there are no sections, or that they failed to load", async () => {
  browser = await openBrowser(server, ben!);
  const shown = () =>
    render(<SectionPicker current={undefined} onChoose={vi.fn()} onClose={vi.fn()} />, {
      wrapper: browser.Around,
    });
  shown();
  await screen.findByText("No sections yet");
  expect(screen.getByRole("button", { name: "Insert" })).toHaveProperty("disabled", true);
  browser.end();
  browser = await openBrowser(server, ana!);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  shown();
  await screen.findByText(/The server cannot be reached/);
});
