import { demoPassword } from "../../server/demo/sign-ins.ts";
import { expect, fillSignIn, test } from "../fixtures/test.ts";

test.describe("signing in", () => {
  // A refused sign-in is a 401 or 403, which Chromium reports by itself; so it does when somebody leaves before their
  // socket is open.
  test.use({
    allowConsole:
      /Failed to load resource: the server responded with a status of 40[13]|WebSocket is closed before the connection is established/,
  });

  test("signs in from the landing page to the dashboard, and out again", { tag: "@everyday" }, async ({
    openBrowser,
  }) => {
    const page = await openBrowser();
    await page.goto("/");
    await expect(page.getByText("No account yet?")).toBeVisible();
    await page.getByRole("link", { name: "Sign In" }).first().click();
    await expect(page.getByRole("heading", { name: "Welcome to Atoll" })).toBeVisible();
    await expect(
      page.getByText(
        "Don't have an account? Please contact a super administrator to create your employee login.",
      ),
    ).toBeVisible();
    await fillSignIn(page, "Ruth.Adeyemi@pelicanworks.example", demoPassword);
    await expect(page.getByRole("heading", { name: "Welcome back, Ruth!" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Welcome back, Ruth!" })).toBeVisible();
    await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/chat");
    await page.waitForURL("**/login**");
  });

  test("shows errors in the form, and clears a field's error when it is edited", async ({ openBrowser }) => {
    const page = await openBrowser();
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await expect(page.getByText("Password is required")).toBeVisible();
    await page.getByLabel("Email").fill("nobody");
    await expect(page.getByText("Email is required")).toBeHidden();
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await fillSignIn(page, "nobody@pelicanworks.example", "not the password");
    await expect(page.getByRole("alert").filter({ hasText: "Incorrect email or password." })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("nobody@pelicanworks.example");
  });

  test("tells a pending person that they are waiting for approval", async ({ openBrowser }) => {
    const page = await openBrowser();
    await page.goto("/login");
    await fillSignIn(page, "pavel.novotny@pelicanworks.example", demoPassword);
    await expect(
      page.getByText(
        "Your account is pending approval. Please contact a super administrator to assign you a role before you can access the system.",
      ),
    ).toBeVisible();
    await page.goto("/dashboard");
    await page.waitForURL("**/login**");
  });

  test("follows a deep link after signing in, and no link to another site", { tag: "@everyday" }, async ({
    openBrowser,
  }) => {
    const page = await openBrowser();
    await page.goto("/knowledge-base/faq");
    await page.waitForURL("**/login**");
    await fillSignIn(page, "aiko.tanabe@pelicanworks.example", demoPassword);
    await page.waitForURL("**/knowledge-base/faq");
    await page.goto("/login");
    await page.waitForURL("**/dashboard");
  });

  test("refuses return addresses of other sites", async ({ openBrowser }) => {
    const page = await openBrowser();
    await page.goto("/register");
    await page.waitForURL("**/login**");
    await expect(
      page.getByText(
        "Public registration is disabled. Please contact a super administrator to create your account.",
      ),
    ).toBeVisible();
    for (const unknown of ["/welcome", "/no/such/page"]) {
      await page.goto(unknown);
      await page.waitForURL((url) => url.pathname === "/");
    }
  });
});

test.describe("a session", () => {
  // The refusals that tell of its end, and a connection given up because of one.
  test.use({
    allowConsole:
      /Failed to load resource: the server responded with a status of 401|WebSocket is closed before the connection is established/,
  });

  test("notices a session that was ended on another device, and lets the person sign in again", {
    tag: "@everyday",
  }, async ({ openBrowser, server }) => {
    const page = await openBrowser();
    await page.goto("/login");
    await fillSignIn(page, "hanne.lindqvist@pelicanworks.example", demoPassword);
    await page.waitForURL("**/dashboard");
    const token = await page.evaluate(
      () =>
        Object.values(localStorage)
          .join("\n")
          .match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)?.[0],
    );
    const answer = await fetch(`${server.url}/api/auth/session`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(204);
    await page.waitForURL("**/login**");
  });
});
