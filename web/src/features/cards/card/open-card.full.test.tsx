// @vitest-environment jsdom
import { readSectionView } from "@atoll/contract/cards/list-search";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { joinDepartment } from "../../../../test/join-department.ts";
import { cutNetwork, holdAnswers, loseAnswer, requests } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { MergeDialog } from "../tools/merge-dialog.tsx";
import { CardList } from "../views/card-list.tsx";
import { CardTable } from "../views/card-table.tsx";
import { DriftCell } from "../views/drift-cell.tsx";
import { CardDrawer } from "./card-drawer.tsx";
import { CardPage } from "./card-page.tsx";
import { NewCardDialog } from "./new-card-dialog.tsx";

// Ana has cards of her departments open in a browser at the real server; Ben, and Ana's phone, change them elsewhere.

let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let browser: OpenBrowser;
let [pipeline, rollback, setup, deployment]: CardType[] = [];

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
  const both = [ana!, ben!];
  const devops = await joinDepartment(server, "devops", both);
  rollback = devops.section("rollback");
  deployment = devops.section("deployment");
  pipeline = (await joinDepartment(server, "business-development", both)).section("pipeline");
  setup = (await joinDepartment(server, "frontend", both)).section("setup");
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, ana!);
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

async function add(type: CardType, title: string, more: object = {}): Promise<Card> {
  const body = { id: uuidv7(), title, ...more };
  return (await ben!.call(routes.createCard, { params: { typeId: type.id }, body })).card;
}
const runbook = (title: string, data: object = {}) =>
  add(rollback!, title, { data: { service: title, ...data } });
const change = (cardId: string, set: object) =>
  ben!.call(routes.changeCards, { body: { changeId: uuidv7(), cardIds: [cardId], set } });
const stored = (cardId: string) => ben!.call(routes.getCard, { params: { cardId } });
const data = async (cardId: string) => (await stored(cardId)).card.data;

const opening = { onOpen: () => undefined, hrefOf: (id: string) => `/cards/${id}` };
const show = (part: React.ReactNode) =>
  render(
    <>
      {part}
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
const showPage = (cardId: string) =>
  show(<CardPage cardId={cardId} opening={opening} onGone={() => undefined} />);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

describe("the page of a card", () => {
  it("shows no card that someone else has since deleted", async () => {
    const { id } = await runbook("Mooring service");
    showPage(id);
    await screen.findByRole("heading", { name: "Mooring service" });
    await change(id, { isDeleted: true });
    expect(await screen.findByText(/^This card does not exist/)).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Mooring service" })).toBeNull();
  });

  it("offers to try again after a failure", async () => {
    const { id } = await runbook("Winch service");
    const reconnect = cutNetwork();
    showPage(id);
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    expect(await screen.findByRole("heading", { name: "Winch service" })).toBeTruthy();
  });
});

describe("a problem that is reported", () => {
  const report = async (text: string) => {
    await press("It did not work");
    const words = await field("What did not work?");
    await userEvent.click(words);
    await userEvent.paste(text);
    await press("Report problem");
    return words;
  };

  it("is added to the ones that colleagues report at the same time", async () => {
    const { id } = await runbook("Ferry service");
    showPage(id);
    const answers = holdAnswers(requests("PATCH", /cards$/));
    await report("Step 2 fails");
    await waitFor(() => expect(answers.count()).toBe(1));
    // Ana's page has not heard of it yet: the list that she sees is empty.
    browser.realtime.close();
    await answers.release();
    browser.queryClient.setQueryData(["cards", "card", id], (open: object) => ({
      ...open,
      card: { ...(open as { card: Card }).card, data: { service: "Ferry service" } },
    }));
    await report("Step 3 fails");
    await waitFor(async () =>
      expect((await data(id)).problems).toMatchObject([{ text: "Step 2 fails" }, { text: "Step 3 fails" }]),
    );
  });

  it("is not cut where it is too long, but kept with the reason", async () => {
    const { id } = await runbook("Crane service");
    showPage(id);
    const long = "The crane stops. ".repeat(13).trim();
    const words = await report(long);
    await waitFor(() => expect(words.getAttribute("aria-invalid")).toBe("true"));
    expect(words.value).toBe(long);
    expect((await data(id)).problems).toBeUndefined();
  });

  it("stays in its form with the reason when the server refuses it", async () => {
    const { id } = await runbook("Lock service");
    showPage(id);
    await press("It did not work");
    const words = await field("What did not work?");
    await userEvent.type(words, "The gate jams");
    await change(id, { isDeleted: true });
    await press("Report problem");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(words.value).toBe("The gate jams");
  });
});

describe("the viewer's own steps", () => {
  const steps = {
    platform: "Linux",
    steps: ["Clone", "Install", "Start"].map((text) => ({ text, isDone: false })),
  };
  const done = async (id: string) =>
    (await ana!.call(routes.getCard, { params: { cardId: id } })).ownSteps.toSorted();
  const step = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });

  it("keep a tick that is made while an earlier one is answered", async () => {
    const { id } = await add(setup!, "Laptop", { data: steps });
    showPage(id);
    const answers = holdAnswers(requests("PUT", /steps$/));
    await userEvent.click(await step("Clone"));
    await userEvent.click(await step("Install"));
    await waitFor(() => expect(answers.count()).toBeGreaterThan(0));
    await answers.release();
    await userEvent.click(await step("Start"));
    await waitFor(async () => expect(await done(id)).toEqual(["Clone", "Install", "Start"]));
    for (const name of ["Clone", "Install", "Start"]) expect((await step(name)).checked).toBe(true);
  });

  it("keep what the same person ticks on another device", async () => {
    const { id } = await add(setup!, "Phone", { data: steps });
    showPage(id);
    await step("Clone");
    await ana!.call(routes.saveSteps, { params: { cardId: id }, body: { item: "Start", isDone: true } });
    await userEvent.click(await step("Clone"));
    await waitFor(async () => expect(await done(id)).toEqual(["Clone", "Start"]));
    await waitFor(async () => expect((await step("Start")).checked).toBe(true));
  });

  it("are unticked again, with the reason, when they could not be saved", async () => {
    const { id } = await add(setup!, "Tablet", { data: steps });
    showPage(id);
    const box = await step("Clone");
    const reconnect = cutNetwork(requests("PUT", /steps$/));
    await userEvent.click(box);
    expect(await screen.findByText(/cannot be reached|Failed to save your step/)).toBeTruthy();
    reconnect();
    await waitFor(() => expect(box.checked).toBe(false));
    expect(await done(id)).toEqual([]);
  });
});

describe("the form of a card", () => {
  it("keeps both names until one is chosen, when two people rename a card", async () => {
    const { id } = await add(pipeline!, "Harbour Freight");
    show(<CardDrawer cardId={id} onClose={() => undefined} />);
    const name = await field("Name");
    await userEvent.type(name, " of Ana");
    await change(id, { title: "Harbour Freight of Ben", data: { contact: "Olu" } });
    const theirs = await screen.findByRole("region", { name: "Name as it is now" });
    expect(theirs.textContent).toBe("Harbour Freight of Ben");
    await waitFor(async () => expect((await field("Contact")).value).toBe("Olu"));
    await press("Save deal");
    expect(await screen.findByText(/Choose which of the two to keep/)).toBeTruthy();
    expect((await stored(id)).card.title).toBe("Harbour Freight of Ben");
    await press("Keep mine");
    await press("Save deal");
    await waitFor(async () =>
      expect((await stored(id)).card).toMatchObject({
        title: "Harbour Freight of Ana",
        data: { contact: "Olu" },
      }),
    );
  });

  it("keeps the words of a card that is deleted while they are typed, and says so", async () => {
    const { id } = await add(pipeline!, "Norr Line");
    show(<CardDrawer cardId={id} onClose={() => undefined} />);
    const notes = await field("Notes");
    await userEvent.type(notes, "Call on Friday");
    await change(id, { isDeleted: true });
    await press("Save deal");
    expect(await screen.findByText(/^This card does not exist/)).toBeTruthy();
    expect(notes.value).toBe("Call on Friday");
  });

  it("adds one card when the answer was lost and it is sent again", async () => {
    const title = "Moss & Mortar";
    const onClose = vi.fn();
    show(<NewCardDialog type={pipeline!} onClose={onClose} />);
    await userEvent.type(await field("Name"), title);
    loseAnswer(requests("POST", /cards$/));
    await press("Add deal");
    expect(await screen.findByRole("alert")).toBeTruthy();
    await press("Add deal");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const { items } = await ben!.call(routes.listCards, {
      params: { typeId: pipeline!.id },
      query: { q: title },
    });
    expect(items).toHaveLength(1);
  });
});

describe("lists of cards", () => {
  it("keep a reason that is typed while its cards leave the table", async () => {
    const { id } = await add(pipeline!, "Gull & Sons");
    const shown = readSectionView({ sort: "title" });
    const table = { type: pipeline!, filter: { q: "Gull" }, shown, columns: [], onShow: () => undefined };
    show(<CardTable {...table} opening={opening} />);
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select Gull & Sons" }));
    await userEvent.click(await screen.findByRole("button", { name: "Stage", expanded: false }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Lost" }));
    const reason = await field("Reason");
    await userEvent.type(reason, "Too far away");
    await change(id, { title: "Heron & Sons" });
    await waitFor(() => expect(screen.queryByText("Gull & Sons")).toBeNull());
    await press("Move to Lost");
    await waitFor(async () =>
      expect((await stored(id)).card).toMatchObject({ stage: "lost", reason: "Too far away" }),
    );
  });

  it("offer to try again where the next cards of a stage do not arrive", async () => {
    const csv = ["Name", ...Array.from({ length: 51 }, (_, at) => `Buoy ${at + 10}`)].join("\n");
    await ben!.call(routes.importCards, {
      params: { typeId: pipeline!.id },
      body: { changeId: uuidv7(), csv, isDryRun: false, decimalMark: ".", repeats: "add" },
    });
    show(<CardList type={pipeline!} filter={{ q: "Buoy" }} opening={opening} />);
    await screen.findByRole("button", { name: "Show more, 1 left" });
    const reconnect = cutNetwork();
    await press("Show more, 1 left");
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    await waitFor(() => expect(screen.getAllByRole("link", { name: /^Buoy/ })).toHaveLength(51));
  });

  it("say why a version could not be requested for production", async () => {
    const from = { ...(await runbook("x")), data: { environment: "Staging", version: "1.4" } };
    show(<DriftCell type={deployment!} drift={{ is: "behind", from }} opening={opening} />);
    await press(/^Promote/);
    expect(await screen.findByText(/does not fit its field/)).toBeTruthy();
  });
});

describe("the dialog that merges a card", () => {
  const open = (card: Card, onMerged = vi.fn()) => {
    show(<MergeDialog card={card} type={pipeline!} onClose={() => undefined} onMerged={onMerged} />);
    return onMerged;
  };

  it("offers to try again where the other cards could not be loaded", async () => {
    const card = await add(pipeline!, "Osprey One");
    const other = await add(pipeline!, "Osprey Two");
    const reconnect = cutNetwork();
    const onMerged = open(card);
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    await userEvent.type(await screen.findByRole("searchbox"), "osprey");
    await userEvent.click(await screen.findByRole("button", { name: /Osprey Two/ }));
    expect(onMerged).toHaveBeenCalledWith(other.id);
    await waitFor(async () => expect((await stored(card.id)).card.mergedIntoId).toBe(other.id));
  });

  it("says so where no other card matches", async () => {
    open(await add(pipeline!, "Plover"));
    await userEvent.type(await screen.findByRole("searchbox"), "plover");
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText("No deal matches")).toBeTruthy();
  });
});
