// @vitest-environment jsdom
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { sensitiveDataRoutes as routes } from "@atoll/contract/sensitive-data/routes";
import type { SensitiveCard } from "@atoll/contract/sensitive-data/schemas";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../test/open-browser.tsx";
import { Toaster } from "../../ui/toast/toast.tsx";
import { SensitiveDataScreen } from "./sensitive-data-screen.tsx";

// The page of one administrator at the real server, and what a second one does elsewhere.

let server: RealServer;
let ana: RealPerson;
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  ana = server.people[0]!;
  const { roles } = await server.admin.call(administrationRoutes.listRoles, { query: {} });
  const { user } = await server.admin.call(administrationRoutes.getUser, { params: { userId: ana.id } });
  await server.admin.call(administrationRoutes.updateUser, {
    params: { userId: ana.id },
    body: {
      version: user.version,
      roleIds: roles.filter(({ name }) => name === "super_admin").map(({ id }) => id),
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, server.admin);
});
afterEach(async () => {
  vi.restoreAllMocks();
  browser.end();
  for (const card of await cards()) await server.admin.call(routes.deleteCard, of(card.id));
});

const of = (cardId: string) => ({ params: { cardId } });
const cards = async () => (await server.admin.call(routes.listCards, {})).cards;
const secret = "blue-heron-7";

/** Stores a card of the administrator's in Backend. */
async function store(title: string, more: Partial<SensitiveCard> = {}): Promise<string> {
  const { card } = await server.admin.call(routes.createCard, {
    body: {
      ...{ id: uuidv7(), key: "backend" as const, title, value: secret },
      ...{ ownerId: server.admin.id, needsTwo: more.needsTwo ?? false },
    },
  });
  return card.id;
}

function Page() {
  const [filter, setFilter] = useState("");
  return (
    <>
      <SensitiveDataScreen
        filter={filter}
        onFilterChange={setFilter}
        cardId={undefined}
        renderActions={(controls) => controls}
      />
      <Toaster />
    </>
  );
}
const open = () => render(<Page />, { wrapper: browser.Around });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const backend = () => screen.findByRole("region", { name: "Backend" });
async function openMenu(title: string, item: string) {
  await press(`More about ${title}`);
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}
async function reveal(title: string, reason: string) {
  await press(`Reveal ${title}`);
  await userEvent.type(await screen.findByRole("textbox", { name: "Reason" }), reason);
  await press(/^Reveal for/);
}

describe("the page", () => {
  it("says so when there are no cards, and which ones the filter leaves out", async () => {
    open();
    expect(await within(await backend()).findByText("No cards yet")).toBeTruthy();
    await store("Pager password");
    expect(await screen.findByText("Pager password")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox", { name: "Filter cards" }), "mooring");
    expect(await screen.findByText("No card matches the filter")).toBeTruthy();
  });

  it("offers to try again when the cards could not be loaded", async () => {
    await store("Pager password");
    const fetching = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    open();
    const again = await screen.findByRole("button", { name: "Try Again" });
    fetching.mockRestore();
    await userEvent.click(again);
    expect(await screen.findByText("Pager password")).toBeTruthy();
  });
});

describe("a revealed value", () => {
  it("is hidden on request and when the page is left, and is in no cache", async () => {
    await store("Pager password");
    open();
    await reveal("Pager password", "The pager is down");
    expect(await screen.findByText(secret)).toBeTruthy();
    expect(
      JSON.stringify(
        browser.queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain(secret);
    await press("Hide now");
    expect(screen.queryByText(secret)).toBeNull();
    await reveal("Pager password", "Still down");
    expect(await screen.findByText(secret)).toBeTruthy();
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
  });

  it("is not shown without a reason, nor when the server refuses, which the form says", async () => {
    const cardId = await store("Pager password");
    open();
    await reveal("Pager password", "  ");
    const reason = screen.getByRole("textbox", { name: "Reason" });
    await waitFor(() => expect(reason.getAttribute("aria-invalid")).toBe("true"));
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    await userEvent.type(reason, "The pager is down");
    await press(/^Reveal for/);
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect((reason as HTMLInputElement).value).toContain("The pager is down");
    expect(screen.queryByText(secret)).toBeNull();
    vi.restoreAllMocks();
    const { items } = await server.admin.call(routes.listLooks, { query: { cardId } });
    expect(items).toEqual([]);
  });

  it("is asked for where a card needs two people, and revealed after the approval", async () => {
    const cardId = await store("Root key", { needsTwo: true });
    open();
    await press("Two people: Root key");
    await userEvent.type(await screen.findByRole("textbox", { name: "Reason" }), "Rotation");
    await press("Ask for a second person");
    expect(await screen.findByText("Waiting for approval")).toBeTruthy();
    const [card] = (await ana.call(routes.listCards, {})).cards;
    const [request] = card?.openRequests ?? [];
    expect(request).toMatchObject({ reason: "Rotation" });
    await ana.call(routes.approve, { params: { cardId, requestId: request?.id ?? "" } });
    await reveal("Root key", "Rotation");
    expect(await screen.findByText(secret)).toBeTruthy();
  });
});

describe("the form of a card", () => {
  it("needs a value for a new card, and sends only what was changed of a stored one", async () => {
    open();
    await backend();
    await press("New Card");
    await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "Wi-Fi of the pier");
    await press("Add card");
    const value = screen.getByRole("textbox", { name: "Value" });
    await waitFor(() => expect(value.getAttribute("aria-invalid")).toBe("true"));
    await userEvent.type(value, secret);
    await press("Add card");
    expect(await screen.findByText("Wi-Fi of the pier added")).toBeTruthy();

    await openMenu("Wi-Fi of the pier", "Edit card");
    const title = await screen.findByRole("textbox", { name: "Title" });
    await userEvent.type(title, ", new");
    const [stored] = await cards();
    await ana.call(routes.changeCard, {
      ...of(stored?.id ?? ""),
      body: { version: stored?.version ?? 0, needsTwo: true },
    });
    await press("Save card");
    await waitFor(async () =>
      expect(await cards()).toMatchObject([{ title: "Wi-Fi of the pier, new", needsTwo: true }]),
    );
  });

  it("says that someone else replaced the value, and replaces theirs only when it is saved again", async () => {
    const cardId = await store("Pager password");
    open();
    await screen.findByText("Pager password");
    await openMenu("Pager password", "Edit card");
    await userEvent.type(await screen.findByRole("textbox", { name: "Value" }), "mine");
    const [stored] = await cards();
    await ana.call(routes.changeCard, {
      ...of(cardId),
      body: { version: stored?.version ?? 0, value: "theirs" },
    });
    const valueNow = async () =>
      (await ana.call(routes.reveal, { ...of(cardId), body: { id: uuidv7(), reason: "To compare" } })).value;
    await press("Save card");
    expect(await screen.findByText(/Someone else replaced the value/)).toBeTruthy();
    expect(await valueNow()).toBe("theirs");
    await press("Save card");
    await waitFor(async () => expect(await valueNow()).toBe("mine"));
  });

  it("keeps asking, with the reason, when a card could not be deleted", async () => {
    const cardId = await store("Pager password");
    open();
    await screen.findByText("Pager password");
    await openMenu("Pager password", "Delete card");
    const dialog = await screen.findByRole("alertdialog");
    vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete card" }));
    expect(await within(dialog).findByRole("alert")).toBeTruthy();
    expect((await cards()).map(({ id }) => id)).toEqual([cardId]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete card" }));
    await waitFor(async () => expect(await cards()).toEqual([]));
  });
});
