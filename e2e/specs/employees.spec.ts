import type { Page } from "@playwright/test";
import { choosePassword } from "../fixtures/administrator.ts";
import { auditScreen } from "../fixtures/audit-screen.ts";
import { expect, fillSignIn, giveSession, phone, test } from "../fixtures/test.ts";

// The journey provokes refusals, and cuts sessions; Chromium reports each as a failed load.
test.use({ allowConsole: /Failed to load resource|WebSocket connection to/ });

/** As the administrator gives it, and as the employee then chooses it. */
const given = "quiet-harbour-lamp";
const password = "loud-harbour-lamp";

test("creates an employee who sees only their departments, and makes them an administrator and back", async ({
  signIn,
  openBrowser,
  server,
}) => {
  const greta = await signIn("greta.holm");
  const email = await createEmployee(greta, "Ottilie Brandt", "Frontend");
  const ottilie = await openBrowser();
  await enter(ottilie, email, server.url);
  const menu = ottilie.getByRole("navigation", { name: "Main" });
  const entry = (name: string) => menu.getByRole("link", { name, exact: true });
  await expect(entry("Frontend")).toBeVisible();
  await expect(entry("Marketing")).toHaveCount(0);
  await expect(entry("Admin")).toHaveCount(0);
  await ottilie.goto("/marketing/seo");
  await ottilie.waitForURL("**/frontend");
  await ottilie.goto("/admin/roles");
  await expect(ottilie.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(ottilie.getByText("You don't have permission to access the admin panel.")).toBeVisible();

  // Promoted: the page that was denied opens by itself.
  await editEmployee(greta, "Ottilie Brandt", { add: { list: "Roles", option: "Admin" } });
  await expect(entry("Admin")).toBeVisible();
  await expect(ottilie.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  await ottilie.getByRole("link", { name: "Users" }).click();
  await expect(ottilie.getByRole("table", { name: "Users" })).toBeVisible();
  await expect(ottilie.getByRole("button", { name: "Edit Greta Holm" })).toHaveCount(0);

  await editEmployee(greta, "Ottilie Brandt", { remove: "Admin" });
  await expect(ottilie.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(entry("Admin")).toHaveCount(0);
});

test("an employee is redirected from a department that they left, and signed out of a disabled account", {
  tag: "@everyday",
}, async ({ signIn, openBrowser, server }) => {
  const greta = await signIn("greta.holm");
  const email = await createEmployee(greta, "Rasmus Toft", "Frontend");
  const rasmus = await openBrowser();
  await enter(rasmus, email, server.url);
  const menu = rasmus.getByRole("navigation", { name: "Main" });
  const entry = (name: string) => menu.getByRole("link", { name, exact: true });

  // From a page of the old department to the new one's.
  await rasmus.goto("/frontend/bugs");
  await expect(rasmus.getByRole("heading", { name: "Bugs" })).toBeVisible();
  await editEmployee(greta, "Rasmus Toft", {
    remove: "Frontend",
    add: { list: "Departments", option: "Marketing" },
  });
  await rasmus.waitForURL("**/marketing");
  await expect(entry("Frontend")).toHaveCount(0);

  await act(greta, "Rasmus Toft", "Disable account");
  await rasmus.waitForURL("**/login**");
  await expect(rasmus.getByRole("alert")).toContainText("Your account is disabled.");
  await fillSignIn(rasmus, email, password);
  await expect(rasmus.getByRole("alert")).toContainText("Your account is disabled.");
  await act(greta, "Rasmus Toft", "Enable account");
  await fillSignIn(rasmus, email, password);
  await rasmus.waitForURL("**/marketing");
});

test("a person without a role waits for approval, and one who loses the last role is signed out immediately", async ({
  signIn,
  openBrowser,
  server,
}) => {
  const pavel = await openBrowser();
  await pavel.goto("/login");
  await fillSignIn(pavel, "pavel.novotny@pelicanworks.example", "pelican-demo-2026");
  await expect(pavel.getByRole("alert")).toContainText("Your account is pending approval.");

  const greta = await signIn("greta.holm");
  const email = await createEmployee(greta, "Pending Soon", "Backend");
  const person = await openBrowser();
  await enter(person, email, server.url);
  await editEmployee(greta, "Pending Soon", { remove: "User" });
  await person.waitForURL("**/login**");
  await expect(person.getByRole("alert")).toContainText("Your account is pending approval.");
  await fillSignIn(person, email, password);
  await expect(person.getByRole("alert")).toContainText("Your account is pending approval.");

  // The panel shows pending people at the top, and lets them be approved.
  await greta.goto("/admin");
  await expect(greta.getByText(/waiting for approval and cannot sign in yet/)).toBeVisible();
  await greta.getByRole("button", { name: "Show them" }).click();
  await expect(greta.getByRole("button", { name: "Status: Pending", exact: true })).toBeVisible();
  await greta.getByRole("button", { name: "Approve Pending Soon" }).click();
  await expect(greta.getByText("Pending Soon is approved")).toBeVisible();
  await fillSignIn(person, email, password);
  // Back to where they were led out.
  await person.waitForURL("**/dashboard");
});

test("the second of two editors of a person is told of the change, and a deleted person is signed out immediately", async ({
  signIn,
  openBrowser,
  server,
}) => {
  const greta = await signIn("greta.holm");
  const marisol = await signIn("marisol.vega");
  const email = await createEmployee(greta, "Twice Edited", "DevOps");
  const person = await openBrowser();
  await enter(person, email, server.url);

  await findUser(marisol, "Twice Edited");
  await marisol.getByRole("button", { name: "Edit Twice Edited" }).click();
  const dialog = marisol.getByRole("dialog", { name: "Edit Twice Edited" });
  await dialog.getByLabel("Full name").fill("Twice Edited by Marisol");
  await editEmployee(greta, "Twice Edited", { add: { list: "Departments", option: "Marketing" } });
  // The notice moves the button.
  await expect(dialog.getByText(/^Someone else changed this account/)).toBeVisible();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to update user: Someone else changed this");
  await dialog.getByRole("button", { name: "Load the newest" }).click();
  await expect(dialog.getByLabel("Full name")).toHaveValue("Twice Edited by Marisol");
  await expect(dialog.getByRole("button", { name: "Remove Marketing" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(marisol.getByText("Twice Edited by Marisol saved")).toBeVisible();

  await findUser(greta, "Twice Edited by Marisol");
  await greta.getByRole("button", { name: "Delete Twice Edited by Marisol" }).click();
  const question = greta.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete this user?");
  await question.getByRole("button", { name: "Delete user" }).click();
  await expect(greta.getByText("No users found")).toBeVisible();
  await person.waitForURL("**/login**");
  await fillSignIn(person, email, password);
  await expect(person.getByRole("alert")).toContainText("Incorrect email or password.");
});

test("the table of users keeps its place in the address", async ({ signIn }) => {
  const page = await signIn("greta.holm");
  await page.goto("/admin");
  await expect(page.getByText(/^Showing 1 to 10 of \d+ results$/)).toBeVisible();
  const byEmail = page.getByRole("columnheader", { name: "Email" });
  await page.getByRole("button", { name: "Email" }).click();
  await expect(byEmail).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await expect(byEmail).toHaveAttribute("aria-sort", "ascending");
  await page.getByLabel("Search users").fill("tanabe");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await expect(page.getByLabel("Search users")).toHaveValue("");
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone", phone],
] as const) {
  test(`the admin panel, ${name}`, async ({ signIn }) => {
    const page = await signIn("greta.holm", options);
    await page.goto("/admin");
    await expect(page.getByText("Aiko Tanabe", { exact: true })).toBeVisible();
    await auditScreen(page, "/admin");
    await page.getByRole("button", { name: "Create Employee" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create Employee" }).click();
    await expect(page.getByText("Password is required")).toBeVisible();
    await auditScreen(page, "Create Employee");
  });
}

/** Creates an employee of a department through the panel, and answers their email. */
async function createEmployee(admin: Page, name: string, department: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@pelicanworks.example`;
  await admin.goto("/admin");
  await admin.getByRole("button", { name: "Create Employee" }).click();
  const dialog = admin.getByRole("dialog", { name: "Create Employee" });
  await dialog.getByLabel("Full name").fill(name);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(given);
  await choose(admin, "Departments", department);
  await dialog.getByRole("button", { name: "Create Employee" }).click();
  await expect(admin.getByText(`${name} can sign in now`)).toBeVisible();
  return email;
}

/** Lets in who was created here. */
async function enter(page: Page, email: string, url: string): Promise<void> {
  await choosePassword(url, { email, given, password });
  await giveSession(page, email, password);
  await page.goto("/dashboard");
}

interface Change {
  /** The badge of a role or a department. */
  remove?: string;
  add?: { list: "Roles" | "Departments"; option: string };
}

async function editEmployee(admin: Page, name: string, { remove, add }: Change): Promise<void> {
  await findUser(admin, name);
  await admin.getByRole("button", { name: `Edit ${name}` }).click();
  const dialog = admin.getByRole("dialog", { name: `Edit ${name}` });
  if (remove) await dialog.getByRole("button", { name: `Remove ${remove}` }).click();
  if (add) await choose(admin, add.list, add.option);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toHaveCount(0);
}

async function choose(admin: Page, list: string, option: string): Promise<void> {
  await admin.getByRole("dialog").getByRole("combobox", { name: list }).click();
  await admin.getByRole("option", { name: option, exact: true }).click();
  await admin.keyboard.press("Escape");
  await expect(admin.getByRole("option")).toHaveCount(0);
}

async function act(admin: Page, name: string, verb: string): Promise<void> {
  await findUser(admin, name);
  await admin.getByRole("button", { name: `More for ${name}` }).click();
  await admin.getByRole("menuitem", { name: verb }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: verb }).click();
  await expect(admin.getByRole("alertdialog")).toHaveCount(0);
}

async function findUser(admin: Page, name: string): Promise<void> {
  await admin.goto(`/admin?${new URLSearchParams({ search: name })}`);
  await expect(admin.getByRole("row").filter({ hasText: name })).toHaveCount(1);
}
