// @vitest-environment jsdom
import type { Bot } from "@atoll/contract/bots/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { BotsScreen } from "./bots-screen.tsx";

let person: SignedIn;
let bots: Bot[];
let sent: { method: string; url: string; body: Record<string, unknown> }[];
let writing: (request: ReceivedRequest) => Answer;
beforeEach(() => {
  bots = [];
  sent = [];
});
afterEach(() => person.end());

const viewer = aViewer({ permissions: [{ resource: "bots", action: "manage" }] });
const aBot = (change: Partial<Bot> = {}): Bot => ({
  id: testId(80),
  name: "Deploys",
  description: "Announces releases",
  owner: { id: viewer.id, name: viewer.name, email: viewer.email, avatar: null, isFormer: false },
  isStopped: false,
  createdAt: "2026-03-01T10:00:00.000Z",
  tokenCount: 1,
  channelCount: 2,
  version: 3,
  ...change,
});

async function start() {
  person = await startSignedIn((request) => {
    if (request.method === "GET") return { json: { items: bots, nextCursor: null } };
    sent.push({
      method: request.method,
      url: request.url,
      body: (request.body ?? {}) as Record<string, unknown>,
    });
    return writing(request);
  }, viewer);
  return person.show(<BotsScreen renderTokens={(bot) => <p>Tokens of {bot.name}</p>} />);
}

test("creates one bot though an answer was lost", async () => {
  let attempts = 0;
  writing = () => {
    attempts += 1;
    if (attempts === 1) return refuse("internal_error");
    bots = [aBot()];
    return { status: 201, json: { bot: aBot() } };
  };
  const user = await start();
  expect(await screen.findByText("No bots")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "New bot" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "Deploys");
  await user.click(dialog.getByRole("button", { name: "Create bot" }));
  await dialog.findByRole("alert");
  await user.click(dialog.getByRole("button", { name: "Create bot" }));
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByText(/1 access token, 2 channels\./)).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});

test("shows tokens and acts only for bots that the viewer owns", async () => {
  bots = [aBot(), aBot({ id: testId(81), name: "Backups", owner: null, isStopped: true })];
  const user = await start();
  const [own, foreign] = await screen.findAllByRole("listitem");
  expect(within(foreign!).getByText("Stopped")).toBeTruthy();
  expect(within(foreign!).queryAllByRole("button")).toEqual([]);
  await user.click(within(own!).getByRole("button", { name: "Access tokens of Deploys" }));
  expect(screen.getByText("Tokens of Deploys")).toBeTruthy();
});

test("sends only the changed field with the version that was seen", async () => {
  bots = [aBot()];
  writing = () => ({ json: { bot: aBot({ description: "Announces", version: 4 }) } });
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "More for Deploys" }));
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog"));
  const field = dialog.getByLabelText("Description");
  await user.clear(field);
  await user.type(field, "Announces");
  await user.click(dialog.getByRole("button", { name: "Save bot" }));
  await expect.poll(() => sent[0]?.body).toEqual({ version: 3, description: "Announces" });
});

test("deletes a bot after a question", async () => {
  bots = [aBot()];
  writing = () => ({ status: 204 });
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "More for Deploys" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  bots = [];
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No bots")).toBeTruthy();
});
