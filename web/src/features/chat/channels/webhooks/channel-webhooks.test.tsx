// @vitest-environment jsdom
import type { Webhook } from "@atoll/contract/webhooks/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../../test/api-server.ts";
import { aViewer, testId } from "../../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../../test/start-signed-in.tsx";
import { ChannelWebhooks } from "./channel-webhooks.tsx";

let person: SignedIn;
let webhooks: Webhook[];
let sent: { method: string; url: string; body: unknown }[];
/** The response to a write. */
let writing: (request: ReceivedRequest) => Answer;
beforeEach(() => {
  webhooks = [];
  sent = [];
});
afterEach(() => person.end());

async function start() {
  person = await startSignedIn((request) => {
    if (request.method === "GET") return { json: { webhooks } };
    sent.push({ method: request.method ?? "", url: request.url, body: request.body });
    return writing(request);
  }, aViewer());
  return person.show(<ChannelWebhooks channel={{ id: testId(40), archivedAt: null }} />);
}

const grafana: Webhook = {
  ...{ id: testId(50), channelId: testId(40), name: "Grafana", isOn: true, mayCallAll: false },
  owner: { id: testId(1), name: "Ada Quay", email: "ada@example.com", avatar: null, isFormer: false },
  createdAt: "2026-03-01T10:00:00.000Z",
  lastDelivery: { at: "2026-03-02T10:00:00.000Z", error: "no_text" },
};

test("makes one webhook though an answer was lost, and shows its address until it is dismissed", async () => {
  let attempts = 0;
  writing = () => {
    attempts += 1;
    if (attempts === 1) return refuse("internal_error");
    return { status: 201, json: { webhook: grafana, secret: "atoll_hook_secret" } };
  };
  const user = await start();
  expect(await screen.findByText("No incoming webhooks")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "New webhook" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "Grafana");
  await user.click(dialog.getByRole("button", { name: "Create webhook" }));
  await dialog.findByRole("alert");
  await user.click(dialog.getByRole("button", { name: "Create webhook" }));
  expect(await screen.findByText(/\/api\/hooks\/atoll_hook_secret$/)).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]?.body).toEqual(sent[1]?.body);
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/atoll_hook_secret/)).toBeNull();
});

test("says why the last message was refused, switches off, and makes a new address after a question", async () => {
  webhooks = [grafana];
  writing = ({ method }) => ({
    json: method === "PATCH" ? { webhook: grafana } : { webhook: grafana, secret: "atoll_hook_new" },
  });
  const user = await start();
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByText("The last message had no text.")).toBeTruthy();
  await user.click(row.getByRole("switch", { name: "Receives messages" }));
  await expect.poll(() => sent[0]?.body).toEqual({ isOn: false });
  await user.click(row.getByRole("button", { name: "More for Grafana" }));
  await user.click(await screen.findByRole("menuitem", { name: "Make a new address" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Make a new address" }));
  expect(await screen.findByText(/\/api\/hooks\/atoll_hook_new$/)).toBeTruthy();
});

test("says that the list could not be loaded, and tries again", async () => {
  let isBroken = true;
  person = await startSignedIn(
    () => (isBroken ? refuse("internal_error") : { json: { webhooks: [grafana] } }),
    aViewer(),
  );
  const user = await person.show(<ChannelWebhooks channel={{ id: testId(40), archivedAt: null }} />);
  const again = await screen.findByRole("button", { name: "Try Again" });
  isBroken = false;
  await user.click(again);
  expect(await screen.findByText("Grafana")).toBeTruthy();
});
