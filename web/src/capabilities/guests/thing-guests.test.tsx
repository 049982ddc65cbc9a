// @vitest-environment jsdom
import type { ThingGuest } from "@atoll/contract/guest-access/routes";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { refuse } from "../../../test/api-server.ts";
import { testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { ThingGuests } from "./thing-guests.tsx";

let person: SignedIn;
afterEach(() => person.end());

const gina = {
  ...{ id: testId(5), name: "Gina Gull", email: "gina@elsewhere.test", avatar: null, isFormer: false },
  isGuest: true as const,
};
const row: ThingGuest = {
  ...{ guest: gina, until: "2100-05-01T00:00:00.000Z", hasEnded: false, mayComment: true, invitedBy: null },
  at: "2026-11-30T00:00:00.000Z",
};

async function start(guests: ThingGuest[], rights = { mayInvite: true, mayRemove: true }) {
  person = await startSignedIn(({ method, url }) => {
    if (method === "DELETE") return { status: 204 };
    if (method === "PUT") return { json: { guest: row } };
    return url.startsWith("/api/guest-choices")
      ? { json: { people: [gina] } }
      : { json: { guests, ...rights } };
  });
  return person.show(<ThingGuests kind="task" id={testId(9)} version={1} />);
}

test("says above a task with guests that they see it, and removes one", async () => {
  const user = await start([row]);
  expect(
    await screen.findByText(/^Guests from outside the company see this task, its files and its comments\./),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "More about Gina Gull" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove" }));
  await expect
    .poll(() => person.received.find(({ method }) => method === "DELETE")?.url)
    .toBe(`/api/things/task/${testId(9)}/guests/${gina.id}`);
});

test("says what a guest will see before one is invited", async () => {
  const user = await start([]);
  await user.click(await screen.findByRole("button", { name: "Invite a guest" }));
  const picker = within(screen.getByRole("region", { name: "Invite a guest" }));
  expect(picker.getByText(/^A guest sees this task with its description, files and comments/)).toBeTruthy();
  await user.click(await picker.findByRole("option", { name: /Gina Gull/ }));
  expect(await screen.findByText("Gina Gull was invited")).toBeTruthy();
  const sent = person.received.find(({ method }) => method === "PUT");
  expect([sent?.url, sent?.body]).toEqual([
    `/api/things/task/${testId(9)}/guests/${gina.id}`,
    { mayComment: true },
  ]);
});

test("shows nothing of guests to people who may not invite any to a task without guests", async () => {
  await start([], { mayInvite: false, mayRemove: true });
  await expect.poll(() => person.received.length).toBe(1);
  expect(screen.queryByRole("heading", { name: "Guests" })).toBeNull();
});

test("says that the guests of a task could not be fetched, and fetches them again", async () => {
  let isRefused = true;
  person = await startSignedIn(() =>
    isRefused ? refuse("subject_not_found") : { json: { guests: [row], mayInvite: true, mayRemove: true } },
  );
  const user = person.show(<ThingGuests kind="task" id={testId(9)} version={1} />);
  expect(await screen.findByText("Failed to fetch who sees it as a guest")).toBeTruthy();
  isRefused = false;
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Gina Gull")).toBeTruthy();
});
