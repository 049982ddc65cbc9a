import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// A refused creation is a failed load to Chromium.
test.use({ allowConsole: /Failed to load resource/ });

const sentence = "I am leaving the old pool cordoned until Monday in case we need it.";

test("creates a task from text selected in messages", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  const dialog = page.getByRole("dialog", { name: "Create Task from selection" });
  // The button next to the selection, not the one in each message's menu.
  const offer = page.locator("body > div > button", { hasText: "Create task" });
  await openDeploys(page);
  const message = said(page, sentence);

  await test.step("suggests the selected sentence", async () => {
    await selectWords(message, sentence);
    await offer.click({ delay: 100 });
    await expect(dialog.getByLabel("Title")).toHaveValue(sentence);
    await expect(dialog.getByLabel("Title")).toBeFocused();
    await expect(dialog.getByText("67 of 120")).toBeVisible();
    await expect(dialog.getByLabel("Description")).toHaveValue(sentence);
    await expect(dialog.getByText(/^From Dev Raghunathan in deploys, /)).toBeVisible();
    await expectAccessible(page, "the dialog");
  });

  await test.step("a title is needed", async () => {
    await dialog.getByLabel("Title").fill("  ");
    await dialog.getByRole("button", { name: "Create Task" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Title is required");
  });

  await test.step("queues the task offline, and sends it once after reconnecting", async () => {
    await dialog.getByLabel("Title").fill("Uncordon the old pool");
    await dialog.getByLabel("Search people").fill("dev");
    await expect(dialog.getByRole("option", { name: /^Dev Raghunathan/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Remove Dev Raghunathan" })).toBeFocused();
    const ids: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/tasks")) ids.push(request.postDataJSON().id);
    });
    await page.route("**/api/tasks", (route) => route.abort(), { times: 1 });
    const answered = page.waitForResponse("**/api/tasks");
    await dialog.getByRole("button", { name: "Create Task" }).click();
    const { task } = taskRoutes.createTask.response.parse(await (await answered).json());
    expect(task).toMatchObject({
      title: "Uncordon the old pool",
      description: sentence,
      status: "todo",
      priority: "medium",
      createdBy: { name: "Marisol Vega" },
      assignee: { name: "Dev Raghunathan" },
    });
    expect(ids).toEqual([task.id, task.id]);
    expect(task.sourceMessageId).not.toBeNull();
    await expect(dialog).toBeHidden();
  });

  await test.step("the message shows its task, and the task leads back to the message", async () => {
    const chip = page.getByRole("link", { name: /^Task, To Do: ?Uncordon the old pool$/ });
    await chip.click();
    const sheet = page.getByRole("dialog").filter({ hasText: "Uncordon the old pool" });
    await sheet.getByRole("button", { name: /^Status: / }).click();
    await page.getByRole("menuitemradio", { name: "In Review" }).click();
    await sheet.getByRole("link", { name: /^From a message in deploys/ }).click();
    await expect(message).toBeInViewport();
    await expect(page.getByRole("link", { name: /^Task, In Review: ?Uncordon/ })).toBeVisible();
  });

  await test.step("joins several messages into one text, without their names and times", async () => {
    const next = said(page, "Please shout here if anything looks off");
    await selectAcross(message, next);
    await offer.click();
    await expect(dialog.getByLabel("Description")).toHaveValue(
      /^Staging is back on the new node pool\. .*in case we need it\.\nPlease shout here/,
    );
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("a dialog that opens hides the offer", async () => {
    await message.locator("xpath=ancestor::article").focus();
    await selectWords(message, sentence);
    await expect(offer).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await expect(offer).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(offer).toBeVisible();
  });

  await test.step("creates a task from a whole message by keyboard", async () => {
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await expect(offer).toBeHidden();
    const row = message.locator("xpath=ancestor::article");
    await row.focus();
    await row.getByRole("button", { name: "Create task", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Title")).toHaveValue(/^Staging is back/);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(row).toBeFocused();
  });
});

test("on a phone", async ({ signIn }) => {
  const page = await signIn("marisol.vega", phone);
  await openDeploys(page);
  const message = said(page, sentence);
  const dialog = page.getByRole("dialog", { name: "Create Task from selection" });
  // On a busy machine a few frames can last as long as a long press, which presses nothing: then a person taps again.
  await expect(async () => {
    await selectWords(message, sentence);
    await tapSlowly(page.locator("body > div > button", { hasText: "Create task" }));
    await expect(dialog).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(dialog.getByLabel("Title")).toHaveValue(sentence);
  const box = await dialog.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await dialog.getByRole("button", { name: "Create Task" }).tap();
  await expect(page.getByText("Task created")).toBeVisible();
});

async function openDeploys(page: Page): Promise<void> {
  await page.goto("/chat");
  await page
    .getByRole("link", { name: /^deploys/ })
    .first()
    .click();
  await expect(said(page, sentence)).toBeVisible();
}

/** As a finger does: it rests on the glass for a while, over several frames. */
async function tapSlowly(button: Locator): Promise<void> {
  const page = button.page();
  await expect(button).toBeVisible();
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const touches = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await touches.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  });
  await touches.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await touches.detach();
}

/** The text of the message that says this. */
function said(page: Page, text: string): Locator {
  return page.locator("[data-said]").filter({ hasText: text }).last();
}

/** Selects as a person's drag does: where the words stand in the text. */
async function selectWords(message: Locator, words: string): Promise<void> {
  await message.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at !== -1) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, words);
}

async function selectAcross(from: Locator, to: Locator): Promise<void> {
  const end = await to.elementHandle();
  await from.evaluate((element, last) => {
    if (last) getSelection()?.setBaseAndExtent(element, 0, last, last.childNodes.length);
  }, end);
}
