import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { startDemoServer } from "../fixtures/demo-server.ts";
import { aPicture } from "../fixtures/files.ts";
import { boxOf } from "../fixtures/tasks.ts";
import { expect, fillSignIn, phone, test } from "../fixtures/test.ts";

test.use({ toastSeconds: "60" });

const password = "first-tide-lantern-8";

test("guides the first administrator of an empty installation to a company with a name and a logo", {
  tag: "@everyday",
}, async ({ openBrowser }) => {
  const empty = await startDemoServer({
    ATOLL_ADMIN_EMAIL: "first@reef.example",
    ATOLL_ADMIN_PASSWORD: password,
  });
  try {
    const admin = await openBrowser({ baseURL: empty.url });
    // Nobody has said yet whose it is: the product's name does not stand for the company's.
    await admin.goto("/");
    await expect(admin.getByText("Atoll is where your company talks")).toBeVisible();
    await expect(admin).toHaveTitle("Atoll");
    await admin.goto("/login");
    await expect(admin.getByText("Hosted on our own servers")).toBeVisible();
    await fillSignIn(admin, "first@reef.example", password);
    await expect(admin.getByRole("heading", { level: 1, name: "Welcome, Administrator!" })).toBeVisible();

    // The dashboard leads there, and says how far it is.
    const notice = admin.getByRole("region", { name: "Set up your workspace" });
    await notice.getByRole("link", { name: "Begin" }).click();
    await expect(admin.getByRole("heading", { name: "Set up your workspace" })).toBeVisible();
    const step = (name: string) => admin.getByRole("listitem", { name });

    await step("Your name and address").getByRole("button", { name: "Enter details" }).click();
    await admin.getByLabel("Full name").fill("Ada Reef");
    await admin.getByRole("dialog").getByLabel("Email").fill("ada@reef.example");
    await admin.getByRole("button", { name: "Save", exact: true }).click();
    await expect(step("Your name and address").getByText("Done")).toBeVisible();
    await expect(admin.getByRole("button", { name: "Your account, Ada Reef" })).toBeVisible();

    await step("Name, logo and colour").getByRole("button", { name: "Choose" }).click();
    await expect(admin.getByLabel("Company name")).toBeFocused();
    await admin.keyboard.type("Reef & Sons");
    await admin.getByLabel("Colour", { exact: true }).fill("#ffe600");
    await expect(admin.getByText("darkened, so that it can be read")).toBeVisible();
    await admin.keyboard.press("Enter");
    await expect(admin.getByRole("link", { name: "Reef & Sons" })).toBeVisible();
    await expect(step("Name, logo and colour").getByText("Done")).toBeVisible();
    await expect(admin).toHaveTitle("Company · Reef & Sons");
    const primary = () =>
      admin.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--primary"));
    await expect.poll(primary).not.toBe("#0a7470");

    await admin.getByLabel("The company's logo").setInputFiles(aPicture("reef.png", 300, 120));
    await expect(admin.getByRole("button", { name: "Remove" })).toBeVisible();
    await expect(admin.locator('link[rel="icon"]')).toHaveAttribute("type", "image/png");

    await step("Departments").getByRole("button", { name: "Skip" }).click();
    await expect(step("Departments").getByText("Skipped")).toBeVisible();
    await step("Departments").getByRole("button", { name: "Bring back" }).click();
    await expect(step("Departments").getByRole("button", { name: "Skip" })).toBeVisible();
    await step("Departments").getByRole("button", { name: "Skip" }).click();
    const noa = await createEmployee(
      await callAsAdministrator(empty.url, { email: "ada@reef.example", password }),
      "Noa Lind",
    );
    await expect(step("People").getByText("Done")).toBeVisible();

    await step("A first channel").getByRole("button", { name: "New channel" }).click();
    await admin.getByLabel("Name", { exact: true }).fill("projects");
    await admin.getByRole("combobox", { name: "Search people" }).fill("Noa");
    await admin.getByRole("option", { name: /Noa Lind/ }).click();
    await admin.getByRole("button", { name: "Create Channel" }).click();
    // Another toast has the same button: somebody signed in as the administrator with a program.
    const created = admin.getByRole("group").filter({ hasText: "Channel projects created" });
    await created.getByRole("button", { name: "Open", exact: true }).click();
    await expect(admin.getByRole("heading", { level: 1, name: "projects" })).toBeVisible();
    await admin.goto("/admin/company");
    await expect(step("A first channel").getByText("Done")).toBeVisible();
    await expect(admin.getByRole("heading", { name: "Your workspace is set up" })).toBeVisible();

    // The sign-in page shows the company, on a phone too.
    const stranger = await openBrowser({ ...phone, baseURL: empty.url });
    await stranger.goto("/login");
    const home = stranger.getByRole("link", { name: "Reef & Sons" });
    await expect(home).toBeVisible();
    await expect(home.locator("img")).toHaveJSProperty("complete", true);
    await expect(home.locator("img")).toHaveJSProperty("naturalWidth", 512);
    expect(
      await stranger.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--primary")),
    ).toBe(await primary());
    // A newcomer is welcomed, and their first steps are done where they lead.
    await fillSignIn(stranger, noa.email, noa.password);
    await expect(stranger.getByRole("heading", { name: "Welcome to Reef & Sons" })).toBeVisible();
    const steps = stranger.getByRole("region", { name: "First steps" });
    await steps.getByRole("link", { name: "Say hello in projects" }).click();
    await stranger.getByRole("textbox", { name: "Message projects" }).fill("Hello from the pier");
    await stranger.getByRole("button", { name: "Send" }).click();
    await expect(stranger.getByRole("article").filter({ hasText: "Hello from the pier" })).toBeVisible();
    await stranger.goto("/dashboard");
    await expect(steps.getByRole("listitem").filter({ hasText: "Say hello" })).toContainText("Done:");
    // The place of the steps is reserved while they load, so that nothing moves when they come.
    const quick = stranger.getByRole("navigation", { name: "Quick actions" });
    const placeOf = async () => (await boxOf(quick)).y;
    await expect.poll(placeOf).toBeGreaterThan((await boxOf(steps)).y);
    const before = await placeOf();
    const held = Promise.withResolvers<void>();
    await stranger.route("**/api/channels/first", async (route) => {
      await held.promise;
      await route.continue();
    });
    await stranger.reload();
    await expect.poll(placeOf).toBeCloseTo(before, 0);
    await expect(steps).toBeHidden();
    held.resolve();
    await expect(steps).toBeVisible();
    expect(await placeOf()).toBeCloseTo(before, 0);
    await steps.getByRole("button", { name: "Hide the first steps" }).click();
    await stranger.reload();
    await expect(stranger.getByRole("heading", { name: "Welcome, Noa!" })).toBeVisible();
    await expect(steps).toBeHidden();
    // Before the server goes, of which both would complain.
    await stranger.close();
    await admin.close();
  } finally {
    await empty.close();
  }
});
