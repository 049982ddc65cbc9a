// @vitest-environment jsdom
import type { OwnedOutgoingWebhook } from "@atoll/contract/outgoing-webhooks/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { AllOutgoingScreen } from "./all-outgoing-screen.tsx";

let person: SignedIn;
let webhooks: OwnedOutgoingWebhook[];
let reading: (() => Answer) | undefined;
let writing: () => Answer;
let sent: { method: string; url: string }[];
beforeEach(() => {
  webhooks = [];
  reading = undefined;
  writing = () => ({ status: 204 });
  sent = [];
});
afterEach(() => person.end());

const mirror: OwnedOutgoingWebhook = {
  id: testId(90),
  name: "Mirror",
  owner: { id: testId(5), name: "Ada Quay" },
  host: "receiver.example.com",
  events: ["message.posted"],
  isOn: true,
  stopReason: null,
  createdAt: "2026-03-01T10:00:00.000Z",
  lastFailure: { at: "2026-03-02T10:00:00.000Z", text: "The receiver answered 500" },
};

async function start() {
  person = await startSignedIn(({ method, url }) => {
    if (method === "GET") return reading?.() ?? { json: { items: webhooks, nextCursor: null } };
    sent.push({ method, url });
    return writing();
  }, aViewer());
  return person.show(<AllOutgoingScreen />);
}

test("shows whose webhook sends where, how it failed, and switches it off after a question", async () => {
  webhooks = [mirror];
  const user = await start();
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByText("Ada Quay")).toBeTruthy();
  expect(row.getByText(/To receiver\.example\.com\. A message is posted\./)).toBeTruthy();
  expect(row.getByText(/The receiver answered 500\./)).toBeTruthy();
  await user.click(row.getByRole("button", { name: "Switch off Mirror of Ada Quay" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  webhooks = [{ ...mirror, isOn: false, stopReason: "administrator" }];
  await user.click(dialog.getByRole("button", { name: "Switch off" }));
  expect(await screen.findByText("Switched off by an administrator.")).toBeTruthy();
  expect(sent).toEqual([{ method: "POST", url: expect.stringContaining(`${mirror.id}/stop`) }]);
  expect(screen.queryByRole("button", { name: /^Switch off/ })).toBeNull();
});

test("keeps the question open when a webhook could not be deleted, and closes it when it is gone already", async () => {
  webhooks = [mirror];
  writing = () => refuse("internal_error");
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Delete Mirror of Ada Quay" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await dialog.findByRole("alert");
  writing = () => refuse("outgoing_webhook_not_found");
  webhooks = [];
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Nobody has an outgoing webhook")).toBeTruthy();
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
});

test("says that the webhooks could not be loaded", async () => {
  reading = () => refuse("internal_error");
  await start();
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.queryByText("Nobody has an outgoing webhook")).toBeNull();
});
