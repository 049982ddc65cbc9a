import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import type { Locator, Page } from "@playwright/test";
import { addMember, inList, post, said, standstill } from "../fixtures/chat.ts";
import { aPicture } from "../fixtures/files.ts";
import { createPrivateChannel, type PrivateChannel } from "../fixtures/private-channel.ts";
import { expect, test } from "../fixtures/test.ts";

const pictureCount = 12;
const feed = (page: Page): Locator => page.getByRole("feed", { name: "Messages" });
const topOf = async (row: Locator): Promise<number> => (await row.boundingBox())?.y ?? Number.NaN;

test("each chat keeps its scroll position while images load", async ({ signIn, server }) => {
  // Nobody of another journey: what is left unread here would count there.
  const people = { owner: "jonah.pike", member: "lucas.ferreira" };
  const album = await createPrivateChannel(server.url, people, "quay-album");
  const notes = await createPrivateChannel(server.url, people, "quay-notes");
  for (const channel of [album, notes]) await addMember(channel, "Amara Nwosu");
  for (let number = 1; number <= 20; number += 1)
    await post(notes.owner, notes, `Note ${number}.\n${"It goes on.\n".repeat(4)}`);
  for (let number = 1; number <= pictureCount; number += 1) await postPicture(album, number);
  const amara = await signIn("amara.nwosu");

  await test.step("prerenders a pressed chat, and marks nothing as read", async () => {
    await amara.goto("/chat");
    const link = inList(amara, /^quay-notes/);
    await expect(link).toContainText("20 unread");
    const isDrawn = await watchFeed(amara);
    const drawn = isDrawn();
    // It is forgotten after a second, also where its messages have not come by then.
    await expect(async () => {
      await link.hover();
      await amara.mouse.down();
      const late = new Promise<string>((resolve) => setTimeout(resolve, 5_000, "not drawn"));
      const how = await Promise.race([drawn, late]);
      if (how === "not drawn") {
        // Let go of elsewhere, it is no click.
        await amara.mouse.move(1, 1);
        await amara.mouse.up();
      }
      expect(how).toBe("out of sight");
    }).toPass();
    await expect(amara.getByRole("heading", { name: "Recent chats" })).toBeVisible();
    // An old position is forgotten, because too many messages may have been posted since.
    await expect(amara.locator("[role=feed]")).not.toBeAttached();
    await expect(link).toContainText("20 unread");
    await amara.mouse.up();
    await expect(said(amara, "Note 20.")).toBeInViewport();
    await expect(link).not.toContainText("unread");
  });

  await test.step("keeps the visible messages in place while images load", async () => {
    const release = await holdPictures(amara);
    await amara.goto(`/chat/channel/${album.id}`);
    await expect(said(amara, `Picture ${pictureCount}.`)).toBeInViewport();
    const seen = said(amara, "Picture 7.");
    await scrollUntil(amara, -120, seen);
    await standstill(amara);
    expect(await loadedPictures(amara)).toBe(0);
    const before = await topOf(seen);
    release();
    await expect.poll(() => loadedPictures(amara)).toBeGreaterThan(2);
    await standstill(amara);
    expect(Math.abs((await topOf(seen)) - before)).toBeLessThanOrEqual(1);
    await scrollUntil(amara, -120, said(amara, "Picture 1."));
  });

  await test.step("a chat opens at its end, wherever the one before it was scrolled to", async () => {
    const last = said(amara, "Note 20.");
    await inList(amara, /^quay-notes/).click();
    await expect(last).toBeInViewport();
    await inList(amara, /^quay-album/).click();
    await expect(said(amara, "Picture 1.")).toBeInViewport();
    await inList(amara, /^quay-notes/).click();
    await expect(last).toBeInViewport();
    await expect(amara.getByRole("button", { name: /Jump to latest/ })).toBeHidden();
    await expect(last).toBeInViewport();
  });
});

/**
 * Notes in the page itself how a list of messages is there when it comes: it may be gone again after a second, sooner
 * than a busy machine lets us look.
 */
async function watchFeed(page: Page): Promise<() => Promise<string>> {
  const seen = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<string>();
    new MutationObserver((_, observer) => {
      const feed = document.querySelector("[role=feed]");
      if (!feed) return;
      observer.disconnect();
      resolve(feed.checkVisibility({ visibilityProperty: true }) ? "in sight" : "out of sight");
    }).observe(document.body, { childList: true, subtree: true });
    return { promise };
  });
  return () => seen.evaluate(({ promise }) => promise);
}

async function postPicture(channel: PrivateChannel, number: number): Promise<void> {
  const { name, mimeType, buffer } = aPicture(`picture-${number}.png`, 300, 120 + number * 10);
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const sent = new Response(form);
  const { body } = await channel.owner.send("POST", "/api/attachments", {
    raw: new Uint8Array(await sent.arrayBuffer()),
    headers: { "content-type": sent.headers.get("content-type") ?? "" },
  });
  const { attachment } = fileRoutes.uploadAttachment.response.parse(body);
  await channel.owner.call(chatRoutes.postMessage, {
    params: { channelId: channel.id },
    body: { id: crypto.randomUUID(), content: `Picture ${number}.`, attachmentIds: [attachment.id] },
  });
}

/** Pictures wait until the returned function is called. */
async function holdPictures(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.startsWith("/api/"),
    async (route) => {
      if (route.request().resourceType() === "image") await promise;
      await route.continue();
    },
  );
  return resolve;
}

function loadedPictures(page: Page): Promise<number> {
  return feed(page).evaluate(
    (element) => [...element.querySelectorAll("img")].filter((image) => image.naturalWidth > 0).length,
  );
}

async function scrollUntil(page: Page, step: number, message: Locator): Promise<void> {
  await feed(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, step);
    await expect(message).toBeInViewport({ timeout: 100 });
  }).toPass({ timeout: 90_000, intervals: [50] });
}
