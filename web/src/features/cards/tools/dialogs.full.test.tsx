// @vitest-environment jsdom
import { apiRoutes } from "@atoll/contract/cards/api-routes";
import { hookRoutes } from "@atoll/contract/cards/hook-routes";
import { monitoringRoutes } from "@atoll/contract/cards/monitoring-routes";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { sequenceRoutes } from "@atoll/contract/cards/sequence-routes";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { joinDepartment } from "../../../../test/join-department.ts";
import { cutNetwork, holdAnswers, loseAnswer, requests } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { HooksDrawer } from "../hooks/hooks-drawer.tsx";
import { SilenceCard } from "../monitoring/silence-card.tsx";
import { WithSilences } from "../monitoring/silenced.tsx";
import { UptimeStrip } from "../monitoring/uptime-strip.tsx";
import { SequenceCard } from "../sequences/sequence-card.tsx";
import { SequencesDrawer } from "../sequences/sequences-drawer.tsx";
import { CardLanes } from "../views/card-lanes.tsx";
import { CardMonth } from "../views/card-month.tsx";
import { ImportCardsDialog } from "./import-cards-dialog.tsx";
import { ImportFileDialog } from "./import-file-dialog.tsx";
import { TaskDialog } from "./task-dialog.tsx";

// An administrator uses the dialogs of sections at the real server; Ben does the same elsewhere.

let server: RealServer;
let admin: RealPerson;
let ben: RealPerson;
let browser: OpenBrowser;
let sections: Record<"pipeline" | "outreach" | "monitoring" | "apis" | "calendar", CardType>;

beforeAll(async () => {
  server = await startRealServer(["Ben"]);
  admin = server.admin;
  ben = server.people[0]!;
  const join = (slug: string) => joinDepartment(server, slug, [admin, ben]);
  const business = await join("business-development");
  sections = {
    pipeline: business.section("pipeline"),
    outreach: business.section("outreach"),
    monitoring: (await join("devops")).section("monitoring"),
    apis: (await join("backend")).section("api-docs"),
    calendar: (await join("marketing")).section("calendar"),
  };
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, admin);
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

async function add(type: CardType, title: string, data: object = {}): Promise<Card> {
  const body = { id: uuidv7(), title, data: data as Card["data"] };
  return (await ben.call(routes.createCard, { params: { typeId: type.id }, body })).card;
}
const open = (cardId: string) => admin.call(routes.getCard, { params: { cardId } });
const titles = async (type: CardType, q: string) =>
  (await ben.call(routes.listCards, { params: { typeId: type.id }, query: { q } })).items.map(
    ({ title }) => title,
  );
function show(part: React.ReactNode) {
  render(
    <>
      {part}
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
async function paste(name: string, text: string) {
  const to = await field(name);
  await userEvent.clear(to);
  await userEvent.click(to);
  await userEvent.paste(text);
}
const nothing = () => undefined;

describe("an import of cards", () => {
  const openImport = async (csv: string) => {
    const onClose = vi.fn();
    show(<ImportCardsDialog type={sections.pipeline} onClose={onClose} />);
    await paste("Text", csv);
    return onClose;
  };

  it("shows no answer that arrives after its person has gone back to the text", async () => {
    await add(sections.pipeline, "Kelp");
    await openImport("Name\nKelp\nDulse");
    await press("Check");
    const again = await screen.findByRole("checkbox", { name: "Add this row as well" });
    const answers = holdAnswers(requests("POST", /csv$/));
    await userEvent.click(again);
    await waitFor(() => expect(answers.count()).toBe(1));
    await press("Back");
    await answers.release();
    await userEvent.type(await field("Text"), "{Enter}Laver");
    expect((await field("Text")).value).toBe("Name\nKelp\nDulse\nLaver");
    expect(screen.getByRole("button", { name: "Check" })).toBeTruthy();
  });

  it("adds what was checked, where another text is typed while the answer is on its way", async () => {
    await openImport("Name\nMussel");
    const answers = holdAnswers(requests("POST", /csv$/));
    await press("Check");
    await waitFor(() => expect(answers.count()).toBe(1));
    await userEvent.type(await field("Text"), "s{Enter}Mussel farm");
    await answers.release();
    await press("Add 1 deal");
    await waitFor(async () => expect(await titles(sections.pipeline, "Mussel")).toEqual(["Mussel"]));
  });

  it("shows the answer to the last of two choices, also if the first one arrives later", async () => {
    await add(sections.pipeline, "Oyster");
    await openImport("Name\nOyster\nOyster bank");
    await press("Check");
    const again = await screen.findByRole("checkbox", { name: "Add this row as well" });
    const answers = holdAnswers(requests("POST", /csv$/));
    await userEvent.click(again);
    await userEvent.click(again);
    await waitFor(() => expect(answers.count()).toBe(2));
    await answers.release("overtaken");
    expect(await screen.findByRole("button", { name: "Add 1 deal" })).toBeTruthy();
  });

  it("adds its cards once when the answer was lost and it is sent again", async () => {
    const onClose = await openImport("Name\nScallop");
    await press("Check");
    loseAnswer(requests("POST", /csv$/));
    await press("Add 1 deal");
    expect(await screen.findByRole("alert")).toBeTruthy();
    await press("Add 1 deal");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(await titles(sections.pipeline, "Scallop")).toEqual(["Scallop"]);
  });

  it("says why a file of an API cannot be read, and keeps its text and name", async () => {
    show(<ImportFileDialog type={sections.apis} format="openapi" onClose={nothing} />);
    await userEvent.type(await field("New service"), "Ledger");
    await paste("Text", "This is no file of an API");
    await press("Check");
    const dialog = within(await screen.findByRole("dialog"));
    expect((await dialog.findByRole("alert")).textContent).toMatch(/OpenAPI/);
    expect((await field("Text")).value).toBe("This is no file of an API");
    const { versions } = await ben.call(apiRoutes.listVersions, { params: { typeId: sections.apis.id } });
    expect(versions).toEqual([]);
  });
});

describe("the sequences of a section", () => {
  const of = () => ({ typeId: sections.outreach.id });
  const list = async () => (await ben.call(sequenceRoutes.listSequences, { params: of() })).sequences;
  const save = async (name: string, steps: readonly string[], id = uuidv7(), version = 0) => {
    const params = { ...of(), sequenceId: id };
    const body = { name, version, steps: steps.map((title) => ({ title, notes: "", days: 1 })) };
    return (await ben.call(sequenceRoutes.saveSequence, { params, body })).sequence;
  };
  afterEach(async () => {
    for (const { id } of await list())
      await ben.call(sequenceRoutes.deleteSequence, { params: { ...of(), sequenceId: id } });
  });

  it("keep both lists of steps until one is chosen, when two people change a sequence", async () => {
    const { id } = await save("Cold call", ["Call"]);
    show(<SequencesDrawer type={sections.outreach} onClose={nothing} />);
    await press("Edit Cold call");
    await userEvent.type(await field("Task"), " at noon");
    await save("Cold call", ["Write"], id, 1);
    expect(await screen.findByText("Write (after 1 days)")).toBeTruthy();
    await press("Save sequence");
    expect(await list()).toMatchObject([{ steps: [{ title: "Write" }] }]);
    await press("Keep mine");
    await press("Save sequence");
    await waitFor(async () => expect(await list()).toMatchObject([{ steps: [{ title: "Call at noon" }] }]));
  });

  it("save a new sequence that was changed after the answer to its first save was lost", async () => {
    show(<SequencesDrawer type={sections.outreach} onClose={nothing} />);
    await press("New Sequence");
    await userEvent.type(await field("Name"), "Warm call");
    await userEvent.type(await field("Task"), "Call");
    loseAnswer(requests("PUT", /sequences/));
    await press("Save sequence");
    expect(await screen.findByRole("alert")).toBeTruthy();
    await userEvent.type(await field("Task"), " twice");
    await press("Save sequence");
    await waitFor(async () =>
      expect(await list()).toMatchObject([{ name: "Warm call", steps: [{ title: "Call twice" }] }]),
    );
  });

  it("keep the words of a sequence that was deleted elsewhere, and say so", async () => {
    const { id } = await save("Old call", ["Call"]);
    show(<SequencesDrawer type={sections.outreach} onClose={nothing} />);
    await press("Edit Old call");
    await userEvent.type(await field("Task"), " again");
    await ben.call(sequenceRoutes.deleteSequence, { params: { ...of(), sequenceId: id } });
    await press("Save sequence");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect((await field("Task")).value).toBe("Call again");
  });

  it("offer to try again where they could not be loaded for a card", async () => {
    await save("Letter", ["Write"]);
    const { id } = await add(sections.outreach, "Rook", { company: "Rook" });
    show(<SequenceCard open={await open(id)} />);
    const reconnect = cutNetwork();
    await press("Start a sequence");
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    await userEvent.click(await screen.findByRole("combobox", { name: "Sequence" }));
    await userEvent.click(await screen.findByRole("option", { name: "Letter" }));
    await press("Start");
    // Consent is missing.
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect((await open(id)).enrolment).toBeNull();
  });
});

describe("the webhooks of a section", () => {
  const typeId = () => sections.monitoring.id;
  const hooks = async () => (await admin.call(hookRoutes.listHooks, { params: { typeId: typeId() } })).hooks;

  it("are one where the answer was lost and it is sent again, with its secret", async () => {
    show(<HooksDrawer type={sections.monitoring} onClose={nothing} />);
    await screen.findByText(/^No webhooks yet/);
    await press("New Webhook");
    await userEvent.type(await field("Name"), "Lamps");
    loseAnswer(requests("POST", /hooks$/));
    await press("Add webhook");
    expect(await screen.findByRole("alert")).toBeTruthy();
    await press("Add webhook");
    expect(await screen.findByText(/^Copy the secret now/)).toBeTruthy();
    expect((await hooks()).map(({ name }) => name)).toEqual(["Lamps"]);
    await press("Done");
    await press("Log of Lamps");
    expect(await screen.findByText("Nothing received yet")).toBeTruthy();
    // The log of a webhook that someone else deletes gives way to the list.
    await admin.call(hookRoutes.deleteHook, { params: { hookId: (await hooks())[0]!.id } });
    expect(await screen.findByText(/^No webhooks yet/)).toBeTruthy();
  });
});

describe("an alert", () => {
  it("needs a label and a reason to be silenced, and is silenced once", async () => {
    const { id } = await add(sections.monitoring, "Pump hot", { service: "pumps", severity: "High" });
    show(
      <WithSilences typeId={sections.monitoring.id}>
        <SilenceCard open={await open(id)} />
      </WithSilences>,
    );
    await press("Silence");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("checkbox", { checked: true }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "New pump on Friday");
    await userEvent.click(dialog.getByRole("button", { name: "Silence" }));
    expect(await dialog.findByText("Choose at least one")).toBeTruthy();
    await userEvent.click(dialog.getByRole("checkbox", { name: "Service: pumps" }));
    loseAnswer(requests("POST", /silences$/));
    await userEvent.click(dialog.getByRole("button", { name: "Silence" }));
    expect(await dialog.findByRole("alert")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Silence" }));
    expect(await screen.findByText("New pump on Friday")).toBeTruthy();
    const params = { typeId: sections.monitoring.id };
    const { silences } = await ben.call(monitoringRoutes.listSilences, { params });
    expect(silences).toHaveLength(1);
    // Ended elsewhere while it is shown.
    await ben.call(monitoringRoutes.endSilence, { params: { silenceId: silences[0]!.id } });
    expect(await screen.findByText(/^This alert notifies/)).toBeTruthy();
  });

  it("has a strip of uptime that says when it could not be loaded, and counts the days", async () => {
    const reconnect = cutNetwork();
    show(<UptimeStrip type={sections.monitoring} />);
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    expect(await screen.findByRole("img", { name: /Down: 1, No data: 89$/ })).toBeTruthy();
  });
});

describe("the cards of a time", () => {
  const views = { CardMonth, CardLanes };
  it.each(Object.entries(views))(
    "%s: offer to try again where they could not be loaded",
    async (_name, View) => {
      const card = {
        id: uuidv7(),
        title: "Spring regatta",
        dueOn: "2026-11-18",
        data: { channel: "Social" },
      };
      await ben.call(routes.createCard, { params: { typeId: sections.calendar.id }, body: card });
      const reconnect = cutNetwork();
      const at = { filter: {}, day: "2026-11-16", onDay: nothing };
      show(<View type={sections.calendar} {...at} opening={{ onOpen: nothing, hrefOf: (id) => `/${id}` }} />);
      const again = await screen.findByRole("button", { name: "Try Again" });
      reconnect();
      await userEvent.click(again);
      expect((await screen.findAllByRole("link", { name: /Spring regatta/ })).length).toBeGreaterThan(0);
    },
  );

  it("opens the cards of a day that a month has no room for", async () => {
    for (const title of ["Mast", "Sail", "Oar", "Keel", "Rope"]) {
      const body = { id: uuidv7(), title, dueOn: "2026-10-20", data: { channel: "Social" } };
      await ben.call(routes.createCard, { params: { typeId: sections.calendar.id }, body });
    }
    const onOpen = vi.fn();
    const opening = { onOpen, hrefOf: (id: string) => `/${id}` };
    show(
      <CardMonth type={sections.calendar} filter={{}} day="2026-10-20" onDay={nothing} opening={opening} />,
    );
    await userEvent.click(await screen.findByRole("button", { name: /^2 more on/ }));
    const day = await screen.findByRole("dialog");
    const names = within(day)
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
    expect(names.toSorted()).toEqual(["Keel", "Mast", "Oar", "Rope", "Sail"]);
    await userEvent.click(within(day).getByRole("link", { name: "Rope" }));
    expect(onOpen).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("the task of a card", () => {
  it("is created once, and its title stays where the card is gone", async () => {
    const card = await add(sections.pipeline, "Eider");
    const onClose = vi.fn();
    show(<TaskDialog card={card} onClose={onClose} />);
    const title = await field("Task");
    await userEvent.type(title, ": send the offer");
    const change = { changeId: uuidv7(), cardIds: [card.id], set: { isDeleted: true as const } };
    await ben.call(routes.changeCards, { body: change });
    await press("Create task");
    expect(await screen.findByText(/^This card does not exist/)).toBeTruthy();
    expect(title.value).toBe("Eider: send the offer");
    await ben.call(routes.undoChange, { params: { changeId: change.changeId } });
    loseAnswer(requests("POST", /tasks?$/));
    await press("Create task");
    expect(await screen.findByRole("alert")).toBeTruthy();
    await press("Create task");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});
