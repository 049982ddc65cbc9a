// @vitest-environment jsdom
import type { Feed, OwnedFeed } from "@atoll/contract/feeds/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { AllFeedsCard } from "./all-feeds-card.tsx";
import { FeedsCard } from "./feeds-card.tsx";

let person: SignedIn;
let feeds: OwnedFeed[];
let reading: (() => Answer) | undefined;
let sent: { method: string; url: string; body: Record<string, unknown> }[];
let writing: (request: ReceivedRequest) => Answer;
beforeEach(() => {
  feeds = [];
  sent = [];
  reading = undefined;
  writing = () => ({ status: 204 });
});
afterEach(() => person.end());

const outlook: OwnedFeed = {
  id: testId(80),
  name: "Outlook",
  ending: "x9Zk",
  areas: ["announcements", "ideas"],
  createdAt: "2026-03-01T10:00:00.000Z",
  endsAt: null,
  lastUse: { at: "2026-03-02T10:00:00.000Z", address: "203.0.113.9" },
  version: 3,
  owner: { id: testId(5), name: "Ada Quay" },
};
const url = "https://atoll.example.com/api/feeds/atoll_feed_secret";

async function start(card: "own" | "all" = "own") {
  person = await startSignedIn((request) => {
    if (request.method === "GET") {
      if (reading) return reading();
      return { json: card === "own" ? { feeds } : { items: feeds, nextCursor: null, total: feeds.length } };
    }
    const { method } = request;
    sent.push({ method, url: request.url, body: (request.body ?? {}) as Record<string, unknown> });
    return writing(request);
  }, aViewer());
  return person.show(card === "own" ? <FeedsCard /> : <AllFeedsCard />);
}

async function ask(user: Awaited<ReturnType<typeof start>>, item: "Rename" | "Revoke") {
  await user.click(await screen.findByRole("button", { name: "More for Outlook" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}

test("creates one feed though an answer was lost, and shows its address until it is dismissed", async () => {
  let attempts = 0;
  writing = () => {
    attempts += 1;
    if (attempts === 1) return refuse("internal_error");
    const { owner: _, ...feed } = outlook;
    return { status: 201, json: { url, feed: feed satisfies Feed } };
  };
  const user = await start();
  expect(await screen.findByText("No feeds")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "New feed" }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const area of ["Announcements", "Knowledge base", "Ideas"])
    await user.click(dialog.getByRole("checkbox", { name: area }));
  await user.type(dialog.getByLabelText("Name"), "Outlook");
  await user.click(dialog.getByRole("button", { name: "Create feed" }));
  expect(await dialog.findByText("Choose at least one area")).toBeTruthy();
  await user.click(dialog.getByRole("checkbox", { name: "Ideas" }));
  await user.click(dialog.getByRole("checkbox", { name: "Announcements" }));
  await user.type(dialog.getByLabelText("Current password"), "pelican");
  await user.click(dialog.getByRole("button", { name: "Create feed" }));
  await dialog.findByRole("alert");
  await user.click(dialog.getByRole("button", { name: "Create feed" }));
  expect(await screen.findByText(url)).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[1]?.body).toMatchObject({
    name: "Outlook",
    areas: ["announcements", "ideas"],
    currentPassword: "pelican",
  });
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(url)).toBeNull();
});

test("says what a feed shows and when it was read, renames it and revokes it after a question", async () => {
  feeds = [outlook];
  writing = () => ({ json: { feed: { ...outlook, name: "Phone", version: 4 } } });
  const user = await start();
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByText(/Announcements, Ideas\./)).toBeTruthy();
  expect(row.getByText(/from 203\.0\.113\.9\. No end date\./)).toBeTruthy();
  await ask(user, "Rename");
  const dialog = within(await screen.findByRole("dialog"));
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "Phone");
  await user.click(dialog.getByRole("button", { name: "Save name" }));
  await expect.poll(() => sent[0]?.body).toEqual({ version: 3, name: "Phone" });
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  writing = () => ({ status: 204 });
  await ask(user, "Revoke");
  feeds = [];
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("No feeds")).toBeTruthy();
  expect(sent[1]).toMatchObject({ method: "DELETE" });
});

test("says that the feeds could not be loaded, and loads them when asked again", async () => {
  reading = () => refuse("internal_error");
  const user = await start();
  await screen.findByRole("alert");
  reading = undefined;
  await user.click(screen.getByRole("button", { name: /again/i }));
  expect(await screen.findByText("No feeds")).toBeTruthy();
});

test("administrators see how many feeds there are, and end one or all of a person", async () => {
  feeds = [outlook];
  const user = await start("all");
  expect(await screen.findByText(/There is one feed\./)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Revoke Outlook of Ada Quay" }));
  const one = within(await screen.findByRole("alertdialog"));
  await user.click(one.getByRole("button", { name: "Revoke" }));
  await expect.poll(() => sent[0]?.url).toContain(`/api/admin/feeds/${outlook.id}`);
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Revoke all feeds of Ada Quay/ }));
  const all = within(await screen.findByRole("alertdialog"));
  feeds = [];
  await user.click(all.getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("Nobody has a feed")).toBeTruthy();
  expect(sent[1]?.url).toContain(`/api/admin/users/${outlook.owner.id}/feeds`);
});

test("administrators are told when everyone's feeds could not be loaded", async () => {
  reading = () => refuse("internal_error");
  await start("all");
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.queryByText("Nobody has a feed")).toBeNull();
});
