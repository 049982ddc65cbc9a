import { chatRoutes } from "@atoll/contract/chat/routes";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// One answer is an error on purpose; Chromium reports it.
test.use({ allowConsole: /Failed to load resource/ });
test("two people search their own chats with groups, operators, languages and typos", async ({
  signIn,
  server,
}) => {
  const channel = await createPrivateChannel(
    server.url,
    { owner: "ruth.adeyemi", member: "tomasz.wilk" },
    "lantern-quay",
  );
  const say = (content: string) =>
    channel.owner.call(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: { id: crypto.randomUUID(), content },
    });
  await say("The quarterdeck survey is signed: https://pelicanworks.example/survey");
  for (let count = 1; count <= 45; count += 1) await say(`Tide table, line ${count}`);
  await say("来週の会議は東京です");
  await say("部署完成了");

  const [tomasz, aiko] = [await signIn("tomasz.wilk", phone), await signIn("aiko.tanabe")];
  const field = (page: typeof tomasz) => page.getByRole("combobox", { name: /^Search chats/ });
  const option = (page: typeof tomasz, group: string) =>
    page.getByRole("group", { name: group }).getByRole("option");
  for (const page of [tomasz, aiko]) {
    await page.goto("/chat");
    await page.getByRole("button", { name: "Find a chat or start one" }).click();
    await expect(page.getByRole("dialog", { name: "Search Chats & People" })).toBeVisible();
  }

  await test.step("lists chats, messages and people in groups, with marked words", async () => {
    await field(aiko).fill("mar");
    await expect(option(aiko, "Messages").first().locator("mark").first()).toHaveText(/mar/i);
    await expect(option(aiko, "People").filter({ hasText: "Marisol Vega" })).toHaveCount(0);
    await expect(option(aiko, "Existing Chats").filter({ hasText: "Marisol Vega" })).toHaveCount(1);
    await expect(option(aiko, "People").filter({ hasText: "Omar Siddiqui" })).toHaveCount(1);
    await expectAccessible(aiko, "search results");
    await aiko.keyboard.press("ArrowUp");
    await expect(option(aiko, "People").last()).toHaveAttribute("aria-selected", "true");
  });

  await test.step("words are found in part, misspelt, in Japanese and Chinese, and by operators", async () => {
    const first = option(tomasz, "Messages").first();
    for (const [query, found] of [
      ["arterdec", "The quarterdeck survey is signed"],
      ["quaterdeck", "The quarterdeck survey is signed"],
      ["会議", "来週の会議は東京です"],
      ["部署", "部署完成了"],
      ["from:ruth in:lantern-quay has:link", "The quarterdeck survey is signed"],
    ] as const) {
      await field(tomasz).fill(query);
      await expect(first).toContainText(found);
    }
    await field(tomasz).fill("quaterdeck");
    await expect(tomasz.getByText("Showing messages for quarterdeck")).toBeVisible();
    await field(tomasz).fill("quarterdeck");
    await tomasz.getByRole("button", { name: "Add has:file" }).click();
    await expect(field(tomasz)).toHaveValue("quarterdeck has:file ");
    await expect(tomasz.getByText('No results found for "quarterdeck has:file"')).toBeVisible();
    await expectAccessible(tomasz, "a search that finds nothing");
  });

  await test.step("a message opens among those around it, marked", async () => {
    await field(tomasz).fill("quarterdeck");
    await option(tomasz, "Messages").first().click();
    const row = tomasz.getByRole("article").filter({ hasText: "The quarterdeck survey is signed" });
    await expect(row).toBeInViewport();
    await expect(row).toBeFocused();
    await expect(tomasz.getByText("Tide table, line 1", { exact: true })).toBeVisible();
    await expect(tomasz.getByText("Tide table, line 45", { exact: true })).not.toBeInViewport();
  });

  await test.step("a person who cannot read a channel finds nothing in it", async () => {
    await field(aiko).fill("quarterdeck");
    await expect(aiko.getByText('No results found for "quarterdeck"')).toBeVisible();
    await field(aiko).fill("lantern-quay");
    await expect(aiko.getByText('No results found for "lantern-quay"')).toBeVisible();
  });

  await test.step("a late response replaces nothing, and a failure shows no results", async () => {
    const late = Promise.withResolvers<void>();
    await aiko.route("**/api/search/messages?query=invoice&**", async (route) => {
      await late.promise;
      await route.continue().catch(() => undefined);
    });
    const asked = aiko.waitForRequest("**/api/search/messages?query=invoice&**");
    await field(aiko).fill("invoice");
    await asked;
    await field(aiko).fill("rollback");
    const marks = aiko.locator("mark");
    await expect(marks.first()).toHaveText(/rollback/i);
    late.resolve();
    await field(aiko).fill("release");
    await expect(marks.first()).toHaveText(/release/i);
    await expect(marks.filter({ hasText: /invoice/i })).toHaveCount(0);

    await aiko.route("**/api/search/messages?query=billing&**", (route) => route.fulfill({ status: 500 }));
    await field(aiko).fill("billing");
    await expect(aiko.getByText('No results found for "billing"')).toBeVisible();
    await aiko.keyboard.press("Escape");
    await expect(aiko.getByRole("dialog")).toBeHidden();
  });

  await test.step("a new chat begins with a name", async () => {
    await aiko.getByRole("button", { name: "New chat" }).first().click();
    const dialog = aiko.getByRole("dialog", { name: "Start a new chat" });
    await expect(dialog.getByText("Type a name to search")).toBeVisible();
    await dialog.getByRole("combobox").fill("tomasz");
    await expect(dialog.getByRole("option")).toHaveCount(1);
    await expectAccessible(aiko, "the dialog for a new chat");
    await aiko.keyboard.press("Enter");
    await expect(aiko.getByRole("textbox", { name: "Message Tomasz Wilk" })).toBeFocused();
  });
});
