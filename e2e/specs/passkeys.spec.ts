import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { expect, fillSignIn, test } from "../fixtures/test.ts";

// The password is refused on purpose, and an ended session cuts its socket.
test.use({
  allowConsole:
    /Failed to load resource: the server responded with a status of 40[01]|WebSocket is closed before the connection is established/,
});

/** Gives a page a device that holds passkeys and whose owner always touches it. */
async function giveDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, made the only way in, and lets its owner in alone", async ({
  openBrowser,
  server,
}) => {
  const person = await createEmployee(await callAsAdministrator(server.url), "Noor Halvorsen");
  // Browsers make passkeys for names, not for numbers.
  const home = server.url.replace("127.0.0.1", "localhost");
  const page = await openBrowser();
  await giveDevice(page);
  await page.goto(`${home}/login`);
  await fillSignIn(page, person.email, person.password);
  await page.waitForURL("**/dashboard");

  await page.goto(`${home}/settings?view=account`);
  const card = page.getByRole("region", { name: "Passkeys" });
  await card.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password", { exact: true }).fill(person.password);
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(card.getByText("Laptop")).toBeVisible();
  await expectAccessible(page, "a passkey in the settings");

  await card.getByRole("button", { name: "Require a passkey" }).click();
  await dialog.getByLabel("Current password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Require a passkey" }).click();
  await expect(card.getByRole("button", { name: "Allow my password" })).toBeVisible();

  await signOut(page);
  await fillSignIn(page, person.email, person.password);
  await expect(
    page.getByText("Sign in with your passkey: the password alone does not let you in."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/dashboard");

  await signOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/dashboard");
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto(new URL("/login", page.url()).href);
}
