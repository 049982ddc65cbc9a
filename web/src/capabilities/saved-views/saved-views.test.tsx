// @vitest-environment jsdom

import { optionOf, text } from "@atoll/contract/list-search";
import { savedViewRoutes } from "@atoll/contract/saved-views/routes";
import { searchOfView } from "@atoll/contract/saved-views/rules";
import { render, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../test/held-equals-refetch.ts";
import { type OpenBrowser, openBrowser } from "../../../test/open-browser.tsx";
import { Toaster } from "../../ui/toast/toast.tsx";
import { usePageViews } from "./use-page-views.tsx";
import { useViews } from "./use-views.ts";
import { ViewHint } from "./view-hint.tsx";
import { ViewsMenu } from "./views-menu.tsx";

// Ana's views of questions at the real server.

let server: RealServer;
let ana: RealPerson;
let browser: OpenBrowser;
const place = "questions";
const rules = { tab: optionOf(["mine", "votes"]).keep, text: text(200).keep };
const given = [{ id: "", name: "All questions", query: "" }] as const;
const patience = { timeout: 60_000 };

beforeAll(async () => {
  server = await startRealServer(["Ana Lima"]);
  ana = server.people[0]!;
  await Promise.all([
    import("../../ui/dialog/dialog-panel.tsx"),
    import("../../ui/popup/menu-popup.tsx"),
    import("../../ui/toast/toast-stack.tsx"),
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, ana);
});
afterEach(() => browser.end());

const fresh = async () => (await ana.call(savedViewRoutes.listSavedViews, { params: { place } })).views;
const save = (name: string, query: string, id = uuidv7()) =>
  ana.call(savedViewRoutes.saveView, { params: { place }, body: { id, name, query } });
const names = async () => (await fresh()).map(({ name }) => name);

/** A page with the filters of `search`, shown as text. */
function Page({ start }: { start: Record<string, string | undefined> }) {
  const [search, setSearch] = useState(start);
  const pageViews = usePageViews({
    place,
    rules,
    given,
    search,
    onOpen: ({ id, query }) => setSearch({ ...searchOfView(query, rules), saved: id || undefined }),
  });
  return (
    <>
      <ViewsMenu pageViews={pageViews} />
      <ViewHint pageViews={pageViews} />
      <button onClick={() => setSearch({ ...search, text: "mast" })} type="button">
        Filter
      </button>
      <output>{`${search.tab ?? "newest"} ${search.text ?? ""}`}</output>
      <Toaster />
    </>
  );
}
function show(start: Record<string, string | undefined> = {}) {
  render(
    <browser.Around>
      <Page start={start} />
    </browser.Around>,
  );
  const user = userEvent.setup();
  const choose = async (name: string | RegExp) => {
    await user.click(screen.getByRole("button", { name: /^(Views|Mine first|Mast)/ }));
    await waitFor(() => item(name), patience);
    await user.click(item(name));
  };
  return { user, choose };
}
const item = (name: string | RegExp) =>
  screen.queryByRole("menuitemradio", { name }) ?? screen.getByRole("menuitem", { name });

test("contains the views from all devices", async () => {
  const views = renderHook(() => useViews(place).data, { wrapper: browser.Around });
  const id = uuidv7();
  const proof = (act: () => Promise<unknown>) =>
    heldEqualsRefetch({ held: () => views.result.current, fresh, act });
  await proof(() => save("Quay", "text=quay", id));
  await proof(() =>
    ana.call(savedViewRoutes.changeSavedView, {
      params: { place, viewId: id },
      body: { name: "The quay", version: 1 },
    }),
  );
  await proof(() => ana.call(savedViewRoutes.deleteSavedView, { params: { place, viewId: id } }));
});

test("saves the present filters, opens them again, and updates them", async () => {
  const { user, choose } = show({ tab: "mine" });
  await user.click(await screen.findByRole("button", { name: "Save view" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Mine first");
  await user.click(screen.getAllByRole("button", { name: "Save view" }).at(-1)!);
  expect(await screen.findByRole("button", { name: "Mine first" }, patience)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await user.click(screen.getByRole("button", { name: "Update view" }));
  await waitFor(async () => expect(await fresh()).toMatchObject([{ query: "tab=mine&text=mast" }]), patience);
  await user.click(screen.getByRole("button", { name: /^Clear Mine first/ }));
  expect(screen.getByRole("status").textContent).toContain("newest");
  await choose("Mine first");
  expect(screen.getByText("mine mast")).toBeDefined();
});

test("deletes a view, and Undo brings it back in its place", async () => {
  await save("Mast", "text=mast", uuidv7());
  const before = await names();
  expect(before).toHaveLength(2);
  const { user, choose } = show();
  await choose("Mine first");
  await choose("Delete view");
  await waitFor(async () => expect(await names()).toEqual(before.slice(1)), patience);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await names()).toEqual(before), patience);
});

test("says that filters of a view no longer exist, until it is updated without them", async () => {
  await save("Followed", "tab=following&text=rope");
  const { user, choose } = show();
  await choose("Followed");
  expect(screen.getByText(/Some filters of this view no longer exist/)).toBeDefined();
  expect(screen.getByText("newest rope")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Update view" }));
  await waitFor(() => expect(screen.queryByText(/no longer exist/)).toBeNull(), patience);
});
