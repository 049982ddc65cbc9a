import { expect, test } from "../fixtures/test.ts";

test("a member opens their departments, and is redirected from others", { tag: "@everyday" }, async ({
  signIn,
}) => {
  const page = await signIn("tomasz.wilk");
  await page.goto("/dashboard");
  const main = page.getByRole("navigation").first();
  await expect(main.getByRole("link", { name: "Backend" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Frontend" })).toHaveCount(0);
  await page.goto("/backend/schema");
  await expect(page.getByRole("heading", { name: "Schema" })).toBeVisible();
  await page.goto("/frontend/bugs");
  await page.waitForURL("**/backend**");
  await expect(page.getByText("There is no page at that address, or it is not for you.")).toBeVisible();
  await page.goto("/sensitive-data");
  await expect(page.getByRole("heading", { name: "Sensitive data" })).toBeVisible();
});

test("the admin panel is refused to a member and open to an administrator", { tag: "@everyday" }, async ({
  signIn,
}) => {
  const member = await signIn("aiko.tanabe");
  await member.goto("/dashboard");
  await expect(member.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(member.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await member.goto("/admin");
  await expect(member.getByText("Access Denied")).toBeVisible();
  await expect(member.getByText("You don't have permission to access the admin panel.")).toBeVisible();
  await member.getByRole("button", { name: "Go Back" }).click();
  await member.waitForURL((url) => url.pathname !== "/admin");

  const admin = await signIn("marisol.vega");
  await admin.goto("/dashboard");
  await admin.getByRole("link", { name: "Admin" }).click();
  await admin.waitForURL("**/admin");
  await expect(admin.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  // Administrators manage departments, so that their browser asks first whether there is one at the address.
  await admin.goto("/nonsense/abc");
  await admin.waitForURL((url) => url.pathname === "/");
  await expect(admin.getByText("There is no page at that address, or it is not for you.")).toBeVisible();
});

const pages = {
  "work and chat": [
    "/dashboard",
    "/ask-ai",
    "/ideas",
    "/chat",
    "/chat?view=mentions",
    "/chat?view=starred",
    "/brainstorm",
    "/search?q=harbour",
  ],
  "time and tasks": [
    "/calendar",
    "/calendar/analytics",
    "/tasks",
    "/tasks/matrix",
    "/tasks/analytics",
    "/tasks?new=1",
    "/announcements",
  ],
  "what is known": [
    "/community-faqs",
    "/knowledge-base",
    "/knowledge-base/faq",
    "/knowledge-base/sop",
    "/knowledge-base/onboarding",
    "/sensitive-data",
  ],
  departments: [
    "/business-development",
    "/business-development/pipeline",
    "/business-development/outreach",
    "/business-development/proposals",
    "/business-development/market",
    "/marketing/calendar",
    "/marketing/seo",
    "/marketing/campaigns",
    "/marketing/case-studies",
  ],
  "the workspace itself": ["/admin", "/design-system", "/settings"],
};

for (const [area, paths] of Object.entries(pages)) {
  test(`every page of the route table answers behind its guard: ${area}`, async ({ signIn }) => {
    const page = await signIn("marisol.vega");
    for (const path of paths) {
      await page.goto(path);
      // One opens a dialog, behind which the page is nobody's to read.
      const shown = page.getByRole("main").or(page.getByRole("dialog"));
      await expect(shown.getByRole("heading").first(), path).toBeVisible();
      expect(new URL(page.url()).pathname, path).toBe(path.split("?")[0]);
    }
  });
}

test("opens a list by a deep link from the dashboard or a department, in any case", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  await page.goto("/dashboard/tasks?status=todo&sort=due");
  await page.waitForURL((url) => url.pathname === "/tasks" && url.searchParams.get("sort") === "due");
  await page.goto("/Marketing/seo");
  await page.waitForURL("**/marketing/seo");
  await page.goto("/marketing/announcements");
  await page.waitForURL("**/announcements");
  await expect(page.getByRole("heading", { level: 1, name: "Announcements" })).toBeVisible();
});

test("revalidates files that can change, and caches those that cannot", async ({ page, server }) => {
  const cachingOf = async (path: string) =>
    (await page.request.get(`${server.url}${path}`)).headers()["cache-control"];
  expect(await cachingOf("/chat")).toBe("no-cache");
  expect(await cachingOf("/api/manifest")).toBe("no-store");
  expect(await cachingOf("/icons/icon.svg")).toBe("public, max-age=86400");
  const html = await (await page.request.get(`${server.url}/chat`)).text();
  const script = /src="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? "";
  expect(await cachingOf(script)).toBe("public, max-age=31536000, immutable");
});
