// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  AdministrationServer,
  anAdminUser,
  editorRole,
  marketing,
  pendingRole,
  userRole,
} from "../../../../test/administration/administration-server.ts";
import { refuse } from "../../../../test/api-server.ts";
import { aViewer } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import type { UserListState } from "./user-list.ts";
import { UsersPanel } from "./users-panel.tsx";

const admin = aViewer({ roles: [{ id: anAdminUser(0).id, name: "admin" }] });

const onAct = vi.fn();
let server: AdministrationServer;
let person: SignedIn;
let isDown: boolean;
let phoneQuery: string;

beforeEach(() => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === phoneQuery,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  phoneQuery = "";
  isDown = false;
  server = new AdministrationServer();
  onAct.mockReset();
});
afterEach(() => person.end());

async function start(initial: UserListState = {}) {
  person = await startSignedIn(
    (request) => (isDown ? refuse("internal_error") : server.answer(request)),
    admin,
  );
  return person.show(<Panel initial={initial} />);
}

/** The address, for want of a router. */
function Panel({ initial }: { initial: UserListState }) {
  const [state, setState] = useState(initial);
  return <UsersPanel onAct={onAct} onStateChange={setState} state={state} />;
}

const row = async (name: string) => within((await screen.findByText(name)).closest("tr")!);
const asked = () =>
  person.received
    .filter(({ url }) => url.startsWith("/api/admin/users?"))
    .map(({ url }) => Object.fromEntries(new URL(url, "http://test").searchParams));

test("shows people's details, roles and last activity", async () => {
  server.users = [
    anAdminUser(1, {
      name: "Ruth Adeyemi",
      roles: [editorRole],
      departments: [marketing],
      lastActive: new Date().toISOString(),
    }),
    anAdminUser(2, { name: "Pavel Novotny", roles: [pendingRole], isDisabled: true }),
    anAdminUser(3, { name: "Nobody's", roles: [] }),
  ];
  await start();
  const ruth = await row("Ruth Adeyemi");
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Select everybody on this page",
    "Name",
    "Email",
    "Roles",
    "Departments",
    "Last Active",
    "Actions",
  ]);
  for (const text of ["person.1@pelicanworks.example", "Editor", "Marketing", "Now"]) {
    expect(ruth.getByText(text)).toBeTruthy();
  }
  const pavel = await row("Pavel Novotny");
  for (const text of ["Pending", "None", "Never", "Disabled"]) expect(pavel.getByText(text)).toBeTruthy();
  expect((await row("Nobody's")).getByText("Pending")).toBeTruthy();
});

test("pages are numbered as the specification says, and stop at both ends", async () => {
  server.users = Array.from({ length: 23 }, (_, index) => anAdminUser(index + 1));
  const user = await start();
  expect(await screen.findByText("Showing 1 to 10 of 23 results")).toBeTruthy();
  expect(screen.getByText("Page 1 of 3")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Previous" })).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: "Next" }));
  await row("Person 11");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await row("Person 23");
  expect(screen.getByText("Showing 21 to 23 of 23 results")).toBeTruthy();
  expect(screen.getByText("Page 3 of 3")).toBeTruthy();
  // It was just pressed, so it keeps the focus.
  expect(screen.getByRole("button", { name: "Next" }).getAttribute("aria-disabled")).toBe("true");
  expect(asked().map(({ page }) => page)).toEqual([undefined, "2", "3"]);
});

test("goes to a distant page by its number", async () => {
  server.users = Array.from({ length: 60 }, (_, index) => anAdminUser(index));
  const user = await start();
  const field = await screen.findByRole("textbox", { name: "Go to page" });
  await user.type(field, "4{Enter}");
  expect(await screen.findByText("Page 4 of 6")).toBeTruthy();
  await user.type(field, "99{Enter}");
  expect(await screen.findByText("Page 6 of 6")).toBeTruthy();
});

test("approves a pending person as staff with one click", async () => {
  const waiting = anAdminUser(1, { name: "Pavel Novotny", roles: [pendingRole], version: 7 });
  server.users = [waiting, anAdminUser(2)];
  server.writes[`PATCH /api/admin/users/${waiting.id}`] = {
    json: { user: { ...waiting, roles: [userRole] } },
  };
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Approve Pavel Novotny" }));
  expect(screen.getAllByRole("button", { name: /^Approve/ })).toHaveLength(1);
  await vi.waitFor(() =>
    expect(person.received.find(({ method }) => method === "PATCH")).toMatchObject({
      body: { version: 7, roleIds: [userRole.id] },
    }),
  );
});

test("shows no pager for a single page", async () => {
  server.users = [anAdminUser(1)];
  await start();
  await row("Person 1");
  expect(screen.queryByText(/^Page/)).toBeNull();
});

test("sorts by a column header, reverses on a second press, and returns to the first page", async () => {
  server.users = Array.from({ length: 12 }, (_, index) => anAdminUser(index + 1));
  const user = await start({ page: 2 });
  await row("Person 11");
  const head = (name: string) => screen.getByRole("columnheader", { name });
  expect(head("Name").getAttribute("aria-sort")).toBe("ascending");
  await user.click(screen.getByRole("button", { name: "Last Active" }));
  await row("Person 1");
  expect(head("Last Active").getAttribute("aria-sort")).toBe("ascending");
  await user.click(screen.getByRole("button", { name: "Last Active" }));
  await vi.waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked().slice(1)).toEqual([
    { sort: "lastActive", pageSize: "10" },
    { sort: "lastActive", direction: "descending", pageSize: "10" },
  ]);
});

test("searches once the typing rests, says when nobody is found, and clears", async () => {
  server.users = [anAdminUser(1, { name: "Ruth Adeyemi" })];
  const user = await start({ page: 3, role: editorRole.id });
  await row("Ruth Adeyemi");
  await user.type(screen.getByRole("searchbox", { name: "Search users" }), "vega");
  expect(await screen.findByText("No users found")).toBeTruthy();
  expect(asked().slice(1)).toEqual([{ search: "vega", roleId: editorRole.id, pageSize: "10" }]);
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await row("Ruth Adeyemi");
  expect(screen.getByRole("searchbox", { name: "Search users" })).toHaveProperty("value", "");
});

test("filters by role, department and status", async () => {
  const user = await start();
  await screen.findByText("No users found");
  await user.click(screen.getByRole("button", { name: "Role" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Editor" }));
  await user.click(screen.getByRole("button", { name: "Department" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Marketing" }));
  await user.click(screen.getByRole("button", { name: "Status" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Disabled" }));
  await vi.waitFor(() =>
    expect(asked().at(-1)).toEqual({
      roleId: editorRole.id,
      departmentId: marketing.id,
      status: "disabled",
      pageSize: "10",
    }),
  );
  await user.click(screen.getByRole("button", { name: "Clear Role: Editor" }));
  await vi.waitFor(() => expect(asked().at(-1)).not.toHaveProperty("roleId"));
});

test("offers nothing that the server would refuse", async () => {
  server.users = [
    anAdminUser(1, { id: admin.id, name: "Marisol Vega", canDelete: false }),
    anAdminUser(2, { name: "Greta Holm", canEdit: false, canDelete: false }),
    anAdminUser(3, { name: "Ruth Adeyemi", hasSecondFactor: true }),
  ];
  const user = await start();
  // Besides the name, which opens the person's card.
  const names = (cells: Awaited<ReturnType<typeof row>>) =>
    cells.queryAllByRole("button", { name: /^(?!\w+ \w+$)/ }).map((button) => button.textContent);
  const own = await row("Marisol Vega");
  expect(own.getByText("you")).toBeTruthy();
  expect(names(own)).toEqual(["Edit Marisol Vega"]);
  expect(names(await row("Greta Holm"))).toEqual([]);
  expect(names(await row("Ruth Adeyemi"))).toEqual([
    "Edit Ruth Adeyemi",
    "Delete Ruth Adeyemi",
    "More for Ruth Adeyemi",
  ]);
  await user.click(screen.getByRole("button", { name: "More for Ruth Adeyemi" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
    "Disable account",
    "Set a new password",
    "End all sessions",
    "Reset second factor",
    "Export personal data",
    "Why can they see that?",
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Disable account" }));
  expect(onAct).toHaveBeenCalledWith("disable", server.users[2]);
});

test("says when the users cannot be fetched, and tries again", async () => {
  isDown = true;
  server.users = [anAdminUser(1)];
  const user = await start();
  expect(await screen.findByText("Failed to fetch users")).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await row("Person 1");
  expect(screen.queryByText("Failed to fetch users")).toBeNull();
});

test("on a phone the rows are a list, which can be sorted too", async () => {
  phoneQuery = "(width < 768px)";
  server.users = [anAdminUser(1, { departments: [marketing] })];
  const user = await start();
  const card = within((await screen.findByText("Person 1")).closest("li")!);
  expect(screen.queryByRole("table")).toBeNull();
  expect(card.getByText("person.1@pelicanworks.example")).toBeTruthy();
  expect(card.getByRole("button", { name: "Edit Person 1" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Sort: Name" }));
  await user.click(await screen.findByRole("menuitem", { name: "Email" }));
  await vi.waitFor(() => expect(asked().at(-1)).toEqual({ sort: "email", pageSize: "10" }));
});
