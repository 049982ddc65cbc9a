import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Page, Route } from "@playwright/test";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, test } from "../fixtures/test.ts";

// The last step asks without a connection.
test.use({ allowConsole: /net::ERR_|WebSocket/ });

test("shows results from the browser at once and in place, and a late response replaces nothing", async ({
  signIn,
  server,
}) => {
  const people = { owner: "ruth.adeyemi", member: "tomasz.wilk" };
  const channel = await createPrivateChannel(server.url, people, "bollard-watch");
  const title = "Bollards of the outer quay";
  for (const one of [title, "Bollards to paint"])
    await channel.member.call(taskRoutes.createTask, { body: { id: crypto.randomUUID(), title: one } });
  const page = await signIn("tomasz.wilk");
  await page.goto("/chat");
  await expect(page.getByRole("link", { name: /^bollard-watch/ }).first()).toBeVisible();

  await test.step("the palette", async () => {
    const palette = page.getByRole("dialog", { name: "Go anywhere" });
    await standsStill(page, title, async () => {
      await page.keyboard.press("ControlOrMeta+k");
      await expect(palette.getByRole("combobox")).toBeFocused();
    });
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
  });

  await test.step("the box in the header", async () => {
    // Nothing is known of this text from before.
    await page.reload();
    await expect(page.getByRole("link", { name: /^bollard-watch/ }).first()).toBeVisible();
    await standsStill(page, title, () =>
      page.getByRole("banner").getByLabel("Search people, messages, tasks").focus(),
    );
    // Enter would search everything; one arrow down is the first thing found.
    const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await expect(options.first()).toHaveText('Search everything for "bollard"');
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
  });

  await test.step("a late response to an older query", async () => {
    await page.goto("/search");
    const field = page.getByRole("main").getByRole("combobox", { name: "Search people, messages, tasks" });
    const results = page.getByRole("listbox", { name: "Results" }).getByRole("option");
    const older = await holdAnswers(page, (url) => url.searchParams.get("query") === "bollards");
    await field.fill("bollards");
    const held = await older.first;
    await field.fill("bollards paint");
    await expect(results).toHaveCount(1);
    await older.release();
    // It has arrived, or the browser has given it up.
    await held.request().response();
    await expect(results).toHaveCount(1);
    await expect(results).toContainText("Bollards to paint");
    await expect(page).toHaveURL(/q=bollards\+paint|q=bollards%20paint/);
  });

  await test.step("distinguishes a failed search from one without results", async () => {
    const palette = page.getByRole("dialog", { name: "Go anywhere" });
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.context().setOffline(true);
    await page.keyboard.type("breakwater");
    await expect(palette.getByText("The server cannot be reached").first()).toBeVisible();
    await expect(palette.getByRole("option")).toHaveText(['Search everything for "breakwater"']);
    await expect(palette.getByText("No results found")).toHaveCount(0);
  });
});

/** Types where `open` leads: the chat that is held is there before the server has answered, and does not move when it does. */
async function standsStill(page: Page, fromServer: string, open: () => Promise<void>): Promise<void> {
  const answers = await holdAnswers(page, (url) => url.pathname.startsWith("/api/search/suggestions"));
  const people = await holdAnswers(page, (url) => url.pathname.startsWith("/api/people"));
  await open();
  await page.keyboard.type("bollard");
  await answers.first;
  const options = page.getByRole("option");
  await expect(options.filter({ hasText: "bollard-watch" })).toBeVisible();
  await expect(options.filter({ hasText: fromServer })).toHaveCount(0);
  const before = await placesOf(page);
  await people.release();
  await answers.release();
  await expect(options.filter({ hasText: fromServer })).toBeVisible();
  const after = await placesOf(page);
  for (const [text, top] of before) expect(after.get(text), text).toBe(top);
}

/** Where each row stands, by what it says. */
async function placesOf(page: Page): Promise<Map<string, number>> {
  return new Map(
    await page
      .getByRole("option")
      .evaluateAll((rows) =>
        rows.map((row): [string, number] => [
          row.textContent ?? "",
          Math.round(row.getBoundingClientRect().top),
        ]),
      ),
  );
}

/** Keeps back what the server answers to some requests until they are released. */
async function holdAnswers(page: Page, isHeld: (url: URL) => boolean) {
  const first = Promise.withResolvers<Route>();
  const released = Promise.withResolvers<void>();
  const going: Promise<void>[] = [];
  const take = (route: Route) => {
    first.resolve(route);
    // A request that the browser has aborted is dropped.
    going.push(released.promise.then(() => route.continue().catch(() => undefined)));
  };
  await page.route(isHeld, take);
  return {
    first: first.promise,
    async release() {
      released.resolve();
      await Promise.all(going);
      await page.unroute(isHeld, take);
    },
  };
}
