import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

const themes = ["tropical", "dark"] as const;
const screens = [
  { name: "desktop", options: {} },
  { name: "phone", options: phone },
] as const;

const inside = {
  "work and settings": ["/dashboard", "/tasks", "/settings"],
  chat: ["/chat"],
  "the design system": ["/design-system"],
};

for (const theme of themes) {
  for (const { name, options } of screens) {
    test(`outside, ${theme}, ${name}`, async ({ openBrowser }) => {
      const page = await openBrowser(options);
      await page.addInitScript((mode) => localStorage.setItem("themeModeV2", mode), theme);
      for (const path of ["/", "/login"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page, path);
        await expectNoSidewaysScroll(path, () => page.evaluate(() => document.documentElement.scrollWidth));
      }
    });

    for (const [where, paths] of Object.entries(inside)) {
      test(`inside, ${where}, ${theme}, ${name}`, async ({ signIn }) => {
        const page = await signIn("marisol.vega", options);
        await page.evaluate((mode) => localStorage.setItem("themeModeV2", mode), theme);
        for (const path of paths) {
          await page.goto(path);
          await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
          await expectAccessible(page, path);
          await expectNoSidewaysScroll(path, () => page.evaluate(() => document.documentElement.scrollWidth));
        }
      });
    }

    test(`a channel, ${theme}, ${name}`, async ({ signIn }) => {
      const page = await signIn("marisol.vega", options);
      await page.evaluate((mode) => localStorage.setItem("themeModeV2", mode), theme);
      await page.goto("/chat");
      await page
        .getByRole("link", { name: /^deploys/ })
        .first()
        .click();
      await expect(page.getByText("Staging is back on the new node pool.").last()).toBeVisible();
      await expectAccessible(page, "a channel");
    });
  }
}

async function expectNoSidewaysScroll(where: string, scrollWidth: () => Promise<number>): Promise<void> {
  const width = test.info().title.includes("phone") ? 390 : 1440;
  expect(await scrollWidth(), `${where} is no wider than the screen`).toBeLessThanOrEqual(width);
}
