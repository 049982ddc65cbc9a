import { watchPolicy } from "../fixtures/policy-watch.ts";
import { expect, test } from "../fixtures/test.ts";

test("a violation of the content policy fails the test, even if a script catches it", {
  tag: "@everyday",
}, async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const breaches: string[] = [];
  await watchPolicy(context, (text) => breaches.push(text));
  const page = await context.newPage();
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(breaches).toEqual([]);
  await page.evaluate(() => {
    // Later: what a test evaluates itself, the policy lets pass.
    setTimeout(() => {
      try {
        new Function("");
      } catch {
        // As the library of schemas does.
      }
    });
  });
  await expect
    .poll(() => breaches)
    .toContainEqual(expect.stringMatching(/^policy event: script-src blocks eval/));
  await expect
    .poll(() => breaches)
    .toContainEqual(expect.stringMatching(/^policy report: script-src blocks/));
  await context.close();
});
