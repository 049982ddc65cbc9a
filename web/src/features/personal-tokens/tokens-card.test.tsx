// @vitest-environment jsdom
import type { PersonalToken } from "@atoll/contract/personal-tokens/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { TokensCard } from "./tokens-card.tsx";

let person: SignedIn;
let tokens: PersonalToken[];
let mayBeEndless: boolean;
let sent: Record<string, unknown>[];
/** The response to a write. */
let writing: (request: ReceivedRequest) => Answer;
beforeEach(() => {
  tokens = [];
  sent = [];
  mayBeEndless = false;
});
afterEach(() => person.end());

async function start() {
  person = await startSignedIn((request) => {
    if (request.method === "GET") return { json: { tokens, mayBeEndless } };
    sent.push((request.body ?? {}) as Record<string, unknown>);
    return writing(request);
  }, aViewer());
  return person.show(<TokensCard />);
}

const backup: PersonalToken = {
  id: testId(70),
  name: "Backup",
  ending: "x9Zk",
  scopes: ["chat:read", "tasks:read", "tasks:write"],
  createdAt: "2026-03-01T10:00:00.000Z",
  endsAt: null,
  lastUse: { at: "2026-03-02T10:00:00.000Z", address: "203.0.113.9" },
};

test("creates one token though an answer was lost, and shows its text until it is dismissed", async () => {
  let attempts = 0;
  writing = () => {
    attempts += 1;
    if (attempts === 1) return refuse("internal_error");
    return { status: 201, json: { token: "atoll_pat_secret", personalToken: backup } };
  };
  const user = await start();
  expect(await screen.findByText("No access tokens")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "New token" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Create token" }));
  expect(await dialog.findByText("Enter a name")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name"), "Backup");
  await user.click(dialog.getByRole("button", { name: "Create token" }));
  expect(await dialog.findByText("Choose at least one area")).toBeTruthy();
  await user.click(dialog.getByRole("checkbox", { name: "Write Tasks" }));
  expect(dialog.getByRole<HTMLInputElement>("checkbox", { name: "Read Tasks" }).checked).toBe(true);
  await user.click(dialog.getByRole("checkbox", { name: "Read Chat" }));
  await user.type(dialog.getByLabelText("Current password"), "pelican");
  await user.click(dialog.getByRole("button", { name: "Create token" }));
  await dialog.findByRole("alert");
  await user.click(dialog.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("atoll_pat_secret")).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[1]).toMatchObject({
    name: "Backup",
    days: 30,
    scopes: ["tasks:write", "chat:read"],
    currentPassword: "pelican",
  });
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("atoll_pat_secret")).toBeNull();
});

test("says what a token may do and when it was used, and revokes it after a question", async () => {
  tokens = [backup];
  writing = () => ({ status: 204 });
  const user = await start();
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByText(/Reads and writes Tasks\. Reads Chat\./)).toBeTruthy();
  expect(row.getByText(/from 203\.0\.113\.9\. No end date\./)).toBeTruthy();
  await user.click(row.getByRole("button", { name: "Revoke Backup" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  tokens = [];
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("No access tokens")).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test("offers a token without an end only where an administrator allows it", async () => {
  mayBeEndless = true;
  writing = () => ({ status: 201, json: { token: "atoll_pat_secret", personalToken: backup } });
  const user = await start();
  await screen.findByText("No access tokens");
  await user.click(screen.getByRole("button", { name: "New token" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("combobox", { name: "Ends" }));
  await user.click(await screen.findByRole("option", { name: "Never" }));
  await user.type(dialog.getByLabelText("Name"), "Backup");
  await user.click(dialog.getByRole("checkbox", { name: "Read Chat" }));
  await user.click(dialog.getByRole("button", { name: "Create token" }));
  await screen.findByText("atoll_pat_secret");
  expect(sent[0]).toMatchObject({ days: null });
});
