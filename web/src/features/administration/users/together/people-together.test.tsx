// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  AdministrationServer,
  anAdminUser,
  editorRole,
  marketing,
  userRole,
} from "../../../../../test/administration/administration-server.ts";
import { refuse } from "../../../../../test/api-server.ts";
import { aViewer } from "../../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../../test/start-signed-in.tsx";
import type { UserListState } from "../user-list.ts";
import { UsersPanel } from "../users-panel.tsx";

let server: AdministrationServer;
let person: SignedIn;

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  server = new AdministrationServer();
  server.users = Array.from({ length: 12 }, (_, index) => anAdminUser(index + 1));
});
afterEach(() => person.end());

async function start(roles: string[] = ["admin"]) {
  const viewer = aViewer({ roles: roles.map((name) => ({ id: anAdminUser(0).id, name })) });
  person = await startSignedIn((request) => server.answer(request), viewer);
  const user = person.show(<Panel />);
  await screen.findByText("Person 1");
  return user;
}

function Panel() {
  const [state, setState] = useState<UserListState>({});
  return <UsersPanel onAct={() => undefined} onStateChange={setState} state={state} />;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${name}` });
const bar = () => within(screen.getByRole("toolbar", { name: "Selected people" }));
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .filter(({ checked }) => checked)
    .map((one) => one.labels?.[0]?.textContent);
const sent = () => person.received.filter(({ method }) => method === "PATCH").map(({ body }) => body);
const idOf = (number: number) => anAdminUser(number).id;

/** Returns the server's response for these people, all changed except the refused ones. */
function answerWith(numbers: readonly number[], refused: Readonly<Record<number, string>> = {}) {
  server.writes["PATCH /api/admin/users"] = {
    json: {
      outcomes: numbers.map((number) => ({
        userId: idOf(number),
        name: `Person ${number}`,
        fate: number in refused ? "refused" : "changed",
        reason: refused[number] ?? "",
      })),
    },
  };
}

test("chooses one by one, a range, a page, and keeps them while pages are turned", async () => {
  server.users[2] = anAdminUser(3, { canEdit: false });
  const user = await start();
  expect(screen.queryByRole("toolbar")).toBeNull();
  expect(box("Person 3").disabled).toBe(true);
  await user.click(box("Person 2"));
  expect(bar().getByText("1 selected")).toBeTruthy();
  await user.keyboard("{Shift>}");
  await user.click(box("Person 5"));
  await user.keyboard("{/Shift}");
  expect(chosen()).toEqual(["Select Person 2", "Select Person 4", "Select Person 5"]);

  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select everybody on this page" });
  expect(all.indeterminate).toBe(true);
  await user.click(all);
  expect(bar().getByText("9 selected")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Person 12");
  await user.click(box("Person 12"));
  expect(bar().getByText("10 selected")).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("toolbar")).toBeNull();
});

test("chooses by the keyboard", async () => {
  const user = await start();
  box("Person 1").focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(box("Person 2"));
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  expect(chosen()).toEqual(["Select Person 2", "Select Person 3", "Select Person 4"]);
});

test("changes roles and departments by one request, and says how many it was", async () => {
  const user = await start();
  await user.click(box("Person 1"));
  await user.click(box("Person 2"));
  await user.click(bar().getByRole("button", { name: "Roles" }));
  const roles = await screen.findByRole("dialog", { name: "Roles of 2 people" });
  expect(within(roles).getByText("Person 1, Person 2")).toBeTruthy();
  const change = within(roles).getByRole<HTMLButtonElement>("button", { name: "Change 2 people" });
  expect(change.disabled).toBe(true);
  await choose(user, roles, "Roles to give", "Editor");
  await choose(user, roles, "Roles to remove", "User");
  answerWith([1, 2]);
  await user.click(change);
  expect(await screen.findByText("2 people changed")).toBeTruthy();
  expect(sent()).toEqual([
    { userIds: [idOf(1), idOf(2)], addRoleIds: [editorRole.id], removeRoleIds: [userRole.id] },
  ]);
  await vi.waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());

  await user.click(box("Person 4"));
  await user.click(bar().getByRole("button", { name: "Departments" }));
  const departments = await screen.findByRole("dialog", { name: "Departments of 1 person" });
  await choose(user, departments, "Departments to add", "Marketing");
  answerWith([4]);
  await user.click(within(departments).getByRole("button", { name: "Change 1 person" }));
  await vi.waitFor(() =>
    expect(sent().at(-1)).toEqual({
      userIds: [idOf(4)],
      addDepartmentIds: [marketing.id],
      removeDepartmentIds: [],
    }),
  );
});

test("asks before it disables, names who was refused and why, and keeps them chosen", async () => {
  const user = await start();
  await user.click(box("Person 1"));
  await user.click(box("Person 2"));
  await user.click(bar().getByRole("button", { name: "Disable" }));
  const question = await screen.findByRole("alertdialog", { name: "Disable 2 people" });
  expect(sent()).toEqual([]);
  server.writes["PATCH /api/admin/users"] = refuse("internal_error");
  await user.click(within(question).getByRole("button", { name: "Disable 2 people" }));
  expect((await within(question).findByRole("alert")).textContent).toMatch("Failed to update users:");

  answerWith([1, 2], { 2: "Only someone with more permissions can change this account." });
  await user.click(within(question).getByRole("button", { name: "Disable 2 people" }));
  const told = await screen.findByRole("dialog", { name: "1 person could not be changed" });
  const [refused, ...others] = within(told).getAllByRole("listitem");
  expect(refused?.textContent).toBe("Person 2Only someone with more permissions can change this account.");
  expect(others).toEqual([]);
  expect(within(told).getByText(/1 person changed\./)).toBeTruthy();
  expect(sent().at(-1)).toEqual({ userIds: [idOf(1), idOf(2)], isDisabled: true });
  await user.click(within(told).getByRole("button", { name: "OK" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(chosen()).toEqual(["Select Person 2"]);
});

test("is offered to nobody who could not use it", async () => {
  await start(["user"]);
  expect(screen.queryAllByRole("checkbox")).toEqual([]);
});

async function choose(
  user: Awaited<ReturnType<typeof start>>,
  dialog: HTMLElement,
  label: string,
  option: string,
): Promise<void> {
  await user.click(within(dialog).getByRole("combobox", { name: label }));
  await user.click(await screen.findByRole("option", { name: option }));
  await user.keyboard("{Escape}");
}
