// @vitest-environment jsdom
import { onCallRoutes } from "@atoll/contract/cards/on-call-routes";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { joinDepartment } from "../../../../test/join-department.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { OnCallDrawer } from "./on-call-drawer.tsx";

// An administrator sets who is on call at the real server; Ben sees it and takes over.

let server: RealServer;
let admin: RealPerson;
let ben: RealPerson;
let browser: OpenBrowser;
const slug = "devops";

beforeAll(async () => {
  server = await startRealServer(["Ben"]);
  admin = server.admin;
  ben = server.people[0]!;
  await joinDepartment(server, slug, [admin, ben]);
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, admin);
});
afterEach(() => browser.end());

function show(): void {
  render(
    <>
      <OnCallDrawer slug={slug} name="DevOps" onClose={() => undefined} />
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
}
const plan = () => ben.call(onCallRoutes.readOnCall, { params: { slug } });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(await screen.findByRole("combobox", { name: label }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

test("sets a rota by days, keeps it when only the length changes, and overrides a shift", async () => {
  show();
  await press("New rota");
  await choose("Add a member", "Ben");
  await choose("Shift", "Another number of days");
  await userEvent.type(await screen.findByRole("textbox", { name: "Days" }), "99");
  await press("Save rota");
  expect(await screen.findByText("Use at most 56 days")).toBeTruthy();
  await choose("Shift", "A day");
  await press("Save rota");
  expect(await screen.findByText(/^Handover every day at/)).toBeTruthy();
  const { rota, members } = await plan();
  expect(rota).toMatchObject({ memberIds: [ben.id], lengthDays: 1, handOver: "09:00", version: 1 });
  const own = members.find(({ id }) => id === admin.id)!.name;
  await press("Edit");
  await choose("Add a member", own);
  await press(`Move ${own} up`);
  await press("Save rota");
  await waitFor(async () => expect((await plan()).rota?.memberIds).toEqual([admin.id, ben.id]));
  const shifts = await screen.findByRole("list", { name: "Shifts" });
  const [change] = within(shifts).getAllByRole("button", { name: "Change the shift of Ben" });
  await userEvent.click(change!);
  await userEvent.click(await screen.findByRole("menuitem", { name: "Override" }));
  await press("Add override");
  await waitFor(async () => expect((await plan()).overrides).toMatchObject([{ personId: admin.id }]));
  expect(await within(shifts).findByText("Override")).toBeTruthy();
});

test("saves the proposed step, then other ones, and names a step that lacks its member", async () => {
  show();
  await press("Set up");
  await press("Save escalation");
  expect(await screen.findByText(/^All alerts that nobody/)).toBeTruthy();
  expect((await plan()).escalation).toMatchObject({
    ...{ severity: null, repeats: 1, version: 1 },
    steps: [{ who: "on_call", personId: null, afterMinutes: 10 }],
  });
  const card = screen.getByRole("heading", { name: "Escalation" }).closest("section")!;
  await userEvent.click(within(card).getByRole("button", { name: "Edit" }));
  await choose("Notify", "A named member");
  await press("Save escalation");
  expect(await screen.findByText("Choose the member to notify")).toBeTruthy();
  await choose("Member", "Ben");
  await choose("Alerts", "High and above");
  await press("Save escalation");
  expect(await screen.findByText(/^Alerts of the severity High and above/)).toBeTruthy();
  expect((await plan()).escalation).toMatchObject({
    ...{ severity: "High", repeats: 1, version: 2 },
    steps: [{ who: "member", personId: ben.id, afterMinutes: 10 }],
  });
});
