import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { startDemoServer } from "../fixtures/demo-server.ts";
import { expect, giveSession, test } from "../fixtures/test.ts";

const password = "first-tide-lantern-8";

test("an empty knowledge base offers authors to write a page, and others the community", async ({
  openBrowser,
}) => {
  const empty = await startDemoServer({
    ATOLL_ADMIN_EMAIL: "first@reef.example",
    ATOLL_ADMIN_PASSWORD: password,
  });
  try {
    const admin = await openBrowser({ baseURL: empty.url });
    await giveSession(admin, "first@reef.example", password, empty.url);

    await admin.goto("/knowledge-base");
    await expect(admin.getByText("Nothing is published yet")).toBeVisible();
    await admin.getByRole("button", { name: "New Article" }).last().press("Enter");
    await expect(admin.getByRole("dialog", { name: "New article" })).toBeVisible();
    await admin.keyboard.press("Escape");
    for (const [path, button, dialog] of [
      ["/knowledge-base/articles", "New Article", "New article"],
      ["/knowledge-base/sop", "New SOP", "New SOP"],
      ["/knowledge-base/faq", "New Answer", "New answer"],
      ["/knowledge-base/onboarding?show=paths", "New Path", "New path"],
    ] as const) {
      await admin.goto(path);
      await admin.getByRole("button", { name: button }).last().press("Enter");
      await expect(admin.getByRole("dialog", { name: dialog }), path).toBeVisible();
    }
    const { email, password: own } = await createEmployee(
      await callAsAdministrator(empty.url, { email: "first@reef.example", password }),
      "Noa Reed",
    );
    const noa = await openBrowser({ baseURL: empty.url });
    await giveSession(noa, email, own, empty.url);
    for (const path of ["", "/articles", "/articles?show=archived", "/sop?show=draft", "/faq"]) {
      await noa.goto(`/knowledge-base${path}`);
      await expect(noa.getByRole("link", { name: "Ask a question" }), path).toBeVisible();
    }
    await expect(noa.getByRole("button", { name: /^New/ })).toHaveCount(0);
    await noa.getByRole("link", { name: "Ask a question" }).click();
    await expect(noa).toHaveURL(/\/community-faqs\/ask/);
    // Before the server goes, of which both would complain.
    await noa.close();
    await admin.close();
  } finally {
    await empty.close();
  }
});

test.describe("while the server fails", () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test("a draft and the list of paths show an error, and open once the server is back", async ({
    signIn,
  }) => {
    const dev = await signIn("dev.raghunathan");
    const broken = {
      status: 500,
      json: { error: { code: "internal_error", message: "Something went wrong" } },
    };
    let isDown = true;
    const fail = (pattern: RegExp) =>
      dev.route(pattern, (route) => (isDown ? route.fulfill(broken) : route.continue()));
    await fail(/\/api\/documents/);
    await dev.goto("/knowledge-base/articles?new=1");
    await dev.getByRole("textbox", { name: "Title" }).fill(`Storm notes ${Date.now()}`);
    await dev.keyboard.press("Enter");
    await expect(dev.getByRole("alert")).toContainText("Something went wrong");
    isDown = false;
    await expect(dev.getByRole("textbox", { name: "Text" })).toBeVisible();

    isDown = true;
    const marisol = await signIn("marisol.vega");
    await marisol.route(/\/api\/onboarding\/paths/, (route) =>
      isDown ? route.fulfill(broken) : route.continue(),
    );
    await marisol.goto("/knowledge-base/onboarding?show=paths");
    const again = marisol.getByRole("button", { name: "Try Again" });
    await expect(again).toBeVisible({ timeout: 20_000 });
    isDown = false;
    await again.click();
    await expect(marisol.getByRole("link", { name: "Partner lead" })).toBeVisible();

    await marisol.goto(`/knowledge-base/onboarding/${crypto.randomUUID()}`);
    await expect(marisol.getByText("This path no longer exists")).toBeVisible({ timeout: 20_000 });
    await marisol.getByRole("link", { name: "All paths" }).click();
    await expect(marisol.getByRole("link", { name: "Partner lead" })).toBeVisible();
  });
});
