// @vitest-environment jsdom
import { cardRoutes as cards } from "@atoll/contract/cards/routes";
import { settingsRoutes as routes } from "@atoll/contract/cards/settings-routes";
import type { SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { joinDepartment } from "../../../../test/join-department.ts";
import { cutNetwork } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { SettingsDrawer } from "./settings-drawer.tsx";

// The administrator has the settings of a section open at the real server; in another browser the same section changes.

let server: RealServer;
let elsewhere: RealPerson;
let browser: OpenBrowser;
let departmentId: string;
let section: SectionSettings;

beforeAll(async () => {
  server = await startRealServer([]);
  elsewhere = await server.signInAgain();
  ({ departmentId } = await joinDepartment(server, "devops", [server.admin]));
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, server.admin);
  const name = `Suppliers ${uuidv7().slice(-6)}`;
  const answer = await elsewhere.call(routes.createSection, {
    params: { departmentId },
    body: {
      ...{ id: uuidv7(), name, singular: "supplier" },
      stages: ["Asked", "Booked", "Paid"].map((stage) => ({ name: stage, kind: "open" as const })),
      fields: [{ label: "Size", kind: "choice", options: ["Small", "Large"] }],
    },
  });
  section = answer.section;
});
afterEach(async () => {
  vi.restoreAllMocks();
  browser.end();
  await change({ isArchived: true });
});

const stored = async () =>
  (await elsewhere.call(routes.listSettings, { params: { departmentId } })).sections.find(
    ({ id }) => id === section.id,
  )!;
const change = async (set: object) =>
  elsewhere.call(routes.changeSection, {
    params: { sectionId: section.id },
    body: { version: (await stored()).version, ...set },
  });
const stageNames = async () => (await stored()).stages.map(({ name }) => name);
const withStages = (names: readonly string[]) =>
  names.map((name) => {
    const known = section.stages.find((one) => one.name === name);
    return known ? { id: known.id, name, kind: known.kind } : { name, kind: "open" };
  });

async function open(part: "Section" | "Stages" | "Fields") {
  render(
    <>
      <SettingsDrawer departmentId={departmentId} sectionId={section.id} onClose={() => undefined} />
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
  const role = part === "Fields" ? "region" : "form";
  return within(await screen.findByRole(role, { name: part }));
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
async function openMenu(item: string) {
  await press("More for Size");
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}
async function choose(label: string, option: string) {
  await userEvent.click(await screen.findByRole("combobox", { name: label }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

describe("the settings of a section", () => {
  it("offer to try again after a failure", async () => {
    const reconnect = cutNetwork();
    render(<SettingsDrawer departmentId={departmentId} onClose={() => undefined} />, {
      wrapper: browser.Around,
    });
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    expect(await screen.findByText(section.name)).toBeTruthy();
  });

  it("keep the text of a new section whose name is taken, and mark the name", async () => {
    render(<SettingsDrawer departmentId={departmentId} isNew onClose={() => undefined} />, {
      wrapper: browser.Around,
    });
    const name = await field("Name");
    await userEvent.type(name, section.name);
    await press("Add section");
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(name.value).toBe(section.name);
    await userEvent.type(name, " abroad");
    await press("Add section");
    const form = await screen.findByRole("form", { name: "Stages" });
    expect(within(form).getByRole<HTMLInputElement>("textbox", { name: "Stage 2" }).value).toBe("Done");
  });

  it("save a changed singular over another name, and ask about a name that two people changed", async () => {
    const form = await open("Section");
    await userEvent.type(await field("Singular name"), " abroad");
    await change({ name: `${section.name} 2` });
    await waitFor(async () => expect((await field("Name")).value).toBe(`${section.name} 2`));
    await userEvent.type(await field("Name"), " mine");
    await change({ name: `${section.name} 3` });
    expect(await form.findByText(`${section.name} 3`)).toBeTruthy();
    await press("Save section");
    expect(await form.findByText(/Choose which of the two to keep/)).toBeTruthy();
    await press("Use theirs");
    await press("Save section");
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ name: `${section.name} 3`, singular: "supplier abroad" }),
    );
  });

  it("show that a section was archived elsewhere while they are open, and keep what is typed", async () => {
    await open("Section");
    const singular = await field("Singular name");
    await userEvent.type(singular, " of rope");
    await change({ isArchived: true });
    expect(await screen.findByText(/^This section is archived/)).toBeTruthy();
    expect(singular.value).toBe("supplier of rope");
    await press("Restore section");
    await waitFor(async () => expect((await stored()).isArchived).toBe(false));
  });
});

describe("the stages", () => {
  it("keep a removed stage with cards until the cards have a place", async () => {
    const card = { id: uuidv7(), title: "Rope & Co", stage: section.stages[1]!.id };
    await server.admin.call(cards.createCard, { params: { typeId: section.id }, body: card });
    const form = await open("Stages");
    await press("Remove Booked");
    await screen.findByRole("combobox", { name: "Cards with “Booked” go to" });
    await press("Save stages");
    expect(await form.findByRole("alert")).toBeTruthy();
    expect(await stageNames()).toEqual(["Asked", "Booked", "Paid"]);
    await choose("Cards with “Booked” go to", "Paid");
    await press("Save stages");
    await waitFor(async () => expect(await stageNames()).toEqual(["Asked", "Paid"]));
    const { card: moved } = await server.admin.call(cards.getCard, { params: { cardId: card.id } });
    expect(moved.stage).toBe(section.stages[2]!.id);
  });

  it("ask before they replace the stages that someone else has saved", async () => {
    const form = await open("Stages");
    const first = await field("Stage 1");
    await userEvent.clear(first);
    await userEvent.type(first, "Wanted");
    await change({ stages: withStages(["Asked", "Booked", "Paid", "Late"]) });
    const theirs = await form.findByRole("region", { name: "Stages as it is now" });
    expect(theirs.textContent).toBe("Asked, Booked, Paid, Late");
    await press("Save stages");
    expect(await stageNames()).toEqual(["Asked", "Booked", "Paid", "Late"]);
    await press("Keep mine");
    await press("Save stages");
    await waitFor(async () => expect(await stageNames()).toEqual(["Wanted", "Booked", "Paid"]));
  });

  it("keep their names while they cannot be saved, and save them afterwards", async () => {
    const form = await open("Stages");
    await press("Add stage");
    await userEvent.type(await field("Stage 4"), "Late");
    const reconnect = cutNetwork();
    await press("Save stages");
    expect(await form.findByRole("alert")).toBeTruthy();
    reconnect();
    expect((await field("Stage 4")).value).toBe("Late");
    await press("Save stages");
    await waitFor(async () => expect(await stageNames()).toEqual(["Asked", "Booked", "Paid", "Late"]));
  });
});

describe("the fields", () => {
  const editSize = async () => {
    await open("Fields");
    await openMenu("Edit");
    return within(await screen.findByRole("dialog", { name: "Edit Size" }));
  };
  const options = async () => (await stored()).fields[0]?.options;

  it("merge a renamed field with options that someone else changed", async () => {
    const dialog = await editSize();
    await userEvent.type(await field("Name"), " of the firm");
    const [{ name }] = section.fields as [SectionSettings["fields"][number]];
    await elsewhere.call(routes.changeField, {
      params: { sectionId: section.id, field: name },
      body: {
        version: (await stored()).version,
        options: [
          { was: "Small", name: "Small" },
          { was: "Large", name: "Huge" },
        ],
      },
    });
    await waitFor(() =>
      expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Option 2" }).value).toBe("Huge"),
    );
    await press("Save field");
    await waitFor(async () => expect((await stored()).fields[0]?.label).toBe("Size of the firm"));
    expect(await options()).toEqual(["Small", "Huge"]);
  });

  it("refuse two options of one name, and keep them", async () => {
    const dialog = await editSize();
    const second = await dialog.findByRole<HTMLInputElement>("textbox", { name: "Option 2" });
    await userEvent.clear(second);
    await userEvent.type(second, "Small");
    await press("Save field");
    expect(await dialog.findByRole("alert")).toBeTruthy();
    expect(second.value).toBe("Small");
    expect(await options()).toEqual(["Small", "Large"]);
  });

  it("show the outcome of a new type again when the section has changed since it was tried", async () => {
    await open("Fields");
    await openMenu("Change type");
    await screen.findByRole("dialog");
    await choose("New type", "Text");
    await press("Try it");
    await screen.findByText("No card has a value in this field.");
    await change({ singular: "firm" });
    await press("Change type");
    expect(await screen.findByText(/^Someone else changed this/)).toBeTruthy();
    expect((await stored()).fields[0]?.kind).toBe("choice");
    await press("Try it");
    await press("Change type");
    await waitFor(async () => expect((await stored()).fields[0]?.kind).toBe("text"));
  });
});

describe("the names of choices in other systems", () => {
  it("ask before they replace the ones that someone else has saved", async () => {
    await open("Fields");
    const form = within(await screen.findByRole("form", { name: "Names for Size" }));
    await userEvent.type(form.getByRole("textbox", { name: "Another name for Large" }), "big{Enter}");
    const [{ name }] = section.fields as [SectionSettings["fields"][number]];
    await elsewhere.call(routes.changeField, {
      params: { sectionId: section.id, field: name },
      body: { version: (await stored()).version, aliases: [{ from: "tiny", to: "Small" }] },
    });
    expect(await form.findByText("tiny: Small")).toBeTruthy();
    await userEvent.click(form.getByRole("button", { name: "Save names" }));
    expect((await stored()).fields[0]?.aliases).toEqual([{ from: "tiny", to: "Small" }]);
    await userEvent.click(form.getByRole("button", { name: "Keep mine" }));
    await userEvent.click(form.getByRole("button", { name: "Save names" }));
    await waitFor(async () =>
      expect((await stored()).fields[0]?.aliases).toEqual([{ from: "big", to: "Large" }]),
    );
  });
});
