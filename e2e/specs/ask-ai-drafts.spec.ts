import type { Page } from "@playwright/test";
import { setUpModel } from "../../server/test/ask-ai.ts";
import { startModelServer, type TestModelServer } from "../../server/test/model-server.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { callAsAdministrator } from "../fixtures/administrator.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// On a busy machine a search may end as too slow: the page says so, and the asker tries again.
test.use({ allowConsole: /status of 503/ });

let model: TestModelServer;
test.beforeAll(async ({ server }) => {
  model = await startModelServer("ollama");
  await setUpModel(await callAsAdministrator(server.url), model, { personDailyAnswers: 100 });
});
test.afterAll(async ({ server }) => {
  await setUpModel(await callAsAdministrator(server.url), model, { isOn: false });
  model.close();
});

test("the language model answers, is stopped, and drafts what its asker sends", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  async function choose(name: string) {
    await page.getByRole("button", { name: /^(Answer|Tasks|Message|Announcement)$/ }).click();
    await page.getByRole("menuitemradio", { name: new RegExp(`^${name}`) }).click();
  }

  async function ask(question: string, on: Page = page) {
    await on.getByRole("textbox", { name: "Question" }).fill(question);
    await on.getByRole("button", { name: "Ask", exact: true }).click();
    const answer = on.getByRole("article", { name: question });
    const again = on.getByRole("button", { name: "Try Again" });
    await expect(answer.or(again)).toBeVisible();
    while (await again.isVisible()) {
      await again.click();
      await expect(answer.or(again)).toBeVisible();
    }
    return answer;
  }

  await test.step("an answer cites its sources, and what no source says is marked", async () => {
    model.answer = () => "The payments freeze needs a second approver [1]. Zebulon pays 900 euros [1].";
    await page.goto("/ask-ai");
    const answer = await ask("Who approves a hotfix in the payments freeze?");
    await expect(answer.getByText("The payments freeze needs a second approver")).toBeVisible();
    await expect(answer.getByText(/^Answered from/)).toBeVisible();
    await expect(
      answer.getByRole("img", {
        name: "Check this sentence: its source does not have its names, numbers or words",
      }),
    ).toBeVisible();
  });

  await test.step("a stopped answer keeps its part, and can be written again", async () => {
    model.fault = "stall-halfway";
    const answer = await ask("When does the payments freeze start?");
    await answer.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(answer.getByText("Stopped")).toBeVisible();
    model.fault = undefined;
    await answer.getByRole("button", { name: "Try again" }).click();
    await expect(answer.getByText(/^Answered from/)).toBeVisible();
  });

  await test.step("tasks are listed, reworded, left out and created", async () => {
    model.answer = () =>
      "- Name a second approver from Backend [1]\n- Write the freeze into the calendar [1]\n- Nothing else [1]";
    await choose("Tasks");
    await ask("What is to do before the payments freeze?");
    await page.getByRole("button", { name: "Create tasks" }).click();
    const dialog = page.getByRole("dialog", { name: "Create tasks" });
    await dialog.getByRole("checkbox", { name: "Create “Nothing else”" }).click();
    const title = dialog.getByRole("textbox", { name: "Title of task 2" });
    await title.fill("");
    await dialog.getByRole("button", { name: "Create 2 tasks" }).click();
    await expect(title).toHaveAttribute("aria-invalid", "true");
    const reworded = `Write the freeze into the calendar ${crypto.randomUUID().slice(0, 6)}`;
    await title.fill(reworded);
    await dialog.getByRole("checkbox", { name: "Assign them to me" }).click();
    await expectAccessible(page, "the tasks of a draft");
    await dialog.getByRole("button", { name: "Create 2 tasks" }).click();
    await expect(page.getByText("2 tasks created")).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.goto(`/search?q=${encodeURIComponent(reworded)}`);
    await expect(page.getByRole("option", { name: new RegExp(reworded) })).toHaveCount(1);
  });

  await test.step("a draft of an announcement fills its editor, and nothing is published", async () => {
    model.answer = () => "Payments freeze\n\nHotfixes need a second approver from Backend [1].";
    await page.goto("/ask-ai");
    await choose("Announcement");
    await ask("The payments freeze");
    await page.getByRole("button", { name: "Use as announcement" }).click();
    await expect(page).toHaveURL(/\/announcements\/[0-9a-f-]+\/edit/);
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Payments freeze");
    await expect(page.getByText("Hotfixes need a second approver from Backend.").first()).toBeVisible();
  });

  await test.step("a message goes into the field of a chat, on a phone", async () => {
    model.answer = () => "Please name a second approver from Backend [1].";
    const onPhone = await signIn("marisol.vega", phone);
    await onPhone.goto("/ask-ai");
    await onPhone.getByRole("button", { name: "Answer", exact: true }).click();
    await onPhone.getByRole("menuitemradio", { name: /^Message/ }).click();
    await ask("Remind the team of the payments freeze", onPhone);
    await onPhone.getByRole("button", { name: "Use as message" }).click();
    await onPhone.getByRole("menuitem", { name: "general", exact: true }).click();
    const message = onPhone.getByRole("textbox", { name: /^Message/ });
    await expect(message).toHaveValue("Please name a second approver from Backend.");
    await message.fill("");
  });
});
