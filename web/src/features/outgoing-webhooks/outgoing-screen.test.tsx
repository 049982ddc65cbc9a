// @vitest-environment jsdom
import type { OutgoingDelivery, OutgoingWebhook } from "@atoll/contract/outgoing-webhooks/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { OutgoingScreen } from "./outgoing-screen.tsx";

let person: SignedIn;
let webhooks: OutgoingWebhook[];
let sent: { method: string; url: string; body: Record<string, unknown> }[];
let writing: (request: ReceivedRequest) => Answer;
beforeEach(() => {
  webhooks = [];
  sent = [];
});
afterEach(() => person.end());

const delivery: OutgoingDelivery = {
  id: testId(91),
  event: "message.posted",
  at: "2026-03-02T10:00:00.000Z",
  state: "failed",
  tries: 3,
  status: 500,
  failure: "The receiver answered 500",
  nextAt: null,
};
const mirror: OutgoingWebhook = {
  id: testId(90),
  name: "Mirror",
  address: "https://receiver.example.com/atoll",
  place: { kind: "channel", id: testId(5), name: "releases" },
  events: ["message.posted"],
  isOn: false,
  stopReason: "receiver_failed",
  createdAt: "2026-03-01T10:00:00.000Z",
  formerSecretUntil: null,
  lastDelivery: delivery,
  version: 2,
};

async function start() {
  person = await startSignedIn((request) => {
    if (request.method === "GET") {
      if (request.url.includes("/places"))
        return { json: { places: [{ kind: "channel", id: testId(5), name: "releases" }] } };
      if (request.url.includes("/deliveries")) return { json: { items: [delivery], nextCursor: null } };
      return { json: { webhooks } };
    }
    const { method, url } = request;
    sent.push({ method, url, body: (request.body ?? {}) as Record<string, unknown> });
    return writing(request);
  }, aViewer());
  return person.show(<OutgoingScreen />);
}

test("creates one webhook though an answer was lost, and shows its secret until it is dismissed", async () => {
  let attempts = 0;
  writing = () => {
    attempts += 1;
    if (attempts === 1) return refuse("internal_error");
    return { status: 201, json: { webhook: mirror, secret: "whsec_c2VjcmV0" } };
  };
  const user = await start();
  await screen.findByText("No outgoing webhooks");
  await user.click(screen.getByRole("button", { name: "New webhook" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "Mirror");
  await user.type(dialog.getByLabelText("Address"), "https://receiver.example.com/atoll");
  await user.click(dialog.getByRole("button", { name: "Create webhook" }));
  expect(await dialog.findByText("Choose a place")).toBeTruthy();
  await user.click(await dialog.findByRole("option", { name: /releases/ }));
  await user.click(dialog.getByRole("button", { name: "Create webhook" }));
  expect(await dialog.findByText("Choose at least one event")).toBeTruthy();
  await user.click(dialog.getByRole("checkbox", { name: "A message is posted" }));
  await user.type(dialog.getByLabelText("Current password"), "pelican");
  await user.click(dialog.getByRole("button", { name: "Create webhook" }));
  await dialog.findByRole("alert");
  await user.click(dialog.getByRole("button", { name: "Create webhook" }));
  expect(await screen.findByText("whsec_c2VjcmV0")).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[1]?.body).toMatchObject({
    place: { kind: "channel", id: testId(5) },
    events: ["message.posted"],
    currentPassword: "pelican",
  });
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("whsec_c2VjcmV0")).toBeNull();
});

test("says why a webhook is off, and replays what failed from its log", async () => {
  webhooks = [mirror];
  writing = () => ({ status: 204 });
  const user = await start();
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByText(/its receiver has failed for a day or is gone/)).toBeTruthy();
  await user.click(row.getByRole("button", { name: "More for Mirror" }));
  await user.click(await screen.findByRole("menuitem", { name: "Show the log" }));
  expect(await screen.findByText(/The receiver answered 500\. Tried 3 times\./)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^Replay message\.posted/ }));
  await expect.poll(() => sent[0]?.url).toContain(`/deliveries/${delivery.id}/replay`);
});

test("asks for the password only for another address, and for a new secret", async () => {
  webhooks = [{ ...mirror, stopReason: "access_ended" }];
  writing = ({ url }) => ({
    json: { webhook: mirror, ...(url.endsWith("/secret") && { secret: "whsec_bmV3" }) },
  });
  const user = await start();
  expect(await screen.findByText(/It was switched off with your sessions/)).toBeTruthy();
  const open = async (item: string) => {
    await user.click(screen.getByRole("button", { name: "More for Mirror" }));
    await user.click(await screen.findByRole("menuitem", { name: item }));
    return within(await screen.findByRole("dialog"));
  };
  const edit = await open("Edit");
  expect(edit.queryByLabelText("Current password")).toBeNull();
  await user.type(edit.getByLabelText("Address"), "/next");
  await user.type(edit.getByLabelText("Current password"), "pelican");
  await user.click(edit.getByRole("button", { name: "Save webhook" }));
  await expect
    .poll(() => sent[0]?.body)
    .toEqual({ version: 2, address: `${mirror.address}/next`, currentPassword: "pelican" });
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  const renew = await open("Make a new secret");
  await user.type(renew.getByLabelText("Current password"), "pelican");
  await user.click(renew.getByRole("button", { name: "Make a new secret" }));
  expect(await screen.findByText("whsec_bmV3")).toBeTruthy();
  expect(sent[1]?.body).toEqual({ currentPassword: "pelican" });
});

test("switches a webhook on with the version that was seen", async () => {
  webhooks = [mirror];
  writing = () => ({ json: { webhook: { ...mirror, isOn: true, stopReason: null, version: 3 } } });
  const user = await start();
  await user.click(await screen.findByRole("switch", { name: "Sends events" }));
  await expect.poll(() => sent[0]?.body).toEqual({ version: 2, isOn: true });
});
