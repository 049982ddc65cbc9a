import type { Locator, Page } from "@playwright/test";
import { composer, inList, post, said } from "../fixtures/chat.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

const feed = (page: Page): Locator => page.getByRole("feed", { name: "Messages" });

test("panes keep their dragged width; on a phone most of the height is for messages", async ({
  signIn,
  server,
}) => {
  const people = { owner: "hugo.sardinha", member: "oksana.shevchuk" };
  const channel = await createPrivateChannel(server.url, people, "tide-tables");
  let root = "";
  for (let number = 1; number <= 30; number += 1)
    root = (await post(channel.owner, channel, `Tide ${number}: high before low.`)).id;
  await post(channel.member, channel, "Says who?", root);
  const hugo = await signIn(people.owner);

  await test.step("by mouse and by keys, also after a reload", async () => {
    await hugo.goto(`/chat/channel/${channel.id}?thread=${root}`);
    const list = hugo.getByRole("separator", { name: "Width of the list of chats" });
    const thread = hugo.getByRole("separator", { name: "Width of the thread" });
    await expect(list).toHaveAttribute("aria-valuenow", "264");
    await drag(hugo, list, 80);
    await expect(list).toHaveAttribute("aria-valuenow", "344");
    const before = Number(await thread.getAttribute("aria-valuenow"));
    await drag(hugo, thread, -60);
    await expect(thread).toHaveAttribute("aria-valuenow", String(before + 60));
    await thread.press("ArrowRight");
    const chosen = String(before + 44);
    await expect(thread).toHaveAttribute("aria-valuenow", chosen);
    await hugo.reload();
    await expect(list).toHaveAttribute("aria-valuenow", "344");
    await expect(thread).toHaveAttribute("aria-valuenow", chosen);
    // The field of the thread takes the focus when it has loaded, maybe between the focus and the key.
    await expect(async () => {
      await list.press("Enter");
      await expect(list).toHaveAttribute("aria-valuenow", "264", { timeout: 5_000 });
    }).toPass();
  });

  await test.step("an open chat uses the space of the list in a small window", async () => {
    await hugo.setViewportSize({ width: 1100, height: 800 });
    await expect(inList(hugo, "tide-tables")).toBeHidden();
    expect((await feed(hugo).boundingBox())?.width).toBeGreaterThan(380);
  });

  const oksana = await signIn(people.member, phone);
  await oksana.goto(`/chat/channel/${channel.id}`);
  await expect(said(oksana, "Tide 30")).toBeInViewport();
  for (const { height, share } of [
    { height: 844, share: 0.6 },
    // The height that a small phone's browser bars leave, and then its keyboard.
    { height: 553, share: 0.6 },
    { height: 508, share: 0.4 },
    { height: 300, share: 0.4 },
  ]) {
    await test.step(`a window of ${height} pixels`, async () => {
      await oksana.setViewportSize({ width: 390, height });
      if (share < 0.6) await composer(oksana).fill("One\ntwo\nthree\nfour\nfive\nsix");
      await expect.poll(() => shareOf(oksana, height)).toBeGreaterThanOrEqual(share);
      await expect(said(oksana, "Tide 30")).toBeInViewport();
      await expect(composer(oksana)).toBeInViewport({ ratio: 1 });
      await expect(oksana.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
    });
  }
  await test.step("the list can be opened with one press, in a window of any height", async () => {
    await oksana.getByRole("button", { name: "Back to chats" }).click();
    await expect(inList(oksana, "tide-tables")).toBeVisible();
  });
});

test("a person card opens from a list of members, and links to the person's page", async ({
  signIn,
  server,
}) => {
  const people = { owner: "leila.farahani", member: "ibrahim.sesay" };
  const channel = await createPrivateChannel(server.url, people, "harbour-watch");
  const leila = await signIn(people.owner);
  await leila.goto(`/chat/channel/${channel.id}`);
  await leila.getByRole("button", { name: "Details" }).click();
  const details = leila.getByRole("dialog", { name: /harbour-watch/ });
  await details.getByRole("tab", { name: /Members/ }).click();
  const name = details.locator("[data-person]").filter({ hasText: "Ibrahim Sesay" });
  await name.click();
  const card = leila.getByRole("dialog", { name: "Colleague" });
  await expect(card.getByRole("heading", { name: "Ibrahim Sesay" })).toBeVisible();
  await expect(card.getByRole("list", { name: "Departments" })).toContainText("Backend");
  await leila.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await expect(details).toBeVisible();
  await name.click();
  await card.getByRole("link", { name: "Profile" }).click();
  await expect(leila).toHaveURL(`/colleagues/${channel.memberId}`);
  await expect(leila.getByRole("heading", { level: 1, name: "Ibrahim Sesay" })).toBeVisible();
  await expect(leila).toHaveTitle(/Ibrahim Sesay/);
  await leila.getByRole("button", { name: "Message" }).click();
  await expect(composer(leila)).toBeVisible();
});

async function drag(page: Page, edge: Locator, byPx: number): Promise<void> {
  const box = await edge.boundingBox();
  if (!box) throw new Error("The edge is not there");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byPx / 2, y);
  await page.mouse.move(x + byPx, y);
  await page.mouse.up();
}

async function shareOf(page: Page, height: number): Promise<number> {
  return ((await feed(page).boundingBox())?.height ?? 0) / height;
}
