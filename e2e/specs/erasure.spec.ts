import { administrationRoutes } from "@atoll/contract/administration/routes";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { auditScreen } from "../fixtures/audit-screen.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a super administrator erases a person, and sees it done", async ({ signIn, server: { url } }) => {
  const admin = await callAsAdministrator(url);
  const person = await createEmployee(admin, "Ottoline Marsh");
  await admin.call(administrationRoutes.disableUser, { params: { userId: person.id } });
  const greta = await signIn("greta.holm", phone);
  await greta.goto("/admin/retention");
  const card = greta.getByRole("region", { name: "Erased people" });
  await card.getByRole("button", { name: "Erase a person" }).click();
  const choice = greta.getByRole("dialog", { name: "Erase a person" });
  await choice.getByRole("combobox", { name: "Search people" }).fill("marsh");
  await choice.getByRole("option", { name: /Ottoline Marsh/ }).click();
  const dialog = greta.getByRole("dialog", { name: "Erase Ottoline Marsh" });
  await expect(dialog.getByRole("region", { name: "Goes" })).toContainText("Name, address and picture");
  await auditScreen(greta, "the dialog of an erasure");
  await dialog.getByRole("radio", { name: /Delete it/ }).check();
  await dialog.getByLabel("Name of the person").fill("Ottoline Marsh");
  await dialog.getByLabel("Current password").fill(demoPassword);
  await dialog.getByRole("button", { name: "Erase", exact: true }).click();
  await expect(card.getByText(/^Erased with what they wrote/)).toBeVisible();
});
