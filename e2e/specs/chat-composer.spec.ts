import { chatRoutes } from "@atoll/contract/chat/routes";
import { messageMaxLength } from "@atoll/contract/chat/schemas";
import { errors } from "@atoll/contract/errors/errors";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { createClient } from "../../server/test/client.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// A send that is refused on purpose is also a failed load to Chromium.
test.use({ allowConsole: /Failed to load resource: the server responded with a status of 409/ });

const composer = (page: Page) => page.getByRole("textbox", { name: "Message gulls" });
const list = (page: Page, name = "People to mention") => page.getByRole("listbox", { name });
const said = (page: Page, text: string | RegExp) =>
  page.getByRole("feed").getByRole("article").filter({ hasText: text });
const rowInList = (page: Page) =>
  page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: /^gulls/ });

test("two people, one on a phone, write mentions, emoji, edits, quotes and drafts", {
  tag: "@everyday",
}, async ({ signIn, server }) => {
  const marisol = await signIn("marisol.vega");
  const ruth = await signIn("ruth.adeyemi", phone);
  const api = await signInToApi(server.url, "marisol.vega@pelicanworks.example");
  const { people } = await api.call(peopleRoutes.searchPeople, { query: { name: "Ruth Adeyemi" } });
  const { channel } = await api.call(chatRoutes.createChannel, {
    body: { name: "gulls", type: "PRIVATE", memberIds: people.map(({ id }) => id) },
  });
  for (const page of [marisol, ruth]) await page.goto(`/chat/channel/${channel.id}`);

  await test.step("mentions a colleague from a list by keys, who sees it marked", async () => {
    // It is shown for three seconds, and not to a browser that is not connected yet.
    await expect(async () => {
      await composer(marisol).fill("");
      await composer(marisol).pressSequentially("Morning @");
      await expect(ruth.getByText("Marisol Vega is typing")).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(list(marisol).getByRole("option")).toHaveText([/Ruth Adeyemi/, /@channel/, /@here/]);
    await expectAccessible(marisol, "the list of people to mention");
    await composer(marisol).press("ArrowUp");
    await composer(marisol).press("Escape");
    await expect(list(marisol)).toHaveCount(0);
    await composer(marisol).fill("Morning ");
    await composer(marisol).pressSequentially("@ade");
    await composer(marisol).press("Tab");
    await expect(composer(marisol)).toHaveValue("Morning @Ruth Adeyemi ");
    await composer(marisol).press("Enter");
    await expect(said(ruth, "Morning").locator("span", { hasText: "@Ruth Adeyemi" }).last()).toHaveClass(
      /bg-highlight/,
    );
    await expect(ruth.getByText("Marisol Vega is typing")).toHaveCount(0);
  });

  await test.step("by touch too, and emoji by name or from a list", async () => {
    await ruth.getByRole("button", { name: "Mention someone" }).tap();
    await list(ruth)
      .getByRole("option", { name: /Marisol Vega/ })
      .tap();
    await expect(composer(ruth)).toBeFocused();
    await composer(ruth).pressSequentially("the tern has landed :tad");
    await list(ruth, "Emoji").getByRole("option", { name: ":tada:" }).tap();
    await composer(ruth).pressSequentially("and :rocke");
    await expect(list(ruth, "Emoji")).toBeVisible();
    await composer(ruth).pressSequentially("t:");
    await ruth.getByRole("button", { name: "Add emoji" }).tap();
    await ruth.getByRole("button", { name: "Thumbs up" }).tap();
    await expect(composer(ruth)).toHaveValue("@Marisol Vega the tern has landed 🎉 and 🚀👍");
    await ruth.getByRole("button", { name: "Send" }).tap();
    await expect(said(marisol, "the tern has landed 🎉 and 🚀👍")).toHaveCount(1);
  });

  await test.step("Arrow Up edits the viewer's last message, and returns the focus", async () => {
    await composer(marisol).press("ArrowUp");
    const editor = marisol.getByRole("textbox", { name: "Edit message" });
    await expect(editor).toBeFocused();
    await editor.press("Escape");
    await expect(composer(marisol)).toBeFocused();
    await composer(marisol).press("ArrowUp");
    await editor.pressSequentially(" and @he");
    await expect(list(marisol).getByRole("option")).toHaveText([/@here/]);
    await editor.press("Enter");
    await editor.press("Enter");
    await expect(composer(marisol)).toBeFocused();
    await expect(said(ruth, "Morning @Ruth Adeyemi and @here (edited)")).toHaveCount(1);
  });

  await test.step("quotes a message, and mentions nobody in the quote again", async () => {
    const row = said(marisol, "the tern has landed");
    await row.hover();
    await row.getByRole("button", { name: "More actions" }).click();
    await marisol.getByRole("menuitem", { name: "Quote" }).click();
    await expect(composer(marisol)).toBeFocused();
    await expect(composer(marisol)).toHaveValue(/^> \*\*Ruth Adeyemi\*\*\n> @Marisol Vega the tern/);
    await composer(marisol).press("ControlOrMeta+End");
    await composer(marisol).pressSequentially("I saw it!");
    await composer(marisol).press("Enter");
    const quote = ruth.getByRole("blockquote").filter({ hasText: "the tern has landed" });
    await expect(quote).toBeVisible();
    await expect(said(ruth, "I saw it!")).toHaveCount(1);
  });

  await test.step("a draft follows the person to another device and back", async () => {
    const marisolsPhone = await signIn("marisol.vega", phone);
    await marisolsPhone.goto("/chat");
    await composer(marisol).pressSequentially("Two eggs in the ne");
    await expect(rowInList(marisolsPhone)).toContainText("Draft");
    await rowInList(marisolsPhone).tap();
    await expect(composer(marisolsPhone)).toHaveValue("Two eggs in the ne");
    await composer(marisolsPhone).press("ControlOrMeta+End");
    await composer(marisolsPhone).pressSequentially("st");
    await marisolsPhone.getByRole("button", { name: "Send" }).tap();
    await expect(said(ruth, "Two eggs in the nest")).toHaveCount(1);
    await expect(composer(marisol)).toHaveValue("");
    await marisolsPhone.close();
  });

  await test.step("a thread has a draft of its own, over a reload", async () => {
    const row = said(marisol, "I saw it!");
    await row.hover();
    await row.getByRole("button", { name: "Reply in thread" }).click();
    const reply = marisol.getByRole("textbox", { name: "Reply in thread" });
    await reply.pressSequentially("From the pier @ru");
    await reply.press("Enter");
    await expect(reply).toHaveValue("From the pier @Ruth Adeyemi ");
    await expect(composer(marisol)).toHaveValue("");
    await marisol.reload();
    await expect(reply).toHaveValue("From the pier @Ruth Adeyemi ");
    // Escape is the list's first, then the panel's.
    await reply.pressSequentially("@");
    await reply.press("Escape");
    await expect(reply).toBeVisible();
    await reply.press("Backspace");
    await reply.press("Enter");
    await expect(said(ruth, "I saw it!").getByRole("button", { name: /1 reply/ })).toBeVisible();
  });

  await test.step("refuses too long a message, with the excess", async () => {
    await composer(ruth).fill("x".repeat(messageMaxLength + 12));
    await expect(ruth.getByText("8,012 / 8,000 characters, 12 too many")).toBeVisible();
    await expect(ruth.getByRole("button", { name: "Send" })).toBeDisabled();
    await composer(ruth).fill("");
  });

  await test.step("a refused message keeps its text, and can be sent again", async () => {
    await ruth.route("**/messages", async (route) => {
      await api.call(chatRoutes.archiveChannel, { params: { channelId: channel.id } });
      await route.continue();
    });
    await composer(ruth).fill("Too late?");
    // On a phone Enter is a new line, and the button sends.
    await composer(ruth).press("Enter");
    await expect(composer(ruth)).toHaveValue("Too late?\n");
    await ruth.getByRole("button", { name: "Send" }).tap();
    await expect(said(ruth, "Too late?").getByRole("alert")).toContainText(errors.channel_archived.text);
    await expect(composer(ruth)).toHaveCount(0);
    await ruth.unroute("**/messages");
    await api.call(chatRoutes.unarchiveChannel, { params: { channelId: channel.id } });
    await expect(composer(ruth)).toBeVisible();
    await said(ruth, "Too late?").getByRole("button", { name: "Retry" }).tap();
    await expect(said(marisol, "Too late?")).toHaveCount(1);
    await expect(ruth.getByText("Not sent")).toHaveCount(0);
  });
});

async function signInToApi(url: string, email: string) {
  const { session } = await createClient(url).call(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email, password: demoPassword },
  });
  return createClient(url, session.accessToken);
}
