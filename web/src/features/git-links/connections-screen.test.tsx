// @vitest-environment jsdom
import type { GitConnection } from "@atoll/contract/git-links/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { ConnectionsScreen } from "./connections-screen.tsx";

let person: SignedIn;
let connections: GitConnection[];
let writing: (request: ReceivedRequest) => Answer;
let sent: { method: string; url: string; body: Record<string, unknown> }[];
beforeEach(() => {
  connections = [site];
  writing = () => ({ json: { connection: site, secret: "whsec_new" } });
  sent = [];
});
afterEach(() => person.end());

const site: GitConnection = {
  ...{ id: testId(90), name: "harbour/site", provider: "github", version: 3 },
  department: { id: testId(5), name: "Harbour" },
  ...{ owner: { id: testId(1), name: "Ada Quay" }, isOwn: true },
  ...{ movesOpened: true, movesMerged: false, isOn: true, stopReason: null },
  lastDelivery: {
    ...{ at: "2026-03-02T10:00:00.000Z", event: "pull_request", outcome: "ignored" },
    detail: "It names no task or bug of this department",
  },
};

async function start() {
  person = await startSignedIn((request) => {
    const { method, url } = request;
    if (method !== "GET") {
      sent.push({ method, url, body: (request.body ?? {}) as Record<string, unknown> });
      return writing(request);
    }
    if (url.includes("/departments")) return { json: { departments: [{ id: testId(5), name: "Harbour" }] } };
    if (url.includes("/api/git-connections")) return { json: { items: connections, nextCursor: null } };
    return { json: { items: [], people: [], nextCursor: null } };
  }, aViewer());
  return person.show(<ConnectionsScreen />);
}
type User = Awaited<ReturnType<typeof start>>;

async function choose(user: User, item: string) {
  await user.click(await screen.findByRole("button", { name: "More for harbour/site" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}

test("connects a repository that moves nothing unless chosen, and shows its address and secret once", async () => {
  connections = [];
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Connect a repository" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "harbour/site");
  await user.click(await dialog.findByRole("option", { name: /Harbour/ }));
  await user.click(dialog.getByRole("checkbox", { name: "Merged: move to “Done”" }));
  await user.click(dialog.getByRole("button", { name: "Create connection" }));
  await screen.findByText("whsec_new");
  expect(sent).toMatchObject([
    {
      method: "POST",
      body: {
        ...{ name: "harbour/site", provider: "github", departmentId: testId(5) },
        ...{ movesOpened: false, movesMerged: true },
      },
    },
  ]);
  screen.getByText(new RegExp(`/api/git-hooks/${testId(90)}$`));
  await user.click(screen.getByRole("button", { name: /Dismiss|Close/ }));
  expect(screen.queryByText("whsec_new")).toBeNull();
});

test("says what became of the last delivery, and why a connection is paused", async () => {
  connections = [
    site,
    { ...site, id: testId(91), name: "harbour/docs", isOn: false, isOwn: false, stopReason: "right_lost" },
  ];
  const user = await start();
  await screen.findByText(/pull_request, nothing to do\. It names no task or bug of this department\./);
  screen.getByText(/may not manage automations in this department any more/);
  const [, paused] = screen.getAllByRole("switch", { name: "Receives events" });
  expect(paused).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: "More for harbour/docs" }));
  await user.click(await screen.findByRole("menuitem", { name: "Take over" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText(/It is paused until you have entered the new secret/);
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Take over" }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ method: "PUT", body: { version: 3 } }]));
  await screen.findByText("whsec_new");
});

test("sends only what was edited, and keeps it when the server refuses", async () => {
  writing = () => refuse("git_connection_not_found");
  const user = await start();
  await choose(user, "Edit");
  const dialog = within(await screen.findByRole("dialog"));
  const name = dialog.getByLabelText("Name");
  await user.clear(name);
  await user.type(name, "harbour/docs");
  await user.click(dialog.getByRole("button", { name: "Save connection" }));
  await dialog.findByText(/does not exist, or you do not manage its department/);
  expect(sent).toEqual([
    { method: "PATCH", url: expect.any(String), body: { version: 3, name: "harbour/docs" } },
  ]);
  expect(name).toHaveProperty("value", "harbour/docs");
});

test("shows a new secret after it was asked for", async () => {
  const user = await start();
  await choose(user, "Make a new secret");
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText(/The former secret stops working at once/);
  await user.click(dialog.getByRole("button", { name: "Make a new secret" }));
  await screen.findByText("whsec_new");
});
