import { chatRoutes } from "@atoll/contract/chat/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("one box finds everything the viewer may read, by keyboard and on a phone, until access ends", {
  tag: "@everyday",
}, async ({ signIn, server }) => {
  const people = { owner: "ruth.adeyemi", member: "tomasz.wilk" };
  const channel = await createPrivateChannel(server.url, people, "zephyr-quay");
  const content = "The zephyrine ledger is signed";
  await channel.owner.call(chatRoutes.postMessage, {
    params: { channelId: channel.id },
    body: { id: crypto.randomUUID(), content },
  });
  await channel.member.call(taskRoutes.createTask, {
    body: { id: crypto.randomUUID(), title: "Count the zephyrine ledger" },
  });
  const page = await signIn("tomasz.wilk");
  const results = page.getByRole("listbox", { name: "Results" }).getByRole("option");
  const field = page.getByRole("main").getByRole("combobox", { name: "Search people, messages, tasks" });

  await test.step("the search box in the header shows hits while typing, and links to all results", async () => {
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Welcome back/);
    await page.keyboard.press("/");
    await page.keyboard.type("zephyr quay");
    await expect(page.getByRole("option", { name: /^zephyr-quay/ })).toBeVisible();
    await page.getByRole("banner").getByLabel("Search people, messages, tasks").fill("zephyrine");
    await expect(page.getByRole("option", { name: /^Count the zephyrine ledger/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=zephyrine$/);
    await expect(results.filter({ hasText: content })).toBeVisible();
    await expect(results.filter({ hasText: "Count the zephyrine ledger" })).toBeVisible();
    await expect(results.locator("mark").first()).toHaveText(/zephyrine/i);
    await expectAccessible(page, "results");
  });

  await test.step("a tab and an operator narrow it, a wrong operator is explained", async () => {
    await page.getByRole("tab", { name: /^Tasks/ }).click();
    await expect(page).toHaveURL(/kind=task/);
    await expect(results.filter({ hasText: content })).toHaveCount(0);
    await page.getByRole("tab", { name: /^All/ }).click();
    await field.fill("zephyrine from:ruth ");
    await expect(page.getByRole("list", { name: "Narrowed with" })).toHaveText("from:ruth");
    await expect(results).toHaveCount(1);
    await field.fill("zephyrine by:ruth");
    await expect(page.getByText(/there is no operator by:/)).toBeVisible();
    await page.getByRole("button", { name: "Remove from:ruth" }).click();
    await field.fill("zephyrine");
    await expect(results).toHaveCount(2);
  });

  await test.step("the keyboard alone opens a message in its channel", async () => {
    await field.focus();
    await page.getByRole("tab", { name: /^Messages/ }).click();
    await expect(results).toHaveCount(1);
    await field.focus();
    await page.keyboard.press("ArrowDown");
    await expect(results.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/chat/channel/${channel.id}\\?message=`));
    await expect(page.getByText(content).last()).toBeVisible();
  });

  await test.step("a person removed from the channel no longer finds it, without searching again", async () => {
    await page.goto("/search?q=zephyrine");
    await expect(results.filter({ hasText: content })).toBeVisible();
    await channel.owner.call(chatRoutes.removeMember, {
      params: { channelId: channel.id, personId: channel.memberId },
    });
    await expect(results.filter({ hasText: content })).toHaveCount(0);
    await expect(results).toHaveCount(1);
  });

  await test.step("on a phone, and by a link that a colleague sent", async () => {
    const small = await signIn("ruth.adeyemi", phone);
    await small.goto("/search?q=zephyrine&kind=message");
    const hits = small.getByRole("listbox", { name: "Results" }).getByRole("option");
    await expect(hits).toHaveCount(1);
    await small.getByRole("button", { name: "Save search" }).click();
    await small.getByLabel("Name").fill("The ledger");
    await small.getByRole("button", { name: "Save", exact: true }).click();
    await expect(small.getByRole("button", { name: "Saved" })).toBeVisible();
    await small.goto("/search");
    await small.getByRole("button", { name: /^The ledger/ }).click();
    await expect(hits).toHaveCount(1);
    await hits.first().click();
    await expect(small).toHaveURL(new RegExp(`/chat/channel/${channel.id}`));
  });
});
