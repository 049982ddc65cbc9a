import { auditScreen } from "../fixtures/audit-screen.ts";
import { expect, phone, test } from "../fixtures/test.ts";

const screens = [
  { name: "desktop", options: {} },
  { name: "phone", options: phone },
] as const;

const inside = {
  // A few screens each: auditing one in both themes takes a busy machine half a minute.
  "dashboard and tasks": ["/dashboard", "/tasks", "/tasks/matrix", "/tasks/analytics"],
  "calendar, announcements and inbox": [
    "/calendar?view=month",
    "/calendar?view=week",
    "/calendar?view=agenda",
    "/announcements",
    "/inbox",
  ],
  "search and settings": [
    "/search",
    "/search?q=from:kofi+freeze",
    "/settings",
    "/settings?view=account",
    "/settings?view=appearance",
  ],
  "the knowledge base": [
    "/knowledge-base",
    "/knowledge-base/faq",
    "/knowledge-base/sop",
    "/knowledge-base/articles",
    "/knowledge-base/onboarding",
    "/knowledge-base/onboarding?show=paths",
  ],
  boards: ["/brainstorm", "/brainstorm?new=swot"],
  chat: ["/chat"],
  "the design system": ["/design-system"],
};

// Pages of links are opened without one.
test.use({
  allowConsole: /status of 404 \(Not Found\) .*\/api\/(auth\/(invitations|password-resets)|mail)\//,
});

for (const { name, options } of screens) {
  test(`outside, ${name}`, async ({ openBrowser }) => {
    const page = await openBrowser(options);
    for (const path of ["/", "/login", "/join", "/forgot-password", "/reset-password", "/unsubscribe"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await auditScreen(page, path);
    }
  });

  for (const [where, paths] of Object.entries(inside)) {
    test(`inside, ${where}, ${name}`, async ({ signIn }) => {
      const page = await signIn("marisol.vega", options);
      for (const path of paths) {
        await page.goto(path);
        const main = page.getByRole("main");
        // A dialog that the address opens hides the page from assistive tech.
        const dialog = page.getByRole("dialog");
        await expect(main.or(dialog).getByRole("heading").first()).toBeVisible();
        // Elements that wait for it then become enabled, and change colour.
        const loading = main.getByRole("status").filter({ hasText: /^Loading/ });
        // The kit's own page shows what loading looks like.
        if (path !== "/design-system") await expect(loading).toHaveCount(0);
        // New cards wait for the arrangement; the button fades from one colour to another once it is there.
        const newCard = main.getByRole("button", { name: "New Card" }).first();
        if (path === "/dashboard") await expect(newCard).toBeEnabled();
        await auditScreen(page, path);
      }
    });
  }

  test(`the company in the administration, ${name}`, async ({ signIn }) => {
    const page = await signIn("greta.holm", options);
    await page.goto("/admin/company");
    await expect(page.getByLabel("Company name")).toBeVisible();
    await auditScreen(page, "/admin/company");
  });

  test(`a channel, ${name}`, async ({ signIn }) => {
    const page = await signIn("marisol.vega", options);
    await page.goto("/chat");
    await page
      .getByRole("link", { name: /^deploys/ })
      .first()
      .click();
    await expect(page.getByText("Staging is back on the new node pool.").last()).toBeVisible();
    await auditScreen(page, "a channel");
  });
}
