// @vitest-environment jsdom
import type { Guest } from "@atoll/contract/administration/guest-routes";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { GuestsScreen } from "./guests-screen.tsx";

let person: SignedIn;
afterEach(() => person.end());

const guest: Guest = {
  ...{ id: testId(5), name: "Gina Gull", email: "gina@elsewhere.test", avatar: null, isFormer: false },
  ...{ isGuest: true, until: "2100-05-01T00:00:00.000Z", isEnded: false, channelCount: 2, canPromote: false },
  canResetSecondFactor: false,
  ...{ invitedBy: { id: testId(2), name: "Hanna Host" }, lastActive: null },
};

async function start(
  answer: (request: ReceivedRequest) => ReturnType<typeof refuse>,
  more: Partial<Guest> = {},
) {
  person = await startSignedIn((request) =>
    request.method === "GET"
      ? { json: { items: [{ ...guest, ...more }], nextCursor: null } }
      : answer(request),
  );
  const user = person.show(<GuestsScreen />);
  await user.click(await screen.findByRole("button", { name: "More for Gina Gull" }));
  return user;
}

test("shows who invited a guest and until when, and ends the access after asking", async () => {
  const user = await start(() => ({ status: 204 }));
  const row = within(screen.getByRole("list", { name: "Guests" }));
  expect(row.getByText("2 channels, invited by Hanna Host")).toBeTruthy();
  expect(row.getByText("Until 30 Apr 2100")).toBeTruthy();
  // Only people who manage accounts make colleagues.
  for (const name of ["Make a colleague", "Set a new password", "Reset second factor"])
    expect(screen.queryByRole("menuitem", { name })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "End access now" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "End access" }));
  expect(await screen.findByText("The access of Gina Gull has ended")).toBeTruthy();
  const sent = person.received.find(({ method }) => method === "DELETE");
  expect(sent?.url).toBe(`/api/admin/guests/${guest.id}/access`);
});

test("keeps the dialog open with the reason when an end is refused", async () => {
  const user = await start(() => refuse("guest_end_not_possible"));
  await user.click(await screen.findByRole("menuitem", { name: "Change the end" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.clear(dialog.getByLabelText("Last day"));
  await user.type(dialog.getByLabelText("Last day"), "2099-12-31");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Choose an end between tomorrow and a year from now.")).toBeTruthy();
});

test("renames a guest with the name that was seen, and keeps the dialog when somebody else was quicker", async () => {
  const user = await start(() => refuse("changed_meanwhile"));
  await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "Gina Gannet");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toBeTruthy();
  const sent = person.received.find(({ method }) => method === "PUT");
  expect(sent?.body).toEqual({ name: "Gina Gannet", seenName: "Gina Gull" });
});

test("sets a password and removes the second factor of a guest where the person manages accounts", async () => {
  const user = await start(() => ({ status: 204 }), { canPromote: true, canResetSecondFactor: true });
  await user.click(await screen.findByRole("menuitem", { name: "Set a new password" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("New password"), "eleven herons at low tide");
  await user.click(dialog.getByRole("button", { name: "Set password" }));
  expect(await screen.findByText("Gina Gull has a new password")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "More for Gina Gull" }));
  await user.click(await screen.findByRole("menuitem", { name: "Reset second factor" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Reset second factor" }));
  expect(await screen.findByText("The second factor of Gina Gull is reset")).toBeTruthy();
  const sent = person.received
    .filter(({ method }) => method !== "GET")
    .map(({ method, url }) => [method, url]);
  expect(sent).toEqual([
    ["PUT", `/api/admin/users/${guest.id}/password`],
    ["DELETE", `/api/admin/users/${guest.id}/second-factor`],
  ]);
});
