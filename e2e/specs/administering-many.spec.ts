import { administrationRoutes } from "@atoll/contract/administration/routes";
import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { expect, fillSignIn, test } from "../fixtures/test.ts";

// Sessions are ended on purpose; Chromium reports each as a failed load.
test.use({ allowConsole: /Failed to load resource|WebSocket connection to/ });

test("several people are changed at once, and their department is merged into another", async ({
  signIn,
  openBrowser,
  server: { url },
}) => {
  const api = await callAsAdministrator(url);
  const mark = crypto.randomUUID().slice(0, 8);
  const ada = await createEmployee(api, `Ada ${mark}`);
  const bo = await createEmployee(api, `Bo ${mark}`);
  const harbour = await api.call(administrationRoutes.createDepartment, {
    body: { name: `Harbour ${mark}` },
  });
  await api.call(administrationRoutes.createDepartment, { body: { name: `Quay ${mark}` } });

  const adas = await openBrowser();
  await adas.goto("/login");
  await fillSignIn(adas, ada.email, ada.password);
  await adas.waitForURL("**/dashboard");
  const menu = adas.getByRole("navigation", { name: "Main" });

  const greta = await signIn("greta.holm");
  await greta.goto(`/admin?search=${mark}`);
  await greta.getByRole("checkbox", { name: "Select everybody on this page" }).check();
  const bar = greta.getByRole("toolbar", { name: "Selected people" });
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Departments" }).click();
  const dialog = greta.getByRole("dialog", { name: "Departments of 2 people" });
  await dialog.getByRole("combobox", { name: "Departments to add" }).click();
  await greta.getByRole("option", { name: `Harbour ${mark}` }).click();
  await greta.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Change 2 people" }).click();
  await expect(greta.getByText("2 people changed")).toBeVisible();
  await expect(menu.getByRole("link", { name: `Harbour ${mark}` })).toBeVisible();

  await greta.getByRole("link", { name: "Departments" }).click();
  await greta.getByRole("button", { name: `More for Harbour ${mark}` }).click();
  await greta.getByRole("menuitem", { name: "Merge into another" }).click();
  const question = greta.getByRole("alertdialog", { name: `Merge Harbour ${mark}` });
  await expect(question.getByRole("list", { name: "What is in it" })).toContainText("2 people");
  await question.getByRole("combobox", { name: "Merge into" }).click();
  await greta.getByRole("option", { name: `Quay ${mark}` }).click();
  await question.getByRole("button", { name: `Merge into Quay ${mark}` }).click();
  await expect(greta.getByRole("button", { name: `2 members of Quay ${mark}` })).toBeVisible();
  await expect(greta.getByRole("button", { name: `More for ${harbour.department.name}` })).toHaveCount(0);
  await expect(menu.getByRole("link", { name: `Quay ${mark}` })).toBeVisible();
  await expect(menu.getByRole("link", { name: `Harbour ${mark}` })).toHaveCount(0);

  // An old link leads on, for who is in the other one now.
  await adas.goto(`/${harbour.department.slug}`);
  await adas.waitForURL(`**/quay-${mark}`);

  // Together with oneself: the others are disabled, and oneself is named.
  await greta.goto(`/admin?search=${mark}`);
  await greta.getByRole("checkbox", { name: `Select ${ada.name}` }).check();
  await greta.getByRole("checkbox", { name: `Select ${bo.name}` }).check();
  await greta.getByLabel("Search users").fill("greta.holm");
  await greta.getByRole("checkbox", { name: "Select Greta Holm" }).check();
  await bar.getByRole("button", { name: "Disable" }).click();
  await greta
    .getByRole("alertdialog", { name: "Disable 3 people" })
    .getByRole("button", { name: "Disable 3 people" })
    .click();
  const told = greta.getByRole("dialog", { name: "1 person could not be changed" });
  await expect(told.getByRole("listitem")).toHaveText("Greta HolmYou cannot do this to your own account.");
  await adas.waitForURL("**/login**");
  await expect(adas.getByRole("alert")).toContainText("Your account is disabled.");
});

test("a person with only the audit permission is taken to the audit log", async ({ signIn }) => {
  const viktor = await signIn("viktor.dimitrov");
  await viktor.goto("/dashboard");
  await viktor.getByRole("link", { name: "Audit log" }).click();
  await expect(viktor.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect(viktor.getByRole("button", { name: "Download CSV" })).toBeVisible();
  await viktor.goto("/admin");
  await expect(viktor.getByRole("heading", { name: "Access Denied" })).toBeVisible();
});
