// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { aViewer, testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";

let person: SignedIn;
let answers: Partial<Record<string, Answer>>;
afterEach(() => person.end());

async function start(given: Partial<Record<string, Answer>>, site: string | null = "atoll.example") {
  answers = given;
  const answer = ({ method }: ReceivedRequest) => answers[method] ?? "hang up";
  person = await startSignedIn(answer, aViewer());
  return person.show(<PasskeysCard site={site} />);
}

function list(isRequired = false): Answer {
  const phone = {
    id: testId(50),
    name: "Phone",
    site: "atoll.example",
    isSynced: true,
    createdAt: "2026-01-02T00:00:00.000Z",
  };
  return { json: { passkeys: [{ ...phone, lastUsedAt: null }], isRequired } };
}

test("says why no passkey can be added here", async () => {
  await start({ GET: { json: { passkeys: [], isRequired: false } } });
  await screen.findByText("Passkeys work at atoll.example. Open Atoll there to add one.");
  expect(screen.queryByRole("button")).toBeNull();
  person.end();
  await start({ GET: { json: { passkeys: [], isRequired: false } } }, null);
  await screen.findByText(/^Passkeys need the address of this workspace/);
});

test("offers to try again when the list cannot be loaded", async () => {
  const user = await start({ GET: refuse("database_unavailable") });
  const again = await screen.findByRole("button", { name: "Try Again" });
  answers.GET = list();
  await user.click(again);
  await screen.findByText("Phone");
});

test("renames a passkey, and keeps the new name in the dialog when it was removed elsewhere", async () => {
  const user = await start({ GET: list(), PATCH: refuse("passkey_not_found") });
  await user.click(await screen.findByRole("button", { name: "Rename Phone" }));
  const inside = within(await screen.findByRole("dialog"));
  const name = inside.getByLabelText<HTMLInputElement>("Name");
  await user.clear(name);
  await user.type(name, "Old phone{Enter}");
  expect((await inside.findByRole("alert")).textContent).toBe("This passkey no longer exists.");
  expect(name.value).toBe("Old phone");
});

test("removes a passkey with the password, and says when it is the last one that lets the person in", async () => {
  const user = await start({ GET: list(), DELETE: refuse("passkey_needed") });
  await user.click(await screen.findByRole("button", { name: "Remove Phone" }));
  const inside = within(await screen.findByRole("dialog"));
  await user.type(inside.getByLabelText("Current password"), "the old one");
  await user.click(inside.getByRole("button", { name: "Remove" }));
  expect((await inside.findByRole("alert")).textContent).toContain("cannot remove the last one");
  answers.DELETE = { status: 204 };
  await user.click(inside.getByRole("button", { name: "Remove" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(person.received.findLast(({ method }) => method === "DELETE")).toMatchObject({
    body: { currentPassword: "the old one" },
  });
});

test("turns off the password, and on again", async () => {
  const user = await start({ GET: list(), PUT: { status: 204 } });
  await user.click(await screen.findByRole("button", { name: "Require a passkey" }));
  const inside = within(await screen.findByRole("dialog"));
  await user.type(inside.getByLabelText("Current password"), "the old one");
  answers.GET = list(true);
  await user.click(inside.getByRole("button", { name: "Require a passkey" }));
  await screen.findByRole("button", { name: "Allow my password" });
  expect(person.received.findLast(({ method }) => method === "PUT")).toMatchObject({
    body: { isRequired: true, currentPassword: "the old one" },
  });
});
