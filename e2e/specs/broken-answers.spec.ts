import { demoPassword } from "../../server/demo/sign-ins.ts";
import { expect, fillSignIn, test } from "../fixtures/test.ts";

/** Messages of browsers and libraries, and renderings of missing values. */
const raw =
  /cannot (read|destructure|convert)|is not (a function|iterable|defined|an object)|TypeError|SyntaxError|Unexpected (token|end)|JSON|undefined|\[object|\bNaN\b|Invalid Date/i;

test.describe("with responses that are not Atoll's", () => {
  // The browser's console says it all; people are not to.
  test.use({ allowConsole: /./ });

  test("no page crashes on malformed responses", async ({ signIn }) => {
    const page = await signIn("greta.holm");
    const broken = { json: {} as object | null };
    await page.route(/\/api\//, async (route) => {
      const { pathname } = new URL(route.request().url());
      const isNeeded = pathname === "/api/workspace" || pathname === "/api/auth/user";
      return isNeeded ? route.continue() : route.fulfill(broken);
    });
    for (const path of ["/admin", "/announcements", "/calendar", "/tasks", "/inbox", "/dashboard", "/chat"]) {
      await page.goto(path);
      await expect(page.getByText("Something went wrong").first(), path).toBeVisible();
      await expect(page.getByText(raw), path).toHaveCount(0);
    }
    broken.json = null;
    await page.goto("/admin/roles");
    await expect(page.getByText("Failed to fetch permissions")).toBeVisible();
  });

  test("signing in shows that there is no session", async ({ openBrowser }) => {
    const page = await openBrowser();
    await page.route(/\/api\/auth\/token/, (route) => route.fulfill({ json: {} }));
    await page.goto("/login");
    await fillSignIn(page, "ruth.adeyemi@pelicanworks.example", demoPassword);
    await expect(page.getByRole("alert")).toHaveText("Login failed: no session");
  });
});
