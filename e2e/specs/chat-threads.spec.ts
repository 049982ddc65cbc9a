import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Locator, Page } from "@playwright/test";
import type { Client } from "../../server/test/client.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { addMember, choose, composer, inList, post, said } from "../fixtures/chat.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

const thread = (page: Page): Locator => page.getByRole("region", { name: "Thread" });
const unreadThreads = (page: Page): Locator => inList(page, /^Threads/).getByText(/unread/);

async function reply(page: Page, text: string): Promise<void> {
  const field = thread(page).getByRole("textbox", { name: "Reply in thread" });
  await field.fill(text);
  await field.press("Control+Enter");
  await expect(thread(page).getByRole("article").filter({ hasText: text })).toBeVisible();
}

async function openThread(page: Page, message: Locator): Promise<void> {
  await message.focus();
  await message.getByRole("button", { name: "Reply in thread" }).click();
  await expect(thread(page)).toBeVisible();
}

/** Returns what the person's unread threads are about. */
async function unreadOf(person: Client): Promise<string[]> {
  const { items } = await person.call(chatRoutes.listThreads, { query: {} });
  return items.filter(({ unread }) => unread > 0).map(({ message }) => message.content);
}

/** Marks all threads of a person as read: other journeys may have left some unread. */
async function readThreads(person: Client): Promise<void> {
  const { items } = await person.call(chatRoutes.listThreads, { query: {} });
  for (const { message } of items)
    await person.call(chatRoutes.markThreadRead, {
      params: { messageId: message.id },
      body: { seq: 1_000_000 },
    });
}

test("three people talk in a thread, next to the channel and on a phone over it", async ({
  signIn,
  server,
}) => {
  const people = { owner: "dev.raghunathan", member: "sam.okafor" };
  const channel = await createPrivateChannel(server.url, people, "cable-plan");
  await readThreads(channel.owner);
  const tadhgId = await addMember(channel, "Tadhg Brennan");
  const root = await post(channel.owner, channel, "Which cable goes first?");
  const address = `/chat/channel/${channel.id}`;
  const [dev, sam] = [await signIn(people.owner), await signIn(people.member)];
  const tadhg = await signIn("tadhg.brennan", phone);
  for (const page of [dev, sam, tadhg]) {
    await page.goto(address);
    await expect(said(page, "Which cable goes first?")).toBeVisible();
  }

  await test.step("it opens next to the channel, and over it on a phone", async () => {
    await openThread(sam, said(sam, "Which cable goes first?"));
    await expect(thread(sam).getByText("No replies yet")).toBeVisible();
    await expect(composer(sam)).toBeVisible();
    await openThread(tadhg, said(tadhg, "Which cable goes first?"));
    const width = await thread(tadhg).evaluate((element) => element.getBoundingClientRect().width);
    expect(width).toBeGreaterThan(370);
    expect(await tadhg.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(sam, "a thread");
    await expectAccessible(tadhg, "a thread on a phone");
  });

  await test.step("shows replies in the thread, and a count with pictures under the message", async () => {
    await reply(sam, "The blue one.");
    await expect(thread(tadhg).getByText("The blue one.")).toBeVisible();
    await reply(tadhg, "Then the spare.");
    await expect(
      said(dev, "Which cable goes first?").getByRole("button", { name: /2 replies/ }),
    ).toBeVisible();
    const faces = said(dev, "Which cable goes first?").getByRole("img");
    await expect(faces).toHaveAccessibleName(/Tadhg Brennan.*Sam Okafor|Sam Okafor.*Tadhg Brennan/);
    // A reply is not a message of the channel.
    await expect(said(dev, "The blue one.")).toHaveCount(0);
  });

  await test.step("the author of the message is notified of replies on every device until they are read", async () => {
    const second = await dev.context().newPage();
    await second.goto("/chat");
    for (const page of [dev, second]) await expect(unreadThreads(page)).toBeVisible();
    await inList(second, /^Threads/).click();
    const card = second
      .getByRole("region", { name: "Threads" })
      .getByRole("listitem")
      .filter({ hasText: "cable-plan" });
    await expect(card.getByText("2 replies")).toBeVisible();
    await card.getByRole("link").click();
    await expect(thread(second).getByText("Then the spare.")).toBeVisible();
    await expect(thread(second).getByText("New messages", { exact: true })).toBeVisible();
    await expect.poll(() => unreadOf(channel.owner)).toEqual([]);
    for (const page of [dev, second]) await expect(unreadThreads(page)).toHaveCount(0);
    await second.close();
  });

  await test.step("a mentioned person sees it at the channel's row on every device until it is read", async () => {
    const second = await tadhg.context().newPage();
    for (const page of [tadhg, second]) {
      await page.goto("/chat");
      await expect(inList(page, /cable-plan/)).toBeVisible();
    }
    const call = await channel.owner.call(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: {
        id: crypto.randomUUID(),
        content: "@Tadhg Brennan, have you got it?",
        mentionIds: [tadhgId],
        parentId: root.id,
      },
    });
    for (const page of [tadhg, second]) await expect(inList(page, /cable-plan.*1 mention/s)).toBeVisible();
    await second.goto(`${address}?thread=${root.id}`);
    await expect(thread(second).getByText(call.message.content)).toBeVisible();
    await expect(inList(tadhg, /cable-plan.*mention/s)).toHaveCount(0);
    await second.close();
    await tadhg.goto(address);
    await openThread(tadhg, said(tadhg, "Which cable goes first?"));
    await channel.owner.call(chatRoutes.deleteMessage, { params: { messageId: call.message.id } });
  });

  await test.step("a person who unfollows it gets no more notifications", async () => {
    await said(dev, "Which cable goes first?")
      .getByRole("button", { name: /2 replies/ })
      .click();
    await thread(dev).getByRole("button", { name: "Unfollow thread" }).click();
    await expect(thread(dev).getByRole("button", { name: "Follow thread" })).toBeVisible();
    // The message stands in the channel, too: the focus comes back to where it was.
    const root = thread(dev).getByRole("article").filter({ hasText: "Which cable goes first?" });
    await choose(dev, root, "Delete message");
    await dev.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(root).toBeFocused();
    await dev.keyboard.press("Escape");
    await expect(thread(dev)).toHaveCount(0);
    await reply(sam, "And the red one last.");
    await expect(
      said(dev, "Which cable goes first?").getByRole("button", { name: /3 replies/ }),
    ).toBeVisible();
    await expect(unreadThreads(dev)).toHaveCount(0);
  });

  await test.step("replies are edited, and deleted ones leave the count", async () => {
    const last = thread(sam).getByRole("article").filter({ hasText: "And the red one last." });
    await last.focus();
    await last.getByRole("button", { name: "Edit message" }).click();
    await sam.keyboard.press("ControlOrMeta+A");
    await sam.keyboard.type("And the green one last.");
    await sam.keyboard.press("Enter");
    await expect(thread(tadhg).getByText("And the green one last.")).toBeVisible();
    await expect(thread(tadhg).getByText("(edited)")).toBeVisible();
    await choose(
      sam,
      thread(sam).getByRole("article").filter({ hasText: "And the green one last." }),
      "Delete message",
    );
    await sam.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(thread(tadhg).getByText("And the green one last.")).toHaveCount(0);
    await expect(thread(sam).getByRole("article").filter({ hasText: "Then the spare." })).toBeFocused();
    await expect(
      said(dev, "Which cable goes first?").getByRole("button", { name: /2 replies/ }),
    ).toBeVisible();
  });

  await test.step("a link leads to a reply, in its thread", async () => {
    await sam.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await choose(sam, thread(sam).getByRole("article").filter({ hasText: "The blue one." }), "Copy link");
    await expect(sam.getByText("Link copied")).toBeVisible();
    const link = await sam.evaluate(() => navigator.clipboard.readText());
    await dev.goto("/chat");
    await dev.goto(link);
    await expect(thread(dev).getByRole("article").filter({ hasText: "The blue one." })).toBeFocused();
  });

  await test.step("the message can be deleted, and its replies stay", async () => {
    await dev.keyboard.press("Escape");
    await choose(dev, said(dev, "Which cable goes first?"), "Delete message");
    await dev.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(
      said(dev, "This message was deleted").getByRole("button", { name: /2 replies/ }),
    ).toBeVisible();
    await expect(thread(tadhg).getByText("This message was deleted")).toBeVisible();
    await expect(thread(tadhg).getByText("Then the spare.")).toBeVisible();
    await expect(thread(sam).getByText(root.content)).toHaveCount(0);
  });

  await test.step("on a phone it closes back to the channel", async () => {
    await thread(tadhg).getByRole("button", { name: "Close thread" }).click();
    await expect(thread(tadhg)).toHaveCount(0);
    await expect(composer(tadhg)).toBeVisible();
  });
});
