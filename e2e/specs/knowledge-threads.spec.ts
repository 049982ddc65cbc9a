import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

/** Selects words of the page, as a finger or a mouse does. */
const select = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector("main article")!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      document.getSelection()!.setBaseAndExtent(node, at, node, at + wanted.length);
      return;
    }
    throw new Error(`${wanted} is not on the page`);
  }, words);

/** The words that are marked in the text. */
const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get("thread") ?? [])].map((range) => (range as Range).toString()));

test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED/ });

test("words are commented on from a phone, answered live, and still marked after an edit", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const sam = await signIn("sam.okafor", phone);
  const title = `Buoys of the bay ${Date.now()}`;

  await test.step("a page is published", async () => {
    await dev.goto("/knowledge-base/articles?new=1");
    await dev.getByRole("textbox", { name: "Title" }).fill(title);
    await dev.keyboard.press("Enter");
    const text = dev.getByRole("textbox", { name: "Text" });
    await expect(text).toHaveAttribute("contenteditable", "true");
    await text.click();
    await dev.keyboard.type("Count the nine buoys every morning, and write the number down.");
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(dev.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  });

  await test.step("a reader on a phone comments on two words of it", async () => {
    await sam.goto(new URL(dev.url()).pathname);
    await expect(sam.getByText("Count the nine buoys")).toBeVisible();
    const bar = sam.getByRole("toolbar", { name: "Selection" });
    const panel = sam.getByRole("complementary", { name: "Comments on words" });
    // The text has other elements once the code that draws it is loaded: nothing is selected then.
    await expect(async () => {
      await select(sam, "nine buoys");
      await bar.getByRole("button", { name: "Comment" }).click({ timeout: 1000 });
      await expect(panel.getByText("nine buoys")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await panel.getByRole("textbox", { name: "Comment on the selected words" }).fill("Only eight since May");
    await panel.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(panel.getByRole("region", { name: "Thread on “nine buoys”" })).toBeVisible();
    await expectAccessible(sam, "threads on a phone");
    await sam.goBack();
    await expect(panel).toBeHidden();
    await expect(sam.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect.poll(() => marked(sam)).toEqual(["nine buoys"]);
  });

  await test.step("the author sees the mark at once, and answers next to the text", async () => {
    await expect.poll(() => marked(dev)).toEqual(["nine buoys"]);
    const { x, y } = await dev.evaluate(() => {
      const [range] = CSS.highlights.get("thread") as unknown as Set<Range>;
      return range!.getBoundingClientRect().toJSON() as DOMRect;
    });
    await dev.mouse.dblclick(x + 6, y + 6);
    expect(await dev.evaluate(() => String(document.getSelection()).trim())).toBe("nine");
    await dev.getByRole("heading", { name: title, level: 1 }).click();
    await dev.mouse.click(x + 6, y + 6);
    const thread = dev.getByRole("region", { name: "Thread on “nine buoys”" });
    await expect(thread.getByText("Only eight since May")).toBeVisible();
    await thread.getByRole("button", { name: "Answer" }).click();
    await thread.getByRole("textbox", { name: "Write an answer" }).fill("I will correct it");
    await dev.keyboard.press("Enter");
    await expect(thread.getByText("I will correct it")).toBeVisible();
    await dev.emulateMedia({ media: "print" });
    await expect(thread).toBeHidden();
    await expect(dev.getByText("Count the nine buoys")).toBeVisible();
    await dev.emulateMedia({ media: "screen" });
  });

  await test.step("an answer that is written without a connection is sent once when it is back", async () => {
    await sam.getByRole("button", { name: /^Comments on words/ }).click();
    const thread = sam.getByRole("region", { name: "Thread on “nine buoys”" });
    await expect(thread.getByText("I will correct it")).toBeVisible();
    await sam.context().setOffline(true);
    await thread.getByRole("button", { name: "Answer" }).click();
    await thread.getByRole("textbox", { name: "Write an answer" }).fill("I counted again");
    await thread.getByRole("button", { name: "Answer" }).click();
    await expect(thread.getByText("I counted again")).toBeVisible();
    await sam.context().setOffline(false);
    const ofDev = dev.getByRole("region", { name: "Thread on “nine buoys”" });
    await expect(ofDev.getByText("I counted again")).toHaveCount(1);
    await sam
      .getByRole("complementary", { name: "Comments on words" })
      .getByRole("button", { name: "Close" })
      .click();
  });

  await test.step("the words keep their mark in the next draft and in the next version", async () => {
    await dev.getByRole("button", { name: "Edit", exact: true }).click();
    const text = dev.getByRole("textbox", { name: "Text" });
    await expect(text.locator(".doc-thread")).toHaveText("nine buoys");
    await text.locator(".doc-thread").dblclick({ position: { x: 6, y: 8 } });
    expect(await dev.evaluate(() => String(document.getSelection()).trim())).toBe("nine");
    await text.locator("p").click({ position: { x: 1, y: 10 } });
    await dev.keyboard.type("In summer, ");
    await expect(text).toContainText("In summer, Count the nine buoys");
    await expect(text.locator(".doc-thread")).toHaveText("nine buoys");
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(sam.getByText("In summer, Count the nine buoys")).toBeVisible();
    await expect.poll(() => marked(sam)).toEqual(["nine buoys"]);
  });

  await test.step("the author resolves the thread, which the reader sees with who did it", async () => {
    await sam.getByRole("button", { name: /^Comments on words/ }).click();
    const panel = sam.getByRole("complementary", { name: "Comments on words" });
    await expect(panel.getByText("I will correct it")).toBeVisible();
    await dev.getByRole("button", { name: /^Comments on words/ }).click();
    await dev.getByRole("button", { name: "Resolve" }).click();
    await expect(panel.getByText("No open threads")).toBeVisible();
    await expect.poll(() => marked(sam)).toEqual([]);
    await panel.getByRole("radio", { name: "Resolved 1" }).click();
    await expect(panel.getByText(/^Resolved by Dev Raghunathan/)).toBeVisible();
  });
});
