import { chatRoutes } from "@atoll/contract/chat/routes";
import { standardMaxFileBytes } from "@atoll/contract/files/limits";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { standstill } from "../fixtures/chat.ts";
import { aPdf, aPicture, aText, transfer, withLargeFile } from "../fixtures/files.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// The journey cuts uploads and takes a link away on purpose; Chromium reports each failed load.
test.use({ allowConsole: /Failed to load resource|net::ERR/ });
const hostileName = `"><img src=x onerror=alert(1)>\u202egnp.exe.txt`;
const shownName = `"><img src=x onerror=alert(1)>gnp.exe.txt`;

const title = "files go from a desk to a phone: many at once, cut, refused, looked at, saved, taken away";

test(title, { tag: "@whole-browser" }, async ({ signIn, server }) => {
  const channel = await createPrivateChannel(
    server.url,
    { owner: "dev.raghunathan", member: "sam.okafor" },
    "pool-swap",
  );
  const place = `/chat/channel/${channel.id}`;
  const [dev, sam] = [await signIn("dev.raghunathan"), await signIn("sam.okafor", phone)];
  for (const page of [dev, sam]) await page.goto(place);
  const conversation = dev.getByRole("region", { name: "Conversation" });
  const composer = dev.getByRole("textbox", { name: "Message pool-swap" });
  const tray = dev.getByRole("list", { name: "Attached files" });
  const inTray = (name: string) => tray.getByRole("listitem", { name, exact: true });
  await expect(composer).toBeEnabled();

  await test.step("dropped, pasted and chosen files land in the tray", async () => {
    await transfer(conversation, "dragenter", [aText("a.txt", "a")]);
    await expect(dev.getByText("Drop files to attach them to pool-swap")).toBeVisible();
    await transfer(conversation, "drop", [
      aPicture("wide.png", 1600, 900),
      aText("notes.txt", "first line\nsecond line"),
    ]);
    await expect(dev.getByText("Drop files to attach them")).toBeHidden();
    await transfer(composer, "paste", [aPicture("tall.png", 300, 900)]);
    await dev
      .getByLabel("Files to attach")
      .setInputFiles([
        aPdf("report.pdf"),
        aText(hostileName, "harmless"),
        aText("drawing.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "image/svg+xml"),
        aText("page.html", "<script>alert(1)</script>", "text/html"),
      ]);
    await expect(tray.getByRole("listitem")).toHaveCount(7);
    await expect(tray.getByRole("progressbar")).toHaveCount(0);
  });

  await test.step("empty and too large files show the limit at once, and can be removed", async () => {
    await dev.getByLabel("Files to attach").setInputFiles([aText("empty.txt", "")]);
    await expect(inTray("empty.txt")).toContainText("This file is empty.");
    await withLargeFile(standardMaxFileBytes + 1, async (path) => {
      await dev.getByLabel("Files to attach").setInputFiles(path);
      await expect(tray).toContainText("This file is too large. The most is 100 MB.");
    });
    await expect(dev.getByRole("button", { name: "Send" })).toBeDisabled();
    await expectAccessible(dev, "a tray with files that cannot be sent");
    await tray.getByRole("button", { name: "Remove empty.txt" }).click();
    await tray.getByRole("button", { name: /^Remove atoll-large/ }).click();
  });

  await test.step("an upload can be stopped, is resumed after a cut, and tried again after a refusal", async () => {
    const held = Promise.withResolvers<void>();
    await dev.route("**/api/attachments", async (route) => {
      await held.promise;
      // The one that was cancelled has ended already.
      await route.abort("connectionreset").catch(() => undefined);
    });
    await transfer(conversation, "drop", [aText("late.txt", "late"), aText("unwanted.txt", "no")]);
    await expect(inTray("late.txt").getByRole("progressbar")).toBeVisible();
    await tray.getByRole("button", { name: "Cancel unwanted.txt" }).click();
    await expect(inTray("unwanted.txt")).toHaveCount(0);
    held.resolve();
    await dev.unroute("**/api/attachments");
    await expect(inTray("late.txt")).toContainText("4 bytes");

    await dev.route("**/api/attachments", (route) =>
      route.fulfill({ status: 507, json: { error: { code: "storage_full", message: "There is no room." } } }),
    );
    await transfer(conversation, "drop", [aText("again.txt", "again")]);
    await expect(inTray("again.txt")).toContainText("There is no room.");
    await dev.unroute("**/api/attachments");
    await tray.getByRole("button", { name: "Retry again.txt" }).click();
    await expect(inTray("again.txt")).toContainText("5 bytes");
  });

  const feed = sam.getByRole("feed");
  await test.step("a phone reserves space for images before they load", async () => {
    const held = Promise.withResolvers<void>();
    await sam.route("**/api/files/**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await composer.fill("Everything about the swap");
    await composer.press("Control+Enter");
    const tile = sam.getByRole("button", { name: "Open wide.png" });
    await expect(tile).toBeVisible();
    await expect(feed).toContainText(shownName);
    const lastRow = sam.getByText("again.txt");
    // The link needs its signature, and takes room of the row.
    await expect(sam.getByRole("link", { name: "Download again.txt" })).toBeVisible();
    await standstill(sam);
    const before = { tile: await tile.boundingBox(), row: await lastRow.boundingBox() };
    held.resolve();
    await expect
      .poll(() => tile.getByRole("presentation").evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await standstill(sam);
    expect({ tile: await tile.boundingBox(), row: await lastRow.boundingBox() }).toEqual(before);
  });

  const viewer = sam.getByRole("dialog");
  await test.step("the viewer zooms, goes on by keys and buttons, and closes with Escape", async () => {
    await sam.getByRole("button", { name: "Open wide.png" }).click();
    await expect(viewer.getByRole("heading", { name: "wide.png" })).toBeVisible();
    await expect(viewer.getByRole("status").filter({ hasText: "100%" })).toBeVisible();
    await expectAccessible(sam, "the viewer");
    await viewer.getByRole("button", { name: "Zoom in" }).click();
    await expect(viewer.getByText("150%")).toBeVisible();
    await sam.keyboard.press("0");
    await expect(viewer.getByText("100%")).toBeVisible();
    await sam.keyboard.press("ArrowRight");
    await expect(viewer.getByRole("heading", { name: "tall.png" })).toBeVisible();
    await viewer.getByRole("button", { name: "Next file" }).click();
    await expect(viewer.getByText("second line")).toBeVisible();
    await sam.keyboard.press("ArrowRight");
    await expect(viewer.getByRole("heading", { name: "report.pdf" })).toBeVisible();
    await expect(viewer.locator("iframe[title='report.pdf']")).toBeVisible();
    // Chromium shows a PDF by a page of its own in the frame.
    await expect
      .poll(() => sam.frames().some((frame) => frame.url().startsWith("chrome-extension://")))
      .toBe(true);
    const saving = sam.waitForEvent("download");
    await viewer.getByRole("link", { name: "Download report.pdf" }).click();
    expect((await saving).suggestedFilename()).toBe("report.pdf");
    await viewer.getByRole("button", { name: "Close" }).click();
    await sam.getByRole("button", { name: "notes.txt", exact: true }).click();
    await expect(viewer.getByText("first line")).toBeVisible();
    await sam.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
  });

  await test.step("drawings and pages are only saved, never shown", async () => {
    for (const name of ["drawing.svg", "page.html"]) {
      await expect(sam.getByRole("button", { name })).toHaveCount(0);
      const href = await sam.getByRole("link", { name: `Download ${name}` }).getAttribute("href");
      const answer = await sam.request.get(href ?? "");
      expect(answer.headers()["content-disposition"]).toMatch(/^attachment;/);
      expect(answer.headers()["content-type"]).toBe("application/octet-stream");
    }
  });

  await test.step("replaces an expired link silently", async () => {
    let ended = 0;
    await sam.route("**/api/files/**", async (route) => {
      ended += 1;
      await route.fulfill({ status: 403, json: { error: { code: "file_link_expired", message: "" } } });
    });
    const open = sam.getByRole("button", { name: "Open tall.png" });
    await sam.reload();
    await expect(open).toBeVisible();
    await expect.poll(() => ended).toBeGreaterThan(0);
    await sam.unroute("**/api/files/**");
    await open.click();
    await expect
      .poll(() =>
        viewer
          .getByRole("img", { name: "tall.png" })
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(300);
    await sam.keyboard.press("Escape");
  });

  await test.step("a removed member loses access to the channel's files", async () => {
    const href = (await sam.getByRole("link", { name: "Download notes.txt" }).getAttribute("href")) ?? "";
    expect((await sam.request.get(href)).status()).toBe(200);
    await channel.owner.call(chatRoutes.removeMember, {
      params: { channelId: channel.id, personId: channel.memberId },
    });
    await expect(sam.getByText("pool-swap")).toHaveCount(0);
    expect((await sam.request.get(href)).status()).toBe(404);
    expect((await dev.request.get(href)).status()).toBe(404);
  });
});
