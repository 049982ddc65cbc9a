import { randomUUID } from "node:crypto";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Locator, Page } from "@playwright/test";
import { createBoard, onCanvas, openBoard } from "../fixtures/boards.ts";
import { composer, post, said } from "../fixtures/chat.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { send, stored } from "../fixtures/tasks.ts";
import { expect, test } from "../fixtures/test.ts";

// Requests about what has just been deleted are failed loads to Chromium.
test.use({ allowConsole: /Failed to load resource/ });

const box = (page: Page) => page.getByRole("alertdialog", { name: "What you were writing was not sent" });

/** Types without a pause, and has the place deleted on the way. Returns the box, which has all words. */
async function typeUntilAfter(
  field: Locator,
  words: string,
  remove: () => Promise<unknown>,
): Promise<Locator> {
  const page = field.page();
  await field.focus();
  const typed = page.keyboard.type(words, { delay: 90 });
  await expect(field).toHaveValue(/\w{2} \w/);
  await remove();
  await typed;
  await expect(box(page)).toContainText(words);
  return box(page);
}

const close = async (shown: Locator) => {
  await shown.getByRole("button", { name: "Close" }).click();
  await expect(shown).toHaveCount(0);
};

test("a person who types where another person deletes the place gets all words back, and no key does anything else", {
  tag: "@everyday",
}, async ({ signIn, server }) => {
  const people = { owner: "dev.raghunathan", member: "sam.okafor" };
  const channel = await createPrivateChannel(server.url, people, "tender-plan");
  const [dev, sam] = [await signIn(people.owner), await signIn(people.member)];
  await dev.goto("/dashboard");

  await test.step("in a thread whose message is deleted, next to the field of the channel", async () => {
    const root = await post(channel.owner, channel, "Who knows the price?");
    await sam.goto(`/chat/channel/${channel.id}`);
    const message = said(sam, "Who knows the price?");
    await message.focus();
    await message.getByRole("button", { name: "Reply in thread" }).click();
    const words = "Between us: nobody else needs to read this contract price, it is not even final";
    const shown = await typeUntilAfter(sam.getByRole("textbox", { name: "Reply in thread" }), words, () =>
      channel.owner.call(chatRoutes.deleteMessage, { params: { messageId: root.id } }),
    );
    await expect(shown).toContainText("The message of this thread was deleted, or you can no longer see it.");
    await sam.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await shown.getByRole("button", { name: "Copy text" }).click();
    await expect(sam.getByText("Text copied")).toBeVisible();
    expect(await sam.evaluate(() => navigator.clipboard.readText())).toBe(words);
    await close(shown);
    await expect(composer(sam)).toHaveValue("");
  });

  await test.step("in a comment on a task that is deleted", async () => {
    const id = randomUUID();
    await send(dev, "POST", taskRoutes.createTask.path, { id, title: "Sign the invoices" });
    const add = [(await stored(sam, "atoll.session.user")).id];
    const watchers = taskRoutes.changeTaskWatchers.path.replace(":taskId", id);
    await send(dev, "PUT", watchers, { changeId: randomUUID(), add });
    await sam.goto(`/tasks?task=${id}`);
    const words = "Please add my name on every invoice and send them to the new office in town";
    const shown = await typeUntilAfter(sam.getByRole("textbox", { name: "Write a comment" }), words, () =>
      send(
        dev,
        "DELETE",
        `${taskRoutes.deleteTask.path.replace(":taskId", id)}?changeId=${randomUUID()}`,
        undefined,
      ),
    );
    await expect(shown).toContainText("This task was deleted");
    await close(shown);
    await expect(sam.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("in a comment on an event that is cancelled", async () => {
    const id = randomUUID();
    const day = new Date().toISOString().slice(0, 10);
    await send(dev, "POST", eventRoutes.createEvent.path, {
      id,
      title: "Stand-up of the tender",
      start: `${day}T10:00`,
      end: `${day}T10:30`,
      zone: "Atlantic/Azores",
      invite: { personIds: [(await stored(sam, "atoll.session.user")).id] },
    });
    await sam.goto(`/calendar?event=${id}`);
    const words = "Every number in the second table needs another look before they all meet";
    const shown = await typeUntilAfter(sam.getByRole("textbox", { name: "Write a comment" }), words, () =>
      send(dev, "POST", eventRoutes.deleteEvent.path.replace(":eventId", id), {
        changeId: randomUUID(),
        scope: "all",
        version: 1,
      }),
    );
    await expect(shown).toContainText("This event was deleted, or you can no longer see it.");
    await close(shown);
  });

  await test.step("in a note on a board", async () => {
    const title = `Tender ${Date.now()}`;
    await createBoard(dev, title, "blank");
    await dev.getByRole("button", { name: "Note", exact: true }).click();
    await dev.getByRole("region", { name: "Canvas" }).click();
    await dev.keyboard.type("Here");
    await dev.keyboard.press("Escape");
    await openBoard(sam, title);
    await onCanvas(sam, "Here").dblclick();
    const words = " and then every person here needs a pen, a rubber and never a ruler";
    const shown = await typeUntilAfter(sam.getByRole("textbox", { name: "Text" }), words, async () => {
      await onCanvas(dev, "Here").click();
      await dev.keyboard.press("Delete");
    });
    await expect(shown).toContainText("Here and then");
    await close(shown);
    await expect(sam.getByText("Someone deleted the place")).toHaveCount(0);
  });
});

test("a step back out of a form is no loss: nothing claims that words were not sent, and the form has them again", async ({
  signIn,
}) => {
  const page = await signIn("sam.okafor");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Tasks" }).first().click();
  const open = page.getByRole("button", { name: "New Task" }).first();
  const title = page.getByRole("dialog").getByRole("textbox").first();
  await open.click();
  await title.pressSequentially("Half a title", { delay: 30 });
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open.click();
  await expect(title).toHaveValue("Half a title");
  // The box would have opened while the words were typed again.
  await expect(box(page)).toHaveCount(0);
});
