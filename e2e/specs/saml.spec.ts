import { randomUUID } from "node:crypto";
import { directoryRoutes } from "@atoll/contract/directories/routes";
import { signOnRoutes } from "@atoll/contract/directories/sign-on-routes";
import { samlPresets } from "@atoll/contract/directories/sign-on-schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import type { Client } from "../../server/test/client.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../../server/test/openid-provider.ts";
import { type SamlTestProvider, startSamlProvider } from "../../server/test/saml-provider.ts";
import { callAsAdministrator } from "../fixtures/administrator.ts";
import { startDemoServer } from "../fixtures/demo-server.ts";
import { freePort } from "../fixtures/free-port.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ allowConsole: /Failed to load resource: the server responded with a status of 40[013]/ });
test.describe.configure({ mode: "default" });

const email = "ruth.adeyemi@pelicanworks.example";
let atoll: Awaited<ReturnType<typeof startDemoServer>> | undefined;
let saml: SamlTestProvider | undefined;
let openId: OpenIdProvider | undefined;
let publicUrl: string;
let admin: Client;

test.beforeAll(async () => {
  const port = await freePort();
  publicUrl = `http://localhost:${port}`;
  const person = { email, name: "Ruth Adeyemi" };
  openId = await startOpenIdProvider({
    publicUrl,
    people: [{ ...person, subject: "1", emailVerified: true }],
  });
  saml = await startSamlProvider(
    async () => (await fetch(`${publicUrl}${signOnRoutes.getSamlMetadata.path}`)).text(),
    [{ ...person, nameId: "ruth" }],
  );
  atoll = await startDemoServer({
    ...{ ATOLL_DEMO: "1", PORT: String(port), ATOLL_PUBLIC_URL: publicUrl },
    ...{ ATOLL_OIDC_ISSUER: openId.issuer, ATOLL_OIDC_CLIENT_ID: openId.clientId },
    ...{ ATOLL_OIDC_CLIENT_SECRET: openId.clientSecret, ATOLL_OIDC_NAME: "Pelican OpenID" },
  });
  admin = await callAsAdministrator(publicUrl);
  await setUpSaml(saml);
});

test.afterAll(async () => {
  await atoll?.close();
  await saml?.close();
  await openId?.close();
});

async function setUpSaml({ metadataUrl }: SamlTestProvider): Promise<void> {
  const id = randomUUID();
  const params = { directoryId: id };
  await admin.call(directoryRoutes.createDirectory, { body: { id, name: "Pelican SAML", kind: "saml" } });
  const read = await admin.call(signOnRoutes.readSamlMetadata, { params, body: { url: metadataUrl } });
  const settings = {
    ...read.metadata,
    ...samlPresets.others,
    ...{
      hasVerifiedEmails: true,
      createsPending: false,
      mayStartAtProvider: false,
      wantsSignedResponse: false,
    },
  };
  const { directory } = await admin.call(signOnRoutes.setSamlSettings, {
    params,
    body: { version: 1, settings },
  });
  await admin.call(directoryRoutes.startDirectory, { params, body: { version: directory.version } });
}

test("signs in by SAML, and lands on the requested page", { tag: "@everyday" }, async ({ openBrowser }) => {
  const page = await openBrowser({ baseURL: publicUrl });
  await page.goto("/knowledge-base/faq");
  await page.getByRole("link", { name: "Continue with Pelican SAML" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${publicUrl}/knowledge-base/faq`);
  await expect(page.getByRole("button", { name: "Your account, Ruth Adeyemi" })).toBeVisible();
});

test("a logout at the OpenID provider ends the open page", async ({ openBrowser }) => {
  const page = await openBrowser({ baseURL: publicUrl });
  await page.goto("/tasks");
  await page.getByRole("link", { name: "Continue with Pelican OpenID" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Your account, Ruth Adeyemi" })).toBeVisible();
  const answer = await fetch(`${publicUrl}${identityRoutes.endSessionsByProvider.path}`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: (await openId?.signLogout({ sub: "1" })) ?? "" }),
  });
  expect(answer.status).toBe(200);
  // Nothing is pressed: the socket tells the page.
  await page.waitForURL("**/login**");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("a super administrator tries a sign-in and sees what came", async ({ openBrowser }) => {
  const page = await openBrowser({ baseURL: publicUrl });
  await page.goto("/admin/directories");
  await page.getByLabel("Email").fill("greta.holm@pelicanworks.example");
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Open Pelican SAML" }).click();
  await page.getByRole("button", { name: "Try a sign-in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This person has signed in before")).toBeVisible();
  await expect(page.getByText("ruth", { exact: true })).toBeVisible();
});
