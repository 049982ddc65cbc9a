// @vitest-environment jsdom
import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { cleanup, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { AuditScreen } from "./audit-screen.tsx";
import type { AuditFilters } from "./filters.ts";

const greta = { id: testId(30), name: "Greta Holm" };

beforeEach(() => {
  // A window with space for the panel next to the log.
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

let person: SignedIn;
let answer: (request: ReceivedRequest) => Answer;
afterEach(() => person.end());

async function start(entries: AuditEntry[], filters: AuditFilters = {}) {
  answer = () => ({ json: { items: entries, nextCursor: null } });
  person = await startSignedIn((request) => answer(request));
  return person.show(<Page initial={filters} />);
}

/** The page keeps the filters in its address; here they lie in a state. */
function Page({ initial }: { initial: AuditFilters }) {
  const [filters, setFilters] = useState(initial);
  return <AuditScreen filters={filters} onFiltersChange={setFilters} renderActions={(buttons) => buttons} />;
}
const asked = () => person.received.map(({ url }) => new URL(url, location.origin).searchParams);
const row = (name: RegExp) => screen.findByRole("button", { name, expanded: false });

test("shows who did what, and expands to every field before and after", async () => {
  const user = await start([
    anEntry(3, { action: "role.updated", subject: { type: "role", id: testId(13), name: "editor" } }),
    anEntry(2, {
      action: "session.refused",
      actor: null,
      subject: { type: "user", id: "", name: "x@y.example" },
    }),
    anEntry(1, {
      action: "session.started",
      subject: { type: "session", id: testId(50), name: "Chrome on Linux" },
    }),
  ]);
  expect(await row(/Greta Holm\s*edited the role Editor/)).toBeTruthy();
  expect(await row(/Not signed in\s*was refused at signing in as x@y\.example/)).toBeTruthy();
  expect(await row(/Greta Holm\s*signed in Chrome on Linux/)).toBeTruthy();

  await user.click(await row(/edited the role/));
  const side = within(screen.getByRole("complementary", { name: "Entry 3" }));
  const changes = side.getAllByRole("definition").map((one) => one.textContent);
  expect(changes.slice(-3)).toEqual(["−BeforeNone", "+Afterchat:access, tasks:create", "−BeforeYes"]);
  expect(screen.getByText("f".repeat(64))).toBeTruthy();
});

test("asks the server for what the filters name", async () => {
  const user = await start([anEntry(1, {})], {
    action: "user.deleted",
    from: "2026-11-20",
    to: "2026-11-21",
  });
  await row(/edited/);
  expect(Object.fromEntries(asked()[0] ?? [])).toEqual({
    action: "user.deleted",
    from: new Date(2026, 10, 20).toISOString(),
    to: new Date(2026, 10, 22).toISOString(),
  });
  answer = ({ url }) =>
    url.includes("/actors")
      ? { json: { actors: [{ ...greta, isGone: true }] } }
      : { json: { items: [anEntry(1, {})], nextCursor: null } };
  await user.click(screen.getByRole("button", { name: "Person" }));
  await user.type(await screen.findByRole("combobox", { name: "Search people" }), "gret");
  await user.click(await screen.findByRole("option", { name: /Greta Holm\s*Account deleted/ }));
  await vi.waitFor(() => expect(asked().at(-1)?.get("actorId")).toBe(greta.id));
  expect(await screen.findByRole("button", { name: "By Greta Holm" })).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Clear Deleted the account of someone" }));
  await vi.waitFor(() => expect(asked().at(-1)?.has("action")).toBe(false));
  await user.click(screen.getByRole("button", { name: "Act" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Created the role" }));
  await vi.waitFor(() => expect(asked().at(-1)?.get("action")).toBe("role.created"));
});

test("keeps searching for people after a response without a list", async () => {
  const user = await start([anEntry(1, {})]);
  // A proxy, or a server of another version.
  answer = ({ url }) => {
    if (!url.includes("/actors")) return { json: { items: [anEntry(1, {})], nextCursor: null } };
    return { json: url.includes("search=gret") ? { actors: [{ ...greta, isGone: false }] } : {} };
  };
  await user.click(screen.getByRole("button", { name: "Person" }));
  expect(await screen.findByText("Nobody has done anything yet")).toBeTruthy();
  await user.type(screen.getByRole("combobox", { name: "Search people" }), "gret");
  expect(await screen.findByRole("option", { name: "Greta Holm" })).toBeTruthy();
});

test("searches for words, and expands and collapses an entry", async () => {
  const user = await start([anEntry(4, {})]);
  await user.type(screen.getByRole("searchbox", { name: "Search the audit log" }), "harbour greta");
  await vi.waitFor(() => expect(asked().at(-1)?.get("search")).toBe("harbour greta"));
  await user.click(await row(/edited/));
  await user.click(screen.getByRole("button", { name: /edited/, expanded: true }));
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("narrows to what an entry is about, and says when nothing fits", async () => {
  const user = await start([anEntry(1, { subject: { type: "role", id: testId(13), name: "editor" } })]);
  await user.click(await row(/edited/));
  answer = () => ({ json: { items: [], nextCursor: null } });
  await user.click(screen.getByRole("button", { name: "All about Editor" }));
  expect(await screen.findByText("No entries found")).toBeTruthy();
  expect(asked().at(-1)?.get("subjectId")).toBe(testId(13));
  await user.click(screen.getByRole("button", { name: "Show all" }));
  await vi.waitFor(() => expect(asked().at(-1)?.has("subjectId")).toBe(false));
});

test("loads older entries after the last one", async () => {
  const user = await start([]);
  expect(await screen.findByText("Nothing has been recorded yet")).toBeTruthy();
  cleanup();
  await person.end();
  person = await startSignedIn(({ url }) =>
    url.includes("cursor=second")
      ? { json: { items: [anEntry(7, { action: "user.created" })], nextCursor: null } }
      : { json: { items: [anEntry(9, {}), anEntry(8, {})], nextCursor: "second" } },
  );
  person.show(<Page initial={{}} />);
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await row(/created the account of/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
});

test("says whether the chain is intact, and where it breaks", async () => {
  const user = await start([anEntry(1, {})]);
  await row(/edited/);
  answer = () => ({ json: { count: 1204, firstBroken: null } });
  await user.click(screen.getByRole("button", { name: "Check the chain" }));
  expect(await screen.findByText(/all 1,204 entries are as they were\s+written/)).toBeTruthy();
  answer = () => ({ json: { count: 1204, firstBroken: 17 } });
  await user.click(screen.getByRole("button", { name: "Check the chain" }));
  expect((await screen.findByRole("alert")).textContent).toMatch("The chain is broken at entry 17.");
});

test("saves what the filters leave as CSV, with the sign-in in no address", async () => {
  const user = await start([anEntry(1, {})], { action: "user.updated" });
  await row(/edited/);
  const blobs: Blob[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(undefined);
  answer = () => ({ json: { csv: "number,action\n1,user.updated\n", isWhole: false } });
  await user.click(screen.getByRole("button", { name: "Download CSV" }));
  expect(await screen.findByText(/The file holds the newest 50,000 entries/)).toBeTruthy();
  expect(click).toHaveBeenCalledOnce();
  click.mockRestore();
  expect(blobs[0]?.type).toMatch("text/csv");
  expect(blobs[0]?.size).toBe("number,action\n1,user.updated\n".length);
  const request = person.received.at(-1);
  expect(request?.url).toBe("/api/admin/audit/export?action=user.updated");
  expect(request?.authorization).toBe("Bearer access-1");
});

test("says when the log cannot be loaded, and tries again", async () => {
  await start([]);
  cleanup();
  await person.end();
  let isUp = false;
  person = await startSignedIn(() =>
    isUp ? { json: { items: [anEntry(1, {})], nextCursor: null } } : refuse("forbidden"),
  );
  const user = person.show(<Page initial={{}} />);
  expect((await screen.findByRole("alert")).textContent).toMatch("You don't have permission to do this.");
  isUp = true;
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await row(/edited/)).toBeTruthy();
});

function anEntry(number: number, given: Partial<AuditEntry>): AuditEntry {
  return {
    number,
    at: "2026-11-20T09:30:00.000Z",
    actor: greta,
    action: "user.updated",
    subject: { type: "user", id: testId(31), name: "Ruth Adeyemi" },
    before: { permissions: [], isOpen: true },
    after: { permissions: ["chat:access", "tasks:create"] },
    address: "10.4.12.31",
    hash: "f".repeat(64),
    ...given,
  };
}
