// @vitest-environment jsdom
import { operationRoutes } from "@atoll/contract/operation/routes";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { LogLevelCard, MaintenanceCard } from "./operation-cards.tsx";

let person: SignedIn;
afterEach(() => person.end());

const none = { version: 3, announced: null };
const sent = (method: string) => person.received.filter((request) => request.method === method);

async function startMaintenance(answer: (request: ReceivedRequest) => Answer) {
  person = await startSignedIn((request) => (request.method === "GET" ? { json: none } : answer(request)));
  const user = person.show(<MaintenanceCard />);
  await user.click(await screen.findByRole("button", { name: "Announce" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Announce maintenance" }));
  await user.type(dialog.getByLabelText("What happens"), "New disks.");
  return { user, dialog };
}

test("announces maintenance that starts now, and shows it", async () => {
  const announced = {
    text: "New disks.",
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    isReadOnly: true,
    isRunning: true,
  };
  const { user, dialog } = await startMaintenance(() => ({ json: { version: 4, announced } }));
  await user.click(dialog.getByRole("checkbox", { name: /Only super administrators/ }));
  await user.click(dialog.getByRole("button", { name: "Announce" }));
  expect(await screen.findByText(/^Maintenance is running\./)).toBeTruthy();
  expect(sent("PUT").map(({ url }) => url)).toEqual([operationRoutes.announceMaintenance.path]);
  expect(sent("PUT")[0]!.body).toMatchObject({
    version: 3,
    text: "New disks.",
    startsAt: null,
    isReadOnly: true,
  });
});

test("keeps what was typed when the server refuses the times", async () => {
  const message = "Choose an end after the start, and in the future";
  const { user, dialog } = await startMaintenance(() =>
    refuse("invalid_request", [{ path: "endsAt", message }]),
  );
  await user.click(dialog.getByRole("button", { name: "Announce" }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>("What happens").value).toBe("New disks.");
});

test("chooses a log level for a while, and offers to reset it", async () => {
  const configured = { level: "warn", configured: "warn", endsAt: null };
  person = await startSignedIn(({ method }) =>
    method === "PUT"
      ? { json: { ...configured, level: "debug", endsAt: "2026-03-01T12:00:00.000Z" } }
      : { json: configured },
  );
  const user = person.show(<LogLevelCard logging={configured} />);
  expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Change" }));
  const dialog = await screen.findByRole("dialog", { name: "Change the log level" });
  await user.click(within(dialog).getByRole("button", { name: "Change" }));
  await expect.poll(() => sent("PUT").map(({ body }) => body)).toEqual([{ level: "debug", minutes: 60 }]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});
