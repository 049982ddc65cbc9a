// @vitest-environment jsdom
import type { SessionSummary } from "@atoll/contract/identity/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { getSession } from "../../lib/session/session.ts";
import { SessionsCard } from "./sessions-card.tsx";

let person: SignedIn;
let sessions: SessionSummary[];
let ending: Answer;
afterEach(() => person.end());

async function start(answerList: () => Answer | "hang up" = () => ({ json: { sessions } })) {
  sessions = [
    aSessionSummary(1, { device: "Chrome on macOS", isCurrent: true }),
    aSessionSummary(2, { device: "Safari on iPhone", lastUsedAt: minutesAgo(18) }),
    aSessionSummary(3, { device: "Firefox on Windows", lastUsedAt: minutesAgo(49 * 60) }),
  ];
  ending = { status: 204 };
  person = await startSignedIn(({ method }: ReceivedRequest) => (method === "GET" ? answerList() : ending));
  return person.show(<SessionsCard />);
}

const rows = () => within(screen.getByRole("region", { name: "Devices" })).findAllByRole("listitem");

test("lists where the person is signed in, this device first and without a button", async () => {
  await start();
  const [own, phone, office] = (await rows()).map((row) => within(row));
  expect(own?.getByText("This device")).toBeTruthy();
  expect(own?.queryByRole("button")).toBeNull();
  expect(phone?.getByText("Safari on iPhone")).toBeTruthy();
  expect(phone?.getAllByText("18 min ago")).not.toHaveLength(0);
  expect(phone?.getByText(/192\.0\.2\.2, since/)).toBeTruthy();
  expect(office?.getAllByText("2 days ago")).not.toHaveLength(0);
});

test("ends another session, and refetches the rest", async () => {
  const user = await start();
  await rows();
  sessions = sessions.slice(0, 2);
  await user.click(screen.getByRole("button", { name: "Sign Out of Firefox on Windows" }));
  await vi.waitFor(() => expect(screen.queryByText("Firefox on Windows")).toBeNull());
  expect(person.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /api/auth/sessions",
    `DELETE /api/auth/sessions/${testId(3)}`,
    "GET /api/auth/sessions",
  ]);
});

test("ignores an already ended session, and shows other errors", async () => {
  const user = await start();
  await rows();
  ending = refuse("session_not_found");
  sessions = sessions.slice(0, 2);
  await user.click(screen.getByRole("button", { name: "Sign Out of Firefox on Windows" }));
  await vi.waitFor(() => expect(screen.queryByText("Firefox on Windows")).toBeNull());
  expect(screen.queryByText("This session has already ended.")).toBeNull();
  ending = refuse("internal_error");
  await user.click(screen.getByRole("button", { name: "Sign Out of Safari on iPhone" }));
  expect(await screen.findByText(/Something went wrong on the server/)).toBeTruthy();
  expect(screen.getByText("Safari on iPhone")).toBeTruthy();
});

test("asks before signing out everywhere, and then nobody is signed in here", async () => {
  const user = await start();
  await rows();
  await user.click(screen.getByRole("button", { name: "Sign out everywhere" }));
  const inside = within(await screen.findByRole("alertdialog", { name: "Sign out everywhere?" }));
  ending = refuse("internal_error");
  await user.click(inside.getByRole("button", { name: "Sign out everywhere" }));
  expect((await inside.findByRole("alert")).textContent).toContain("Something went wrong");
  expect(getSession().status).toBe("signed-in");
  ending = { status: 204 };
  await user.click(inside.getByRole("button", { name: "Sign out everywhere" }));
  await vi.waitFor(() => expect(getSession()).toMatchObject({ status: "signed-out", reason: "by-choice" }));
  expect(person.received.at(-1)).toMatchObject({ method: "DELETE", url: "/api/auth/sessions" });
});

test("says when the list cannot be fetched, and tries again", async () => {
  let isDown = true;
  const user = await start(() => (isDown ? "hang up" : { json: { sessions } }));
  expect((await screen.findByRole("alert")).textContent).toContain("The server cannot be reached");
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await rows()).toHaveLength(3);
});

function aSessionSummary(number: number, given: Partial<SessionSummary>): SessionSummary {
  return {
    id: testId(number),
    device: "Unknown browser",
    address: `192.0.2.${number}`,
    createdAt: minutesAgo(60 * 24 * 3),
    lastUsedAt: minutesAgo(0),
    endsAt: minutesAgo(-60 * 24 * 87),
    isCurrent: false,
    hasPush: false,
    ...given,
  };
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
