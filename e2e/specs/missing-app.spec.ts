import { demoPassword } from "../../server/demo/sign-ins.ts";
import { expect, giveSession, test } from "../fixtures/test.ts";

test.use({ allowConsole: /Failed to load resource: net::ERR_/ });

test("says that the app could not load when its script does not come, and tries again", async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await giveSession(page, "ruth.adeyemi@pelicanworks.example", demoPassword);
  await page.route("**/assets/core-*.js", (route) => route.abort());
  await page.goto("/dashboard?from=mail");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Atoll could not load. Check your connection, then try again.");
  await page.unroute("**/assets/core-*.js");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("says so after twenty seconds when the script does not answer, and takes it back once the app shows", async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await page.clock.install();
  await giveSession(page, "ruth.adeyemi@pelicanworks.example", demoPassword);
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/assets/core-*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect(page.locator("#root")).toBeAttached();
  await page.clock.fastForward(21_000);
  await expect(page.getByText("Atoll could not load.")).toBeVisible();
  letGo();
  await expect(page.getByText("Atoll could not load.")).toHaveCount(0);
});

test("goes on without the code of the chat, says so where the chat would be, and tries again by itself", async ({
  signIn,
}) => {
  const page = await signIn("ruth.adeyemi");
  const code = "**/assets/chat-session-*.js";
  const failure = page.getByRole("main").getByText("This part of the page could not be loaded.");
  const chats = page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: /^general/ });
  await page.route(code, (route) => route.abort());
  await page.goto("/dashboard");
  await expect(failure).toBeVisible();
  await page.goto("/chat");
  await expect(failure).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(failure).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
  await page.unroute(code);
  await page.goBack();
  await expect(chats).toBeVisible({ timeout: 40_000 });
});
