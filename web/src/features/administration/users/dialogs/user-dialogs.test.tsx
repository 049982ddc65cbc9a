// @vitest-environment jsdom
import type { AdminUser } from "@atoll/contract/administration/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  AdministrationServer,
  adminRole,
  anAdminUser,
  editorRole,
  marketing,
  userRole,
} from "../../../../../test/administration/administration-server.ts";
import { refuse } from "../../../../../test/api-server.ts";
import { aViewer } from "../../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../../test/start-signed-in.tsx";
import type { RenderPersonSearch } from "../../departments/members-drawer.tsx";
import type { UserAct } from "./user-dialog.ts";
import { UserDialogs, useUserDialogs } from "./user-dialogs.tsx";

const ruth = anAdminUser(1, { name: "Ruth Adeyemi", departments: [marketing] });
const marisol = anAdminUser(2, { name: "Marisol Vega" });
const path = `/api/admin/users/${ruth.id}`;

let server: AdministrationServer;
let person: SignedIn;

beforeEach(async () => {
  server = new AdministrationServer();
  server.users = [ruth];
  person = await startSignedIn((request) => server.answer(request), aViewer());
});
afterEach(() => person.end());

async function open(act: UserAct | "create", subject = ruth) {
  const user = person.show(<Opener act={act} subject={subject} />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  const dialog = await screen.findByRole(/edit|create|password/.test(act) ? "dialog" : "alertdialog");
  // It takes the focus a moment after it is there; what is typed before goes elsewhere.
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  const fill = async (label: string, text: string) => {
    const field = within(dialog).getByLabelText<HTMLInputElement>(label);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
    return field;
  };
  return { user, dialog: within(dialog), fill };
}

function Opener({ act, subject }: { act: UserAct | "create"; subject: AdminUser }) {
  const dialogs = useUserDialogs();
  return (
    <>
      <button
        onClick={() => (act === "create" ? dialogs.create() : dialogs.start(act, subject))}
        type="button"
      >
        Open
      </button>
      <UserDialogs dialogs={dialogs} renderPersonSearch={(props) => <People {...props} />} />
    </>
  );
}

/** Stands in for the search, which belongs to another part of the app. */
function People({ onChoose, taken }: Parameters<RenderPersonSearch>[0]) {
  return [ruth, marisol].map((one) => (
    <button key={one.id} onClick={() => onChoose({ ...one, isFormer: false })} type="button">
      {taken.ids.has(one.id) ? `${one.name}, ${taken.hint}` : one.name}
    </button>
  ));
}

const sent = (method: string) => person.received.filter((request) => request.method === method);
const closed = (role = "dialog") => vi.waitFor(() => expect(screen.queryByRole(role)).toBeNull());

test("requires a name, email and long enough password for a new employee", async () => {
  const { user, dialog, fill } = await open("create");
  const create = dialog.getByRole("button", { name: "Create Employee" });
  await user.click(create);
  for (const text of ["Full name is required", "Email is required", "Password is required"]) {
    expect(dialog.getByText(text)).toBeTruthy();
  }
  expect(document.activeElement).toBe(dialog.getByLabelText("Full name"));
  await fill("Full name", "Ottilie Brandt");
  expect(dialog.queryByText("Full name is required")).toBeNull();
  await fill("Email", "ottilie");
  await fill("Password", "short");
  await user.click(create);
  expect(dialog.getByText("Please enter a valid email address")).toBeTruthy();
  expect(dialog.getByText("Use at least 10 characters")).toBeTruthy();
  expect(sent("POST")).toEqual([]);
});

test("creates several employees in a row, and keeps the departments of the last one", async () => {
  server.writes["POST /api/admin/users"] = {
    status: 201,
    json: { user: anAdminUser(9, { name: "Ottilie Brandt" }) },
  };
  const { user, dialog, fill } = await open("create");
  await user.click(dialog.getByRole("checkbox", { name: "Create another" }));
  await user.click(dialog.getByRole("combobox", { name: "Departments" }));
  await user.click(await screen.findByRole("option", { name: "Marketing" }));
  await user.keyboard("{Escape}");
  for (const name of ["Ottilie Brandt", "Idris Bello"]) {
    await fill("Full name", name);
    await fill("Email", `${name.split(" ")[0]}@pelicanworks.example`);
    await fill("Password", "a long password");
    await user.keyboard("{Enter}");
    await vi.waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Full name")));
    await vi.waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>("Full name").value).toBe(""));
  }
  expect(sent("POST")).toMatchObject([
    { body: { name: "Ottilie Brandt", departmentIds: [marketing.id] } },
    { body: { name: "Idris Bello", departmentIds: [marketing.id], password: "a long password" } },
  ]);
  expect(dialog.getByLabelText<HTMLInputElement>("Password").value).toBe("");
});

test("creates an employee with a generated password, roles and departments", async () => {
  server.writes["POST /api/admin/users"] = {
    status: 201,
    json: { user: anAdminUser(9, { name: "Ottilie Brandt" }) },
  };
  const { user, dialog, fill } = await open("create");
  await fill("Full name", " Ottilie Brandt ");
  await fill("Email", "Ottilie.Brandt@pelicanworks.example");
  await user.click(dialog.getByRole("button", { name: "Generate" }));
  const password = dialog.getByLabelText<HTMLInputElement>("Password");
  expect(password.type).toBe("text");
  expect(password.value).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  await user.click(dialog.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(password.value);

  await user.click(dialog.getByRole("combobox", { name: "Roles" }));
  const offered = await screen.findAllByRole("option");
  expect(offered.map((option) => option.textContent)).toEqual(["User", "Editor"]);
  await user.click(offered[1]!);
  await user.keyboard("{Escape}");
  await user.click(dialog.getByRole("combobox", { name: "Departments" }));
  await user.click(await screen.findByRole("option", { name: "Marketing" }));
  await user.keyboard("{Escape}");
  await user.click(dialog.getByRole("button", { name: "Create Employee" }));
  await closed();
  expect(sent("POST").map(({ body }) => body)).toEqual([
    {
      name: "Ottilie Brandt",
      email: "ottilie.brandt@pelicanworks.example",
      password: password.value,
      roleIds: [userRole.id, editorRole.id],
      departmentIds: [marketing.id],
    },
  ]);
  expect(await screen.findByText("Ottilie Brandt can sign in now")).toBeTruthy();
});

test("shows a taken address above the form and at its field, and keeps typed text", async () => {
  server.writes["POST /api/admin/users"] = refuse("email_taken");
  const { user, dialog, fill } = await open("create");
  await fill("Full name", "Ottilie Brandt");
  await fill("Email", ruth.email);
  await fill("Password", "quiet-harbour-lamp");
  await user.keyboard("{Enter}");
  expect(
    await dialog.findByText("Failed to create user: An account with this email already exists."),
  ).toBeTruthy();
  expect(dialog.getByText("An account with this email already exists.")).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText("Email"));
  expect(dialog.getByLabelText("Password")).toHaveProperty("value", "quiet-harbour-lamp");
});

test.each([
  [refuse("internal_error"), "Something went wrong on the server. Please try again."],
  // Nothing that the code of a page trips over is for people.
  [{ json: null }, "An error occurred"],
])("an account that could not be made is told apart from a form that is wrong", async (answer, reason) => {
  server.writes["POST /api/admin/users"] = answer;
  const { user, dialog, fill } = await open("create");
  await fill("Full name", "Ottilie Brandt");
  await fill("Email", "ottilie.brandt@pelicanworks.example");
  await fill("Password", "quiet-harbour-lamp");
  await user.keyboard("{Enter}");
  expect(await dialog.findByText(`Failed to create user account: ${reason}`)).toBeTruthy();
});

test("shows a lookalike name error at its field", async () => {
  server.writes["POST /api/admin/users"] = refuse("name_looks_taken");
  const { user, dialog, fill } = await open("create");
  await fill("Full name", "Ruth Adeyemi");
  await fill("Email", "somebody@pelicanworks.example");
  await fill("Password", "quiet-harbour-lamp");
  await user.keyboard("{Enter}");
  expect(await dialog.findByText(/^This name looks too similar/)).toBeTruthy();
  expect(dialog.getByLabelText("Full name").getAttribute("aria-invalid")).toBe("true");
});

test("sends only changed fields of an edit", async () => {
  server.writes[`PATCH ${path}`] = { json: { user: ruth } };
  const { user, dialog, fill } = await open("edit");
  await fill("Full name", "Ruth Adeyemi-Cole");
  await user.click(await dialog.findByRole("button", { name: "Remove Marketing" }));
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await closed();
  expect(sent("PATCH").map(({ body }) => body)).toEqual([
    { version: 1, name: "Ruth Adeyemi-Cole", departmentIds: [] },
  ]);
});

test("tells the second of two editors of a person, and keeps what they typed", async () => {
  server.writes[`PATCH ${path}`] = refuse("changed_meanwhile");
  const { user, dialog, fill } = await open("edit");
  const name = await fill("Full name", "Ruth Cole");
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  expect((await dialog.findByRole("alert")).textContent).toMatch(
    /^Failed to update user: Someone else changed this while you were editing/,
  );
  server.users = [
    { ...ruth, version: 4, name: "Ruth A.", email: "ruth@pelicanworks.example", departments: [] },
  ];
  await user.click(dialog.getByRole("button", { name: "Load the newest" }));
  expect(await dialog.findByText("Someone else changed it to “Ruth A.”.")).toBeTruthy();
  expect(name.value).toBe("Ruth Cole");
  expect(dialog.getByLabelText("Email")).toHaveProperty("value", "ruth@pelicanworks.example");
  expect(dialog.queryByRole("button", { name: "Remove Marketing" })).toBeNull();

  server.writes[`PATCH ${path}`] = { json: { user: ruth } };
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await closed();
  expect(sent("PATCH").at(-1)?.body).toEqual({ version: 4, name: "Ruth Cole" });
});

test("disables removing a role that the viewer may not give", async () => {
  const { dialog } = await open("edit", { ...ruth, roles: [userRole, adminRole] });
  expect(await dialog.findByRole("button", { name: "Remove Admin" })).toHaveProperty("disabled", true);
  expect(dialog.getByRole("button", { name: "Remove User" })).toHaveProperty("disabled", false);
});

test("asks before deleting, and who takes over what the person owns", async () => {
  server.owned = [
    { kind: "channels", count: 2 },
    { kind: "open tasks", count: 1 },
  ];
  server.writes[`DELETE ${path}`] = refuse("last_super_admin");
  const { user, dialog } = await open("delete");
  expect(dialog.getByText(/Are you sure you want to delete this user\?/)).toBeTruthy();
  expect(await dialog.findByText("Hand over 2 channels and 1 open task")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Choose a person" }));
  expect(dialog.getByRole("button", { name: "Ruth Adeyemi, being deleted" })).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Marisol Vega" }));
  await user.click(dialog.getByRole("button", { name: "Delete user" }));
  expect((await dialog.findByRole("alert")).textContent).toMatch(/^Failed to delete user: This is the last/);
  server.writes[`DELETE ${path}`] = { status: 204 };
  await user.click(dialog.getByRole("button", { name: "Delete user" }));
  await closed("alertdialog");
  expect(sent("DELETE").map(({ body }) => body)).toEqual([
    { handOverTo: marisol.id },
    { handOverTo: marisol.id },
  ]);
  expect(await screen.findByText("Ruth Adeyemi was deleted")).toBeTruthy();
});

test.each([
  ["disable", "PUT", `${path}/disablement`, "Disable account", "Ruth Adeyemi is disabled"],
  ["enable", "DELETE", `${path}/disablement`, "Enable account", "Ruth Adeyemi is enabled"],
  ["sessions", "DELETE", `${path}/sessions`, "End all sessions", "Ruth Adeyemi is signed out everywhere"],
  [
    "second-factor",
    "DELETE",
    `${path}/second-factor`,
    "Reset second factor",
    "The second factor of Ruth Adeyemi is reset",
  ],
] as const)("%s happens after it is confirmed", async (act, method, address, verb, done) => {
  server.writes[`${method} ${address}`] = { json: { user: ruth } };
  const { user, dialog } = await open(act);
  expect(sent(method)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: verb }));
  expect(await screen.findByText(done)).toBeTruthy();
  expect(sent(method).map(({ url }) => url)).toEqual([address]);
});

test("a new password has the same rules, and a common one is refused at its field", async () => {
  server.writes[`PUT ${path}/password`] = refuse("password_too_common");
  const { user, dialog, fill } = await open("password");
  await fill("New password", "short");
  await user.keyboard("{Enter}");
  expect(dialog.getByText("Use at least 10 characters")).toBeTruthy();
  await fill("New password", "short-password");
  await user.keyboard("{Enter}");
  expect((await dialog.findAllByText(/too easy to guess/)).length).toBe(2);
  expect(sent("PUT").map(({ body }) => body)).toEqual([{ password: "short-password" }]);
});
