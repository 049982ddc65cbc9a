import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { BrowserContext, Page, Request } from "@playwright/test";
import { authenticatorCode } from "../../server/test/authenticator.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { callAsAdministrator, createEmployee, type Employee } from "../fixtures/administrator.ts";
import { expect, fillSignIn, giveSession, test } from "../fixtures/test.ts";

// Refusals are what these journeys are about, and Chromium reports each; an ended session also cuts its socket.
test.use({
  allowConsole:
    /Failed to load resource: the server responded with a status of 40[0134]|WebSocket is closed before the connection is established/,
});

const ended = "Your session has ended. Please sign in again.";

test("two tabs share one refresh, and both go on with its token", { tag: "@everyday" }, async ({
  openBrowser,
  server,
}) => {
  const person = await createEmployee(await callAsAdministrator(server.url), "Ines Marlow");
  const first = await enter(await openBrowser(), person);
  const context = first.context();
  const second = await context.newPage();
  await second.goto("/dashboard");
  await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
  const refreshes: Request[] = [];
  context.on("request", (request) => {
    if (request.url().includes("grant_type=refresh_token")) refreshes.push(request);
  });

  const before = await tokens(first);
  await ageTokens(context, server.url);
  await lookAtTokens(first, second);
  await expect.poll(() => tokens(first)).not.toEqual(before);
  const after = await tokens(first);
  for (const tab of [first, second]) {
    const asked = tab.waitForRequest((request) => request.url().endsWith("/api/auth/sessions"));
    await openSettings(tab);
    expect((await asked).headers().authorization).toBe(`Bearer ${after.accessToken}`);
    await expect(tab.getByText("This device")).toBeVisible();
  }
  expect(refreshes).toHaveLength(1);
});

test("an old refresh token in other hands ends the session on every screen", async ({
  openBrowser,
  server,
}) => {
  const person = await createEmployee(await callAsAdministrator(server.url), "Otto Brandis");
  const first = await enter(await openBrowser(), person);
  const second = await first.context().newPage();
  await second.goto("/chat");
  await expect(second.getByRole("heading", { level: 1 })).toBeAttached();
  const stolen = await tokens(first);
  await ageTokens(first.context(), server.url);
  await lookAtTokens(first, second);
  await expect.poll(() => tokens(first)).not.toEqual(stolen);

  const answer = await fetch(`${server.url}/api/auth/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "somebody else's browser" },
    body: JSON.stringify({ refreshToken: stolen.refreshToken }),
  });
  expect(answer.status).toBe(401);
  for (const tab of [first, second]) {
    await tab.waitForURL("**/login**");
    await expect(tab.getByText(ended)).toBeVisible();
  }
});

test("a second factor: set up, asked for, replaced by a recovery code, removed", {
  tag: "@everyday",
}, async ({ openBrowser, server }) => {
  const person = await createEmployee(await callAsAdministrator(server.url), "Lena Sorokin");
  const page = await enter(await openBrowser(), person);
  await openSettings(page);
  await page.getByRole("button", { name: "Set up" }).click();
  const { secret, recoveryCodes } = await setUp(page, person);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(
    page.getByRole("region", { name: "Second factor" }).getByText("On", { exact: true }),
  ).toBeVisible();

  const other = await openBrowser();
  await other.goto("/login");
  await fillSignIn(other, person.email, person.password);
  await expect(other.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(other, "the second step of signing in");
  await other.keyboard.type("000000");
  await other.keyboard.press("Enter");
  await expect(other.getByText("Incorrect code. Enter the code that your app shows now.")).toBeVisible();
  await other.getByLabel("Code", { exact: true }).fill(authenticatorCode(secret, 1));
  await other.getByRole("button", { name: "Sign In" }).click();
  await other.waitForURL("**/dashboard");

  const withoutPhone = await openBrowser();
  await withoutPhone.goto("/settings?view=account");
  await fillSignIn(withoutPhone, person.email, person.password);
  await withoutPhone.getByRole("button", { name: "Use a recovery code" }).click();
  await withoutPhone.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await withoutPhone.keyboard.press("Enter");
  await expect(withoutPhone.getByText("This device")).toBeVisible();

  await withoutPhone.getByRole("button", { name: "Remove" }).click();
  const dialog = withoutPhone.getByRole("dialog");
  await dialog.getByLabel("Current password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog.getByLabel("Code", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Code", { exact: true }).fill(recoveryCodes[1] ?? "");
  await dialog.getByRole("button", { name: "Remove" }).click();
  // The news reaches the page where it was set up as well.
  await expect(
    page.getByRole("region", { name: "Second factor" }).getByText("Off", { exact: true }),
  ).toBeVisible();
});

test("a role that requires a second factor blocks everything until it is set up", async ({
  openBrowser,
  server,
}) => {
  const admin = await callAsAdministrator(server.url);
  const person = await createEmployee(admin, "Bruno Castell");
  const { role } = await admin.call(administrationRoutes.createRole, {
    body: { name: `Treasurer ${crypto.randomUUID().slice(0, 8)}` },
  });
  const page = await enter(await openBrowser(), person);
  await openSettings(page);
  const { user } = await admin.call(administrationRoutes.getUser, { params: { userId: person.id } });
  await admin.call(administrationRoutes.updateUser, {
    params: { userId: person.id },
    body: { version: user.version, roleIds: [...user.roles.map(({ id }) => id), role.id] },
  });
  await expect(page.getByRole("region", { name: "Account" }).getByText(role.name)).toBeVisible();
  await admin.call(administrationRoutes.updateRole, {
    params: { roleId: role.id },
    body: { version: role.version, requiresSecondFactor: true },
  });

  const needed = page.getByText(
    "Your role requires two-factor authentication. Set up an authenticator app to continue.",
  );
  await expect(needed).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  for (const path of ["/dashboard", "/chat", "/settings?view=account"]) {
    await page.goto(path);
    await expect(needed, path).toBeVisible();
    await expect(page.getByRole("button"), path).toHaveText(["Sign Out", "Show password", "Continue"]);
  }
  await expectAccessible(page, "the set-up that a role asks for");
  await setUp(page, person);
  await expect(page.getByText("This device")).toBeVisible();
  const factor = page.getByRole("region", { name: "Second factor" });
  await expect(
    factor.getByText("Your role requires two-factor authentication, so you cannot remove it."),
  ).toBeVisible();
  await expect(factor.getByRole("button")).toHaveCount(0);
});

test("another browser's session is ended from the list, and then all of them", async ({
  openBrowser,
  server,
}) => {
  const person = await createEmployee(await callAsAdministrator(server.url), "Mira Holloway");
  const own = await enter(await openBrowser(), person);
  const phone = await enter(await openBrowser({ userAgent: iPhone }), person);
  await openSettings(own);
  await expectAccessible(own, "/settings?view=account");
  const devices = own.getByRole("region", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await devices.getByRole("button", { name: "Sign Out of Safari on iPhone" }).click();
  await phone.waitForURL("**/login**");
  await expect(phone.getByText(ended)).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(1);

  const third = await enter(await openBrowser(), person);
  await devices.getByRole("button", { name: "Sign out everywhere" }).click();
  await own.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await third.waitForURL("**/login**");
  await own.waitForURL((url) => url.pathname === "/");
  await own.goto("/settings?view=account");
  await own.waitForURL("**/login**");
});

test("a new password ends the other browser's session, and the old one lets nobody in", async ({
  openBrowser,
  server,
}) => {
  const person = await createEmployee(await callAsAdministrator(server.url), "Jasper Okoro");
  const own = await enter(await openBrowser(), person);
  const other = await enter(await openBrowser(), person);
  await openSettings(own);
  const change = async (current: string, next: string) => {
    await own.getByLabel("Current password", { exact: true }).fill(current);
    await own.getByLabel("New password", { exact: true }).fill(next);
    await own.getByRole("button", { name: "Change password" }).click();
  };
  await change("not the password", "eight herons on a pier");
  await expect(own.getByText("Current password is incorrect")).toBeVisible();
  await change(person.password, "eight herons on a pier");
  await other.waitForURL("**/login**");
  await expect(own.getByText("Password changed. Your other sessions have ended.")).toBeVisible();
  await expect(own.getByRole("region", { name: "Devices" }).getByRole("listitem")).toHaveCount(1);

  await fillSignIn(other, person.email, person.password);
  await expect(other.getByText("Incorrect email or password.")).toBeVisible();
  await fillSignIn(other, person.email, "eight herons on a pier");
  await other.waitForURL("**/dashboard");
});

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

async function enter(page: Page, { email, password }: Employee): Promise<Page> {
  await giveSession(page, email, password);
  await page.goto("/dashboard");
  return page;
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.getByRole("tab", { name: "Account and devices" }).click();
}

/** Goes through the steps of the set-up, wherever they are shown. */
async function setUp(
  page: Page,
  { password }: Employee,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const form = page.locator("form").filter({ hasText: "First confirm that it is you." });
  await form.getByLabel("Current password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  const secret = shown?.replaceAll(" ", "") ?? "";
  await page.getByLabel("Code", { exact: true }).fill(authenticatorCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  const recoveryCodes = await list.allTextContents();
  await page.getByRole("button", { name: "I have kept them" }).click();
  return { secret, recoveryCodes };
}

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

function tokens(page: Page): Promise<Tokens> {
  return page.evaluate(() => {
    const { accessToken, refreshToken } = JSON.parse(localStorage.getItem("atoll.session.token") ?? "{}");
    return { accessToken, refreshToken };
  });
}

/** Makes the browser believe that the access token came long ago. From a page of its own: tabs hear of each other. */
async function ageTokens(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/api/workspace`);
  await page.evaluate(() => {
    const key = "atoll.session.token";
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}");
    const lifetimeMs = stored.expiresInSeconds * 1000;
    localStorage.setItem(key, JSON.stringify({ ...stored, receivedAt: Date.now() - lifetimeMs + 60_000 }));
  });
  await page.close();
}

/** Simulates a timer tick: visible tabs check whether their token has expired. */
async function lookAtTokens(...tabs: Page[]): Promise<void> {
  await Promise.all(
    tabs.map((tab) => tab.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))),
  );
}
