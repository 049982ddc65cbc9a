// @vitest-environment jsdom
import type { GitLink, GitLinks as Links } from "@atoll/contract/git-links/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { GitLinks } from "./git-links.tsx";

let person: SignedIn;
afterEach(() => person.end());

const link = (number: number, more: Partial<GitLink> = {}): GitLink => ({
  ...{ id: testId(number), repository: "harbour/site", number: String(number), title: `Change ${number}` },
  ...{ state: null, author: "mo", at: "2026-03-02T10:00:00.000Z" },
  url: `https://git.example.test/harbour/site/${number}`,
  ...more,
});

async function start(few: Links, all = few) {
  const asked: string[] = [];
  person = await startSignedIn(({ url }) => {
    if (!url.includes("/api/git-links")) return { json: { items: [] } };
    asked.push(url);
    return { json: url.includes("commits=all") ? all : few };
  }, aViewer());
  const user = await person.show(<GitLinks subject={{ kind: "task", id: testId(1) }} />);
  return { user, asked };
}

test("shows each pull request with its state, and an address only where there is one", async () => {
  const pulls = [
    link(12, { state: "merged", title: "<b>Mend</b> the pier" }),
    link(13, { state: "draft", url: null }),
  ];
  await start({ branches: [link(3, { number: "" })], commits: [], pulls, commitCount: 0 });
  const list = within(await screen.findByRole("list", { name: "Pull requests" }));
  list.getByText("Merged");
  list.getByText("Draft");
  const [address, ...others] = list.getAllByRole("link");
  expect(others).toEqual([]);
  expect(address?.textContent).toBe("<b>Mend</b> the pier");
  expect(address?.getAttribute("rel")).toContain("noopener");
  list.getByText(/harbour\/site #12 · mo/);
  screen.getByRole("list", { name: "Branches" });
});

test("shows the last commits, and all of them when asked", async () => {
  const commits = Array.from({ length: 7 }, (_, index) => link(20 + index));
  const links = { branches: [], pulls: [], commitCount: 7 };
  const { user } = await start({ ...links, commits: commits.slice(0, 5) }, { ...links, commits });
  const count = () => within(screen.getByRole("list", { name: "Commits" })).getAllByRole("listitem").length;
  await screen.findByRole("list", { name: "Commits" });
  expect(count()).toBe(5);
  await user.click(screen.getByRole("button", { name: "Show all 7 commits" }));
  await vi.waitFor(() => expect(count()).toBe(7));
  expect(screen.queryByRole("button", { name: /Show all/ })).toBeNull();
});

test("asks before it removes a link", async () => {
  const links = { branches: [link(3, { number: "" })], commits: [], pulls: [], commitCount: 0 };
  const { user, asked } = await start(links);
  await user.click(await screen.findByRole("button", { name: "Remove “Change 3”" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Remove link" }));
  await vi.waitFor(() =>
    expect(asked).toContainEqual(expect.stringContaining(`/api/git-links/${testId(3)}`)),
  );
});

test("shows nothing for a task that nothing names", async () => {
  const { asked } = await start({ branches: [], commits: [], pulls: [], commitCount: 0 });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole("heading", { name: "Development" })).toBeNull();
});
