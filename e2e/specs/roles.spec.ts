import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { Page, WebSocketRoute } from "@playwright/test";
import { callAsAdministrator } from "../fixtures/administrator.ts";
import { auditScreen } from "../fixtures/audit-screen.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// Deleting a role that somebody holds is refused on purpose, and a connection is cut; Chromium reports each failed load.
test.use({ allowConsole: /Failed to load resource|WebSocket connection to|net::ERR/ });

test("creates a role and assigns it, and the person's open browser updates at once", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const greta = await signIn("greta.holm");
  const aiko = await signIn("aiko.tanabe");
  await aiko.goto("/dashboard");
  await expect(aiko.getByRole("heading", { level: 1 })).toBeVisible();
  const adminEntry = aiko.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" });
  await expect(adminEntry).toHaveCount(0);

  await greta.goto("/admin/roles");
  await greta.getByRole("button", { name: "New Role" }).click();
  const dialog = greta.getByRole("dialog", { name: "New Role" });
  await dialog.getByLabel("Name").fill("steward");
  await dialog.getByLabel("Description").fill("Looks after accounts while others are away.");
  await dialog.getByRole("button", { name: "Create Role" }).click();
  await expect(dialog).toHaveCount(0);
  await giveRole(greta, "Aiko Tanabe", "Steward");
  await expect(adminEntry).toHaveCount(0);

  await greta.goto("/admin/roles");
  await tick(greta, "Steward: Do everything, as a super administrator does");
  await expect(greta.getByText("Steward may do everything, as a super administrator does.")).toBeVisible();
  await greta.getByRole("button", { name: "Save changes" }).click();
  await greta.getByRole("alertdialog").getByRole("button", { name: "Make super administrators" }).click();
  await expect(adminEntry).toBeVisible();
  await adminEntry.click();
  await expect(aiko.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();

  await tick(greta, "Steward: Do everything, as a super administrator does");
  await greta.getByRole("button", { name: "Save changes" }).click();
  await expect(aiko.getByText("You don't have permission to access the admin panel.")).toBeVisible();

  await greta.getByRole("button", { name: /^Steward/ }).click();
  await greta.getByRole("button", { name: "Delete", exact: true }).click();
  const question = greta.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete role" }).click();
  await expect(question.getByRole("alert")).toContainText("People still have this role.");
  await question.getByRole("button", { name: "Cancel" }).click();

  await greta.getByRole("link", { name: "Audit log" }).click();
  await greta
    .getByRole("button", { name: /Greta Holm edited the role Steward/ })
    .first()
    .click();
  await expect(greta.getByRole("complementary", { name: /^Entry/ })).toContainText("admin:access");
  await test.step("the log is searched by words and by the person they are about", async () => {
    const rows = greta.getByRole("table", { name: "Audit log" }).getByRole("button");
    await greta.getByRole("searchbox", { name: "Search the audit log" }).fill("steward created");
    await expect(rows).toHaveText(["created the role"]);
    await greta.getByRole("button", { name: "Clear" }).click();
    await greta.getByRole("button", { name: "Person" }).click();
    await greta.getByRole("combobox", { name: "Search people" }).fill("gret");
    await greta.getByRole("option", { name: /Greta Holm/ }).click();
    await expect(greta.getByRole("button", { name: "By Greta Holm", exact: true })).toBeVisible();
  });
  await greta.getByRole("button", { name: "Check the chain" }).click();
  await expect(greta.getByText(/^Chain intact/)).toBeVisible();
  const file = greta.waitForEvent("download");
  await greta.getByRole("button", { name: "Download CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
});

test("changes of one administrator appear for another immediately or after reconnecting, and unsaved ticks stay", async ({
  signIn,
  server,
}) => {
  const admin = await callAsAdministrator(server.url);
  const greta = await signIn("greta.holm");
  const marisol = await signIn("marisol.vega");
  const line = await cuttable(marisol);
  await marisol.goto("/admin/roles");
  await greta.goto("/admin/roles");
  await expect(marisol.getByText("Use team chat").first()).toBeVisible();

  const { role } = await admin.call(administrationRoutes.createRole, { body: { name: "lamplighter" } });
  await expect(marisol.getByRole("columnheader", { name: /Lamplighter/ })).toBeVisible();

  // Events during a disconnect are missed.
  await line.cut();
  await admin.call(administrationRoutes.createRole, { body: { name: "bellringer" } });
  line.mend();
  await expect(marisol.getByRole("columnheader", { name: /Bellringer/ })).toBeVisible({ timeout: 60_000 });

  // Ticks that are not saved stay, and the person is told.
  await tick(greta, "Lamplighter: Use team chat");
  await admin.call(administrationRoutes.setRolePermissions, {
    params: { roleId: role.id },
    body: { version: role.version, permissions: [{ resource: "tasks", action: "create" }] },
  });
  await expect(greta.getByText("Someone else changed Lamplighter while you were editing.")).toBeVisible();
  await expect(greta.getByRole("checkbox", { name: "Lamplighter: Create tasks" })).toBeChecked();
  await expect(greta.getByRole("checkbox", { name: "Lamplighter: Use team chat, not saved" })).toBeChecked();

  await admin.call(administrationRoutes.deleteRole, { params: { roleId: role.id } });
  await expect(greta.getByText("Someone else deleted Lamplighter.")).toBeVisible();
  await expect(marisol.getByRole("columnheader", { name: /Lamplighter/ })).toHaveCount(0);
});

test("explains step by step why a person cannot open a page, at an address that can be shared", async ({
  signIn,
}) => {
  const page = await signIn("marisol.vega");
  await page.goto("/admin/why");
  await page.getByRole("button", { name: "Choose a person" }).click();
  await page.getByRole("combobox", { name: "Search users" }).fill("ruth");
  await page.getByRole("option", { name: /Ruth Adeyemi/ }).click();
  await page.getByRole("combobox", { name: "Page" }).click();
  await page.getByRole("option", { name: "Backend: Schema" }).click();
  await expect(page.getByText("Denied", { exact: true })).toBeVisible();
  await page.reload();
  const steps = page.getByRole("list", { name: "Steps" });
  await expect(steps).toContainText("Ruth Adeyemi is not a member of Backend.");
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone", phone],
] as const) {
  test(`roles, departments, import, audit log and why, ${name}`, async ({ signIn }) => {
    const page = await signIn("greta.holm", options);
    const ready: Record<string, string | RegExp> = {
      "/admin/roles": "Use team chat",
      "/admin/departments": "DevOps",
      "/admin/import": "Drop a CSV file here",
      "/admin/audit": /^(Today|Yesterday)$/,
      "/admin/why?path=/backend": "Choose a person and what to ask about",
    };
    for (const [path, text] of Object.entries(ready)) {
      await page.goto(path);
      await expect(page.getByRole("main").getByText(text).first(), path).toBeVisible();
      await auditScreen(page, path);
    }
  });
}

/** The live connection of a page, to be cut and kept away; being offline alone lets a new WebSocket through. */
async function cuttable(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/realtime/, async (socket) => {
    if (isCut) return socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  // Where no WebSocket gets through it polls.
  await page.route(/realtime.*polling/, (route) => (isCut ? route.abort() : route.continue()));
  return {
    async cut() {
      isCut = true;
      for (const socket of open) await socket.close();
    },
    mend() {
      isCut = false;
    },
  };
}

/** A box of the matrix; its state shows as soon as it is ticked. */
async function tick(page: Page, name: string): Promise<void> {
  await page.getByRole("checkbox", { name }).click();
}

async function giveRole(admin: Page, person: string, role: string): Promise<void> {
  await admin.goto("/admin");
  await admin.getByLabel("Search users").fill(person);
  await admin.getByRole("button", { name: `Edit ${person}` }).click();
  const dialog = admin.getByRole("dialog", { name: `Edit ${person}` });
  await dialog.getByRole("combobox", { name: "Roles" }).click();
  await admin.getByRole("option", { name: role, exact: true }).click();
  await admin.keyboard.press("Escape");
  await expect(admin.getByRole("option")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toHaveCount(0);
}
