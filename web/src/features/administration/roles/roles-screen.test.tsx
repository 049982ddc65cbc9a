// @vitest-environment jsdom
import type { AdminRole } from "@atoll/contract/administration/schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { aViewer, testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { RolesScreen } from "./roles-screen.tsx";

const superAdmin = aViewer({ roles: [{ id: testId(11), name: "super_admin" }] });
const roleManager = aViewer({
  permissions: [
    { resource: "roles", action: "manage" },
    { resource: "chat", action: "access" },
  ],
});

let person: SignedIn;
let roles: AdminRole[];
let departments: { id: string; name: string; slug: string }[];
/** The response to a write. Success by default. */
let writing: (request: ReceivedRequest) => Answer;
beforeEach(() => {
  departments = [];
  roles = [
    aRole(11, { name: "super_admin", isBuiltIn: true, holderCount: 1 }),
    aRole(12, { name: "user", isBuiltIn: true, permissions: [{ resource: "chat", action: "access" }] }),
    aRole(13, { name: "editor", description: "Writes announcements", holderCount: 3 }),
    aRole(14, { name: "bd_lead", department: { id: testId(21), name: "Business Development" } }),
  ];
  writing = () => ({ status: 204 });
});
afterEach(() => person.end());

async function start(viewer: Viewer = superAdmin) {
  person = await startSignedIn(
    (request) => (request.method === "GET" ? answerGet(request) : writing(request)),
    viewer,
  );
  const user = person.show(<RolesScreen renderActions={(buttons) => buttons} />);
  await screen.findByRole("table", { name: "Permissions of roles" });
  return user;
}
const answerGet = ({ url }: ReceivedRequest): Answer =>
  url.includes("/departments") ? { json: { departments } } : { json: { roles } };
const tick = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const written = () => person.received.filter(({ method }) => method !== "GET");

test("names a renamed department in its permission, in the list and among the changes", async () => {
  departments = [{ id: testId(22), name: "Platform", slug: "backend" }];
  const user = await start();
  await user.click(
    await screen.findByRole("checkbox", { name: "Editor: See the sensitive cards of Platform" }),
  );
  const bar = within(screen.getByRole("region", { name: "Unsaved changes" }));
  expect(bar.getByText(/may see the sensitive cards of Platform/)).toBeTruthy();
  expect(screen.queryByText(/sensitive cards of Backend/)).toBeNull();
});

test("summarises changed permissions, and saves them with the seen version", async () => {
  const user = await start();
  await user.click(tick("Editor: Publish and archive announcements"));
  await user.click(tick("Editor: Use team chat"));
  expect(tick("Editor: Use team chat, not saved").checked).toBe(true);
  const bar = within(screen.getByRole("region", { name: "Unsaved changes" }));
  expect(bar.getByText(/may use team chat and publish and archive announcements/)).toBeTruthy();
  expect(bar.getByText("Affects 3 people")).toBeTruthy();

  const before = roles;
  const saved = [
    { resource: "chat", action: "access" },
    { resource: "announcements", action: "publish" },
  ];
  writing = () => {
    roles = roles.map((role) =>
      role.name === "editor" ? { ...role, permissions: saved, version: 8 } : role,
    );
    const role = roles.find(({ name }) => name === "editor");
    // A fetch in between may return the state before the change.
    roles = before;
    return { json: { role } };
  };
  await user.click(bar.getByRole("button", { name: "Save changes" }));
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Unsaved changes" })).toBeNull());
  expect(written()).toMatchObject([
    {
      method: "PUT",
      url: `/api/admin/roles/${testId(13)}/permissions`,
      body: { version: 7, permissions: saved },
    },
  ]);
  expect(tick("Editor: Use team chat").checked).toBe(true);
});

test("shows that someone else changed the role, with the newest version, and keeps the ticks", async () => {
  const user = await start();
  await user.click(tick("Editor: Use team chat"));
  writing = () => {
    const now = [{ resource: "tasks", action: "create" }];
    roles = roles.map((role) => (role.name === "editor" ? { ...role, permissions: now, version: 8 } : role));
    return refuse("changed_meanwhile");
  };
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  expect((await screen.findByRole("alert")).textContent).toMatch("Someone else changed Editor");
  expect(tick("Editor: Create tasks").checked).toBe(true);
  expect(tick("Editor: Use team chat, not saved").checked).toBe(true);

  writing = () => ({ json: { role: { ...roles[2], version: 9 } } });
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await vi.waitFor(() => expect(written()).toHaveLength(2));
  expect(written()[1]?.body).toMatchObject({
    version: 8,
    permissions: [
      { resource: "tasks", action: "create" },
      { resource: "chat", action: "access" },
    ],
  });
});

test("shows built-in roles as fixed, and locks permissions that the viewer lacks, with the reason", async () => {
  const user = await start(roleManager);
  expect(screen.queryByRole("checkbox", { name: /^Super admin:/ })).toBeNull();
  const locked = tick("Editor: Create tasks");
  expect(locked.getAttribute("aria-disabled")).toBe("true");
  expect(locked.getAttribute("aria-description")).toMatch("You do not hold this permission");
  await user.click(locked);
  expect(screen.queryByRole("region", { name: "Unsaved changes" })).toBeNull();
  expect(
    tick("Editor: Do everything, as a super administrator does").getAttribute("aria-description"),
  ).toMatch("Only a super administrator");
  expect(tick("Editor: Use team chat").getAttribute("aria-disabled")).toBeNull();

  await user.click(screen.getByRole("button", { name: /^Super admin/ }));
  expect(await screen.findByText(/Super admin always holds every permission/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});

test("explains what admin/access grants, and asks before granting it", async () => {
  const user = await start();
  const everything = "Editor: Do everything, as a super administrator does";
  await user.click(tick(everything));
  const given = tick("Editor: Create tasks");
  expect(given.checked).toBe(true);
  expect(given.getAttribute("aria-description")).toMatch("which holds every permission");
  await user.click(given);
  expect(tick("Editor: Create tasks").checked).toBe(true);

  await user.click(screen.getByRole("button", { name: "Save changes" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toMatch("Make everyone with Editor a super administrator?");
  expect(question.textContent).toMatch("It concerns 3 people now");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(written()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await user.click(await screen.findByRole("button", { name: "Make super administrators" }));
  await vi.waitFor(() => expect(written()).toHaveLength(1));
  expect(written()[0]?.body).toMatchObject({ permissions: [{ resource: "admin", action: "access" }] });
});

test("shows roles read-only to an administrator who may not manage them", async () => {
  await start(aViewer({ roles: [{ id: testId(15), name: "admin" }] }));
  expect(screen.queryByRole("button", { name: "New Role" })).toBeNull();
  expect(screen.getByText("You can view roles, but not change them.")).toBeTruthy();
  expect(tick("Editor: Use team chat").getAttribute("aria-disabled")).toBe("true");
});

test("arrow keys move between the checkboxes, which are one tab stop", async () => {
  const user = await start();
  await user.click(tick("Editor: Use team chat"));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(tick("Editor: Create tasks"));
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(tick("User: Create tasks"));
  expect(document.querySelectorAll("[data-cell][tabindex='0']")).toHaveLength(1);
});

test("creates a role, and says at its name that it is taken", async () => {
  const user = await start();
  await user.click(screen.getByRole("button", { name: "New Role" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New Role" }));
  await user.click(dialog.getByRole("button", { name: "Create Role" }));
  expect(dialog.getByText("Name is required")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name"), "editor");
  writing = () => refuse("role_name_taken");
  await user.click(dialog.getByRole("button", { name: "Create Role" }));
  expect(await dialog.findByText("A role with this name already exists.")).toBeTruthy();
  writing = () => refuse("name_looks_taken");
  await user.click(dialog.getByRole("button", { name: "Create Role" }));
  expect(await dialog.findByText(/^This name looks too similar/)).toBeTruthy();
  expect(dialog.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");

  writing = () => {
    roles = [...roles, aRole(16, { name: "host" })];
    return { status: 201, json: { role: roles.at(-1) } };
  };
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "host");
  await user.type(dialog.getByLabelText("Description"), "Welcomes guests");
  await user.click(dialog.getByRole("button", { name: "Create Role" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(written().at(-1)).toMatchObject({
    method: "POST",
    body: { name: "host", description: "Welcomes guests", departmentId: null },
  });
  await vi.waitFor(() => expect(tick("Host: Use team chat").checked).toBe(false));
});

test("says why a role that people hold cannot be deleted", async () => {
  const user = await start();
  await user.click(screen.getByRole("button", { name: /^Editor/ }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete the role Editor?" }));
  writing = () => refuse("role_in_use");
  await user.click(dialog.getByRole("button", { name: "Delete role" }));
  expect((await dialog.findByRole("alert")).textContent).toMatch("People still have this role.");
});

test("lets a role ask for a second factor at once", async () => {
  const user = await start();
  await user.click(screen.getByRole("button", { name: /^Editor/ }));
  writing = () => {
    roles = roles.map((role) =>
      role.name === "editor" ? { ...role, requiresSecondFactor: true, version: 8 } : role,
    );
    return { json: { role: roles[2] } };
  };
  const toggle = () => screen.findByRole<HTMLInputElement>("switch", { name: /^Requires a second factor/ });
  await user.click(await toggle());
  await vi.waitFor(async () => expect((await toggle()).checked).toBe(true));
  expect(written()).toMatchObject([
    {
      method: "PATCH",
      url: `/api/admin/roles/${testId(13)}`,
      body: { version: 7, requiresSecondFactor: true },
    },
  ]);
});

test("narrows by words, and says when the roles cannot be loaded", async () => {
  const user = await start();
  await user.type(screen.getByRole("searchbox", { name: "Filter permissions" }), "publish");
  expect(screen.getAllByRole("checkbox")).toHaveLength(3);
  await user.type(screen.getByRole("searchbox", { name: "Filter permissions" }), "xyz");
  expect(screen.getByText("No permissions found")).toBeTruthy();
  cleanup();
  await person.end();

  person = await startSignedIn(() => refuse("forbidden"), superAdmin);
  person.show(<RolesScreen renderActions={(buttons) => buttons} />);
  expect((await screen.findByRole("alert")).textContent).toMatch("You don't have permission to do this.");
});

function aRole(number: number, given: Partial<AdminRole>): AdminRole {
  return {
    id: testId(number),
    name: "role",
    description: "",
    department: null,
    isBuiltIn: false,
    requiresSecondFactor: false,
    requiresPasskey: false,
    permissions: [],
    holderCount: 0,
    version: 7,
    canAssign: true,
    ...given,
  };
}

test("shows what could not be loaded, with a general text if there is no other", async () => {
  person = await startSignedIn(() => ({ json: null }), superAdmin);
  person.show(<RolesScreen renderActions={(buttons) => buttons} />);
  expect(await screen.findByText("Failed to fetch permissions")).toBeTruthy();
});
