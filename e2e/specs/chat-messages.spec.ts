import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { choose, composer, inList, post, said, say } from "../fixtures/chat.ts";
import { createPrivateChannel, type PrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

const people = { owner: "dev.raghunathan", member: "sam.okafor" };
const view = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const unreadOf = (page: Page, name: string): Locator => inList(page, name).getByText(/\d+\s*unread/);

test("both screens show the same messages after two people have edited, reacted and deleted", async ({
  signIn,
  server,
}) => {
  const channel = await createPrivateChannel(server.url, people, "pager-rota");
  await post(channel.member, channel, "Who takes the pager on Friday?");
  const [dev, sam] = [await signIn(people.owner), await signIn(people.member, phone)];
  for (const page of [dev, sam]) {
    await page.goto(`/chat/channel/${channel.id}`);
    await expect(said(page, "Who takes the pager on Friday?")).toBeVisible();
  }
  const [question, asked] = [said(dev, "Who takes the pager"), said(sam, "Who takes the pager")];

  await test.step("adds, counts, names and removes a reaction", async () => {
    await question.hover();
    await question.getByRole("button", { name: "Add reaction" }).click();
    const picker = dev.getByRole("dialog", { name: "Pick an emoji" });
    await expect(picker.getByRole("searchbox")).toBeFocused();
    await picker.getByRole("searchbox").fill("pager");
    await picker
      .getByRole("button", { name: /pager/i })
      .or(picker.getByRole("gridcell", { name: /pager/i }))
      .first()
      .click();
    await expect(asked.getByRole("button", { name: /📟\S*\s*1/ })).toBeVisible();
    await asked.getByRole("button", { name: /📟/ }).tap();
    const mine = question.getByRole("button", { name: /📟\S*\s*2/ });
    await expect(mine).toHaveAttribute("aria-pressed", "true");
    await mine.hover();
    await expect(dev.getByRole("tooltip", { name: /You and Sam Okafor/ })).toBeVisible();
    // Where nothing can be pointed at, the menu tells it.
    await choose(sam, asked, "Who reacted");
    const who = sam.getByRole("dialog", { name: "Who reacted" });
    await expect(who.getByRole("listitem")).toHaveText([/Dev Raghunathan/, /Sam Okafor.*\(you\)/]);
    await expectAccessible(sam, "who reacted");
    await who.getByRole("button", { name: "Close" }).tap();
    await expect(asked).toBeFocused();
    await mine.click();
    await expect(asked.getByRole("button", { name: /📟\S*\s*1/ })).toBeVisible();
  });

  await test.step("a name opens a person card, which links to the chat with them", async () => {
    await question.getByText("Sam Okafor").click();
    const card = dev.getByRole("dialog", { name: "Colleague" });
    await expect(card.getByRole("heading", { name: "Sam Okafor" })).toBeVisible();
    await expect(card.getByText("Online")).toBeVisible();
    await expect(card.getByRole("list", { name: "Departments" }).getByRole("listitem")).not.toHaveCount(0);
    await expectAccessible(dev, "the card of a person");
    await card.getByRole("button", { name: "Message" }).click();
    await expect(dev.getByRole("heading", { level: 1, name: /^Sam Okafor/ })).toBeVisible();
    await dev.goBack();
    await expect(question).toBeVisible();
  });

  await test.step("edits a message in place, and deletes it after a confirmation", async () => {
    await say(dev, "I do, from noon.");
    const own = said(dev, "I do, from noon.");
    await own.hover();
    await own.getByRole("button", { name: "Edit message" }).click();
    const field = dev.getByRole("textbox", { name: /edit/i });
    await field.fill("   ");
    await expect(dev.getByRole("button", { name: "Save" })).toBeDisabled();
    await field.press("Escape");
    await expect(said(dev, "I do, from noon.")).toBeVisible();
    await said(dev, "I do, from noon.").hover();
    await own.getByRole("button", { name: "Edit message" }).click();
    await field.fill("I do, from ten.");
    await field.press("Enter");
    await expect(said(sam, "I do, from ten.").getByText("(edited)")).toBeVisible();
    await expect(asked.getByRole("button", { name: "Edit message" })).toBeAttached();
    await expect(question.getByRole("button", { name: "Edit message" })).toHaveCount(0);
    await choose(dev, said(dev, "I do, from ten."), "Delete message");
    const ask = dev.getByRole("alertdialog", { name: "Delete this message?" });
    await expectAccessible(dev, "the question before deleting");
    await ask.getByRole("button", { name: "Cancel" }).click();
    await expect(said(dev, "I do, from ten.")).toBeFocused();
    await choose(dev, said(dev, "I do, from ten."), "Delete message");
    await ask.getByRole("button", { name: "Delete" }).click();
    await expect(said(sam, "I do, from ten.")).toHaveCount(0);
    await expect(question).toBeFocused();
  });

  await test.step("pins a message for everyone, and saves it for one", async () => {
    await choose(sam, asked, "Pin to channel");
    await expect(question.getByText("Pinned")).toBeVisible();
    await dev.getByRole("button", { name: "Details" }).click();
    await dev.getByRole("tab", { name: "Pinned" }).click();
    await expect(
      dev.getByRole("list", { name: "Pinned messages" }).getByText("Who takes the pager"),
    ).toBeVisible();
    await dev.keyboard.press("Escape");
    await choose(dev, question, "Save for later");
    await expect(dev.getByText("Message saved")).toBeVisible();
    await inList(dev, "Saved").click();
    await view(dev, "Saved")
      .getByRole("link", { name: /Who takes the pager/ })
      .click();
    await expect(question).toBeFocused();
    await choose(dev, question, "Remove from saved");
    await inList(dev, "Saved").click();
    await expect(view(dev, "Saved").getByRole("link", { name: /Who takes the pager/ })).toHaveCount(0);
  });

  await test.step("lists a mention and a starred chat", async () => {
    await sam.goto(`/chat/channel/${channel.id}`);
    await channel.member.call(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: {
        id: crypto.randomUUID(),
        content: "@Dev Raghunathan, is it you?",
        mentionIds: [channel.ownerId],
      },
    });
    await expect(inList(dev, /^Mentions/).getByText(/unread/)).toBeVisible();
    await inList(dev, /^Mentions/).click();
    await view(dev, "Mentions")
      .getByRole("link", { name: /is it you/ })
      .click();
    await expect(said(dev, "is it you?")).toBeFocused();
    await inList(dev, channel.name).hover();
    await dev.getByRole("button", { name: `Star ${channel.name}` }).click();
    await inList(dev, "Starred").click();
    await expect(view(dev, "Starred").getByRole("link", { name: /pager-rota/ })).toBeVisible();
    await expectAccessible(dev, "the starred chats");
  });
});

test("unread counts stay equal on two devices", async ({ signIn, server }) => {
  const channel = await createPrivateChannel(server.url, people, "fan-noise");
  const [desk, pocket] = [await signIn(people.owner), await signIn(people.owner, phone)];
  for (const page of [desk, pocket]) await page.goto("/chat");
  const both = async (count: number | null) => {
    for (const page of [desk, pocket]) {
      if (count === null) await expect(unreadOf(page, channel.name)).toHaveCount(0);
      else await expect(unreadOf(page, channel.name)).toHaveText(new RegExp(`^${count}\\s`));
    }
  };
  const first = await post(channel.member, channel, "The fan is loud.");
  const second = await post(channel.member, channel, "Very loud.");
  await both(2);

  await test.step("after a deletion", async () => {
    await channel.member.call(chatRoutes.deleteMessage, { params: { messageId: second.id } });
    await both(1);
  });

  await test.step("after reading elsewhere", async () => {
    await inList(desk, channel.name).click();
    await expect(said(desk, "The fan is loud.")).toBeVisible();
    await both(null);
  });

  await test.step("after marking unread from a message on", async () => {
    await post(channel.member, channel, "It is quiet now.");
    await expect(said(desk, "It is quiet now.")).toBeVisible();
    // It counts as read when the server knows, not when no count was shown yet.
    await expect.poll(() => unreadOnServer(channel)).toBe(0);
    await both(null);
    await choose(desk, said(desk, first.content), "Mark unread from here");
    await both(2);
    await expect(
      desk.getByRole("region", { name: "Conversation" }).getByText("New messages", { exact: true }),
    ).toBeVisible();
    await inList(pocket, channel.name).click();
    await expect(said(pocket, "It is quiet now.")).toBeVisible();
    await both(null);
  });
});

/** Returns the owner's unread count for the channel. */
async function unreadOnServer({ id, owner }: PrivateChannel): Promise<number | undefined> {
  const { channels } = await owner.call(chatRoutes.listChannels, { query: {} });
  return channels.find((channel) => channel.id === id)?.unread;
}

test("a long channel shows the first unread message, the newest, dates, and linked messages", async ({
  signIn,
  server,
}) => {
  const channel = await createPrivateChannel(server.url, people, "long-watch");
  const messages = [];
  for (let index = 1; index <= 90; index += 1) {
    messages.push(await post(channel.member, channel, `Reading ${index} of the gauge`));
  }
  const dev = await signIn(people.owner, phone);
  await dev.goto("/chat");
  await expect(unreadOf(dev, channel.name)).toHaveText(/^90\s/);
  await inList(dev, channel.name).click();

  await dev.getByRole("button", { name: "Jump to first unread" }).click();
  await expect(said(dev, "Reading 1 of the gauge")).toBeInViewport();
  // Midnight may lie between what was written and its reading.
  await expect(dev.getByText(/^(Today|Yesterday)$/).first()).toBeVisible();
  await expect(dev.getByText("New messages", { exact: true })).toBeVisible();
  // The same person soon after: without another head.
  await expect(said(dev, "Reading 1 of the gauge").getByText("Sam Okafor")).toBeVisible();
  await expect(said(dev, "Reading 2 of the gauge").getByText("Sam Okafor")).toHaveCount(0);
  await dev.getByRole("button", { name: "Jump to latest" }).click();
  await expect(said(dev, "Reading 90 of the gauge")).toBeInViewport();
  await expect(composer(dev)).toBeVisible();

  await dev.goto(`/chat/channel/${channel.id}?message=${messages[9]?.id}`);
  await expect(said(dev, "Reading 10 of the gauge")).toBeInViewport();
  await expect(said(dev, "Reading 10 of the gauge")).toBeFocused();
  await dev.getByRole("button", { name: "Jump to latest" }).click();
  await expect(said(dev, "Reading 90 of the gauge")).toBeInViewport();
});
