// @vitest-environment jsdom
import { incidentRoutes as routes } from "@atoll/contract/cards/incident-routes";
import type { OpenIncident } from "@atoll/contract/cards/incident-schemas";
import { cardRoutes } from "@atoll/contract/cards/routes";
import { statusRoutes } from "@atoll/contract/cards/status-routes";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { joinDepartment } from "../../../../test/join-department.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { useIncident } from "./incidents-api.ts";
import { ReportDialog } from "./report-dialog.tsx";
import { StatusServicesButton } from "./status-services-button.tsx";
import { UpdateDialog } from "./update-dialog.tsx";

let server: RealServer;
let browser: OpenBrowser;
let typeId: string;

beforeAll(async () => {
  server = await startRealServer([]);
  await joinDepartment(server, "devops", [server.admin]);
  const { sections } = await server.admin.call(cardRoutes.listSections, { params: { slug: "devops" } });
  typeId = sections.find(({ type }) => type.slug === "monitoring")!.type.id;
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, server.admin);
});
afterEach(() => browser.end());

async function openResolved(): Promise<OpenIncident> {
  const body = { id: uuidv7(), title: "Checkout fails" };
  await server.admin.call(routes.openIncident, { params: { typeId }, body });
  return server.admin.call(routes.changeIncident, {
    params: { incidentId: body.id },
    body: { set: { state: "resolved" }, seen: { state: "investigating" } },
  });
}

function Report({ incidentId }: { incidentId: string }) {
  const { data } = useIncident(incidentId);
  return data ? <ReportDialog opened={data} nameOf={(id) => id} onClose={() => undefined} /> : null;
}

test("saves a follow-up of which only the text was changed, and keeps what someone else wrote into another part", async () => {
  const { incident } = await openResolved();
  const params = { incidentId: incident.id };
  const followUps = [{ id: uuidv7(), text: "Add a wait" }];
  const save = (body: object) =>
    server.admin.call(routes.saveReport, { params, body: { version: 0, ...body } });
  await save({ summary: "It broke.", followUps });
  render(
    <>
      <Report incidentId={incident.id} />
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
  await userEvent.type(await screen.findByRole("textbox", { name: "Follow-up 1" }), " of a minute");
  await save({ version: 1, cause: "A missing wait" });
  await userEvent.click(screen.getByRole("button", { name: "Save report" }));
  expect(await screen.findByText("Report saved")).toBeTruthy();
  const { report } = await server.admin.call(routes.readIncident, { params });
  expect(report).toMatchObject({ summary: "It broke.", cause: "A missing wait", version: 3 });
  expect(report?.followUps.map(({ text }) => text)).toEqual(["Add a wait of a minute"]);
});

test("says that only its section reads an update of an incident that the status page does not show", async () => {
  const opened = await openResolved();
  render(<UpdateDialog opened={opened} onClose={() => undefined} />, { wrapper: browser.Around });
  expect(await screen.findByText(/^Only people of this section can read it now/)).toBeTruthy();
});

test("adds a service to those that another manager has just chosen for the status page", async () => {
  const { sections } = await server.admin.call(cardRoutes.listSections, { params: { slug: "devops" } });
  const { type } = sections.find((one) => one.type.id === typeId)!;
  render(
    <>
      <StatusServicesButton type={type} />
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Services on the status page" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Another service" }), "search");
  const params = { typeId };
  const body = { services: ["billing"], seen: [] };
  await server.admin.call(statusRoutes.setStatusServices, { params, body });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Services saved")).toBeTruthy();
  const { services } = await server.admin.call(statusRoutes.readStatusServices, { params });
  expect(services).toEqual(["billing", "search"]);
});
