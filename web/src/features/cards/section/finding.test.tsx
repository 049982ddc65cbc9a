// @vitest-environment jsdom
import { readSectionView, type SectionView } from "@atoll/contract/cards/list-search";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { joinDepartment } from "../../../../test/join-department.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { CardLinks } from "../card/card-links.tsx";
import { useCard } from "../data/api.ts";
import { SectionScreen } from "./section-screen.tsx";

// Ana looks for deals in a browser at the real server; Ben adds them.

let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let browser: OpenBrowser;
let pipeline: CardType;
let shown: SectionView;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
  pipeline = (await joinDepartment(server, "business-development", [ana!, ben!])).section("pipeline");
  const eur = (amount: number) => ({ amount, currency: "EUR" });
  await add("Gull & Sons", { ownerId: ben!.user.id, data: { value: eur(120_000), next_step: "Call them" } });
  await add("Norr Line", { stage: "proposal", data: { value: eur(50_000) } });
  await add("Moss & Mortar", { ownerId: ana!.user.id });
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, ana!);
});
afterEach(() => browser.end());

async function add(title: string, more: object = {}): Promise<string> {
  const id = uuidv7();
  await ben!.call(routes.createCard, { params: { typeId: pipeline.id }, body: { id, title, ...more } });
  return id;
}

function Section({ start }: { start: SectionView }) {
  const [view, setView] = useState(start);
  shown = view;
  return (
    <SectionScreen
      departmentSlug="business-development"
      sectionSlug="pipeline"
      shown={view}
      cardId={undefined}
      onShow={setView}
      onOpen={() => undefined}
      hrefOf={(id) => `/deals/${id}`}
      renderHead={() => null}
      renderViews={() => null}
      missing={null}
    />
  );
}
const showTable = () =>
  render(<Section start={readSectionView({ view: "table" })} />, { wrapper: browser.Around });
const names = () =>
  screen
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent)
    .join();
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const found = (wanted: string) => waitFor(() => expect(names()).toBe(wanted));

test("narrows a table by stages, owners and texts of fields, says what is listed, and sorts it by a head", async () => {
  showTable();
  await press("Name");
  await found("Gull & Sons,Moss & Mortar,Norr Line");
  await press("Name");
  await found("Norr Line,Moss & Mortar,Gull & Sons");
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("descending");
  await press("Filters");
  const panel = within(await screen.findByRole("dialog", { name: "Filters" }));
  await userEvent.click(panel.getByRole("checkbox", { name: "Lead" }));
  await userEvent.click(panel.getByRole("checkbox", { name: "Proposal" }));
  const owner = within(panel.getByRole("group", { name: "Owner" }));
  await userEvent.click(owner.getByRole("checkbox", { name: "Nobody" }));
  await found("Norr Line");
  await screen.findByText("1 deal · Value 500 EUR");
  await userEvent.click(panel.getByRole("button", { name: "Clear filters" }));
  await found("Norr Line,Moss & Mortar,Gull & Sons");
  await userEvent.type(panel.getByRole("textbox", { name: "Next step contains" }), "call");
  await found("Gull & Sons");
  expect(shown.fields).toEqual({ next_step: ["~call"] });
});

test("remembers the columns of a table, and adds up what is selected", async () => {
  const { unmount } = showTable();
  await press("Columns");
  const panel = within(await screen.findByRole("dialog", { name: "Columns" }));
  await userEvent.click(panel.getByRole("checkbox", { name: "Changed" }));
  await userEvent.click(panel.getByRole("checkbox", { name: "Website" }));
  await userEvent.click(panel.getByRole("button", { name: "Move Website up" }));
  const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  await waitFor(() => expect(heads().slice(-2)).toEqual(["Website", pipeline.options.dueLabel]));
  const kept = async () =>
    (await ana!.call(routes.listSections, { params: { slug: "business-development" } })).sections[0]!.columns;
  await waitFor(async () => expect((await kept()).slice(-2)).toEqual(["website", "due"]));
  unmount();
  browser.queryClient.clear();
  showTable();
  await waitFor(() => expect(heads().slice(-2)).toEqual(["Website", pipeline.options.dueLabel]));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Gull & Sons" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Norr Line" }));
  const bar = within(screen.getByRole("toolbar", { name: "Selected cards" }));
  bar.getByText("Value 1,700 EUR");
});

function Links({ cardId }: { cardId: string }) {
  const { data } = useCard(cardId);
  return data ? <CardLinks card={data.card} /> : null;
}

test("links a card to another one that a search finds, and removes the link", async () => {
  const [deal, other] = [await add("Harbour lights"), await add("Union Quay")];
  render(<Links cardId={deal} />, { wrapper: browser.Around });
  await press("Add link");
  await userEvent.type(await screen.findByRole("combobox", { name: "Search cards" }), "Union");
  await userEvent.click(await screen.findByRole("option", { name: /Union Quay/ }));
  await screen.findByRole("link", { name: "Union Quay" });
  const links = async (cardId: string) => ben!.call(routes.listCardLinks, { params: { cardId } });
  await waitFor(async () => expect((await links(other)).cards.map(({ id }) => id)).toEqual([deal]));
  await press("Remove the link to Union Quay");
  await waitFor(() => expect(screen.queryByRole("link", { name: "Union Quay" })).toBeNull());
  expect((await links(deal)).links).toEqual([]);
});
