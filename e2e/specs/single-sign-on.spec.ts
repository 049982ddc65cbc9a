import { type OpenIdProvider, startOpenIdProvider } from "../../server/test/openid-provider.ts";
import { startDemoServer } from "../fixtures/demo-server.ts";
import { freePort } from "../fixtures/free-port.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ allowConsole: /Failed to load resource: the server responded with a status of 40[013]/ });
// One server for all of them.
test.describe.configure({ mode: "default" });

let atoll: Awaited<ReturnType<typeof startDemoServer>> | undefined;
let provider: OpenIdProvider | undefined;
let publicUrl: string;

test.beforeAll(async () => {
  const port = await freePort();
  publicUrl = `http://localhost:${port}`;
  provider = await startOpenIdProvider({
    publicUrl,
    people: [
      { subject: "1", email: "ruth.adeyemi@pelicanworks.example", emailVerified: true },
      { subject: "2", email: "nobody.yet@pelicanworks.example", emailVerified: true },
      { subject: "3", email: "pavel.novotny@pelicanworks.example", emailVerified: true },
    ],
  });
  atoll = await startDemoServer({
    ATOLL_DEMO: "1",
    PORT: String(port),
    ATOLL_PUBLIC_URL: publicUrl,
    ATOLL_OIDC_ISSUER: provider.issuer,
    ATOLL_OIDC_CLIENT_ID: provider.clientId,
    ATOLL_OIDC_CLIENT_SECRET: provider.clientSecret,
    ATOLL_OIDC_NAME: "Pelican Works",
  });
});

test.afterAll(async () => {
  await atoll?.close();
  await provider?.close();
});

test("single sign-on leads to the requested page", { tag: "@everyday" }, async ({ openBrowser }) => {
  const page = await openBrowser({ baseURL: publicUrl });
  await page.goto("/knowledge-base/faq");
  await page.getByRole("link", { name: "Continue with Pelican Works" }).click();
  await page.getByLabel("Email").fill("ruth.adeyemi@pelicanworks.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${publicUrl}/knowledge-base/faq`);
  await expect(page.getByRole("button", { name: "Your account, Ruth Adeyemi" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Your account, Ruth Adeyemi" })).toBeVisible();

  // The sign-in link works once. Going back to it leads nowhere else.
  await page.goto("/login?single-sign-on=done");
  await page.waitForURL("**/dashboard");
});

for (const { email, text } of [
  { email: "nobody.yet", text: "There is no account for this person." },
  { email: "pavel.novotny", text: "Your account is pending approval." },
  { email: "unknown.there", text: "Signing in through your company did not work. Please try again." },
]) {
  test(`${email} sees why they cannot sign in`, async ({ openBrowser }) => {
    const page = await openBrowser({ baseURL: publicUrl });
    await page.goto("/login");
    await page.getByRole("link", { name: "Continue with Pelican Works" }).click();
    await page.getByLabel("Email").fill(`${email}@pelicanworks.example`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/login?single-sign-on=**");
    await expect(page.getByRole("alert")).toContainText(text);
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  });
}

test("refuses a return without a started sign-on, and the password still works", async ({ openBrowser }) => {
  const page = await openBrowser({ baseURL: publicUrl });
  await page.goto("/login?single-sign-on=done&origin=/chat");
  await expect(page.getByRole("alert")).toHaveText(
    "Signing in through your company did not work. Please try again.",
  );
  await expect(page.getByRole("link", { name: "Continue with Pelican Works" })).toHaveAttribute(
    "href",
    "/api/auth/single-sign-on/start?origin=%2Fchat",
  );
});

/** The provider must know where Atoll is before either has started. */
