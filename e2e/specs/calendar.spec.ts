import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { boxOf, middleOf, send, stored } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

/** A Saturday, for nobody has planned anything on it, and the week around it. */
const day = "2027-03-20";
const week = `/calendar?view=week&day=${day}`;
const event = (page: Page, name: RegExp): Locator => page.getByRole("button", { name });
const column = (page: Page, of: string) => page.locator(`[data-cal-surface=hours] [data-cal-day="${of}"]`);

// Word that an event is gone may come before its sheet has closed, which then asks for it once more.
test.use({ allowConsole: /status of 404/, toastSeconds: "60" });

test("two people in two time zones plan a meeting, one of them on a phone", { tag: "@everyday" }, async ({
  signIn,
}) => {
  const title = `Tide review ${randomUUID().slice(0, 6)}`;
  const named = new RegExp(`^${title}, `);
  const desk = await signIn("marisol.vega", { timezoneId: "Europe/Lisbon" });
  const hand = await signIn("ines.caballero", { ...phone, timezoneId: "America/New_York" });
  await desk.goto(week);
  await hand.goto(week);

  // She chose no time zone: the server knows of it from her phone.
  const seen = async () => (await stored(hand, "atoll.session.user")).preferences;
  await expect.poll(seen).toMatchObject({ seenTimeZone: "America/New_York" });

  await test.step("a press on an hour begins an event there", async () => {
    // At 10:00 of the column, wherever it is scrolled to.
    const box = await boxOf(column(desk, day));
    await desk.mouse.click(box.x + box.width / 2, box.y + (box.height * 10.1) / 24);
    const dialog = desk.getByRole("dialog", { name: "New Event" });
    await expect(dialog.getByLabel("From (time)")).toHaveValue("10:00");
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByLabel("Search people").fill("Ines");
    await desk.getByRole("option", { name: /Ines Caballero/ }).click();
    await dialog.getByRole("button", { name: "Create Event and notify 1 person" }).click();
    await expect(event(desk, new RegExp(`^${title}, Saturday 20 March, 10:00 – 11:00`))).toBeVisible();
  });

  await test.step("the guest sees it at once, in their own time zone, and answers on the phone", async () => {
    const theirs = event(hand, new RegExp(`^${title}, Saturday 20 March, 06:00 – 07:00, not decided`));
    await expect(theirs).toBeAttached();
    await hand.getByRole("button", { name: /^Inbox/ }).click();
    const told = hand.getByRole("link", { name: `invited you to “${title}”, on Sat 20 Mar at 06:00` });
    await expect(told).toBeVisible();
    await hand.keyboard.press("Escape");
    await theirs.click();
    const sheet = hand.getByRole("dialog", { name: title });
    await expect(sheet.getByText("10:00 – 11:00 in Lisbon, Europe")).toBeVisible();
    await sheet.getByRole("radio", { name: "Yes" }).check();
    await expect(sheet.getByText("2 going")).toBeVisible();
    await event(desk, named).click();
    await expect(desk.getByRole("dialog", { name: title }).getByText("2 going")).toBeVisible();
  });

  await test.step("a comment appears for the other person at once", async () => {
    for (const [writer, reader] of [
      [hand, desk],
      [desk, hand],
    ] as const) {
      const sheet = writer.getByRole("dialog", { name: title });
      const words = `Bring the tide tables ${randomUUID()}`;
      await sheet.getByRole("textbox", { name: "Write a comment" }).fill(words);
      await sheet.getByRole("button", { name: "Comment", exact: true }).click();
      await expect(reader.getByRole("log", { name: "Comments" }).getByText(words)).toBeVisible();
    }
    for (const page of [hand, desk]) {
      const sheet = page.getByRole("dialog", { name: title });
      await sheet.getByRole("button", { name: "Close", exact: true }).click();
      await expect(sheet).toHaveCount(0);
    }
  });

  await test.step("keys move it, nobody is notified before the button, and it can be undone", async () => {
    await event(desk, named).focus();
    await desk.keyboard.press("Space");
    await expect(desk.getByText(`Lifted ${title}. Saturday 20 March, 10:00 – 11:00.`)).toBeAttached();
    await desk.keyboard.press("ArrowRight");
    await desk.keyboard.press("ArrowDown");
    await desk.keyboard.press("Shift+ArrowDown");
    await desk.keyboard.press("Enter");
    const dialog = desk.getByRole("dialog", { name: "Move event" });
    await expect(dialog.getByText("Sunday 21 March, 10:15 – 11:30")).toBeVisible();
    await expect(event(hand, new RegExp(`^${title}, Saturday 20 March, 06:00`))).toBeAttached();
    // The warning comes late, and moves the button.
    await expect(dialog.getByText(/outside of your working hours/)).toBeVisible();
    await dialog.getByRole("button", { name: "Move and notify 1 person" }).click();
    const undo = await keepUndo(desk, /moved/);
    await expect(event(desk, new RegExp(`^${title}, Sunday 21 March, 10:15 – 11:30`))).toBeVisible();
    await expect(event(hand, /21 March, 1 event/)).toBeVisible();
    await undo.click();
    await expect(event(desk, new RegExp(`^${title}, Saturday 20 March, 10:00 – 11:00`))).toBeVisible();
  });

  await test.step("an attendee proposes another time by dragging, and the organiser accepts it", async () => {
    const theirs = event(hand, named);
    await theirs.focus();
    await hand.keyboard.press("Space");
    await hand.keyboard.press("ArrowDown");
    await hand.keyboard.press("ArrowDown");
    await hand.keyboard.press("Enter");
    const asked = hand.getByRole("dialog", { name: "Propose another time" });
    await asked.getByLabel("Note").fill("After the ferry");
    await asked.getByRole("button", { name: "Propose" }).click();
    await expect(asked).toHaveCount(0);
    await event(desk, named).click();
    const sheet = desk.getByRole("dialog", { name: title });
    await expect(sheet.getByText("Ines Caballero: After the ferry")).toBeVisible();
    await sheet.getByRole("button", { name: "Move to this time" }).click();
    await expect(sheet.getByRole("region", { name: "Other times that were proposed" })).toHaveCount(0);
    await expect(sheet.getByText("Saturday 20 March, 10:30 – 11:30")).toBeVisible();
  });

  await test.step("a deletion removes the event for both", async () => {
    const sheet = desk.getByRole("dialog", { name: title });
    await sheet.getByRole("button", { name: "Delete event" }).click();
    await desk.getByRole("button", { name: "Delete and notify 1 person" }).click();
    await expect(desk.getByRole("dialog")).toHaveCount(0);
    await expect(event(desk, named)).toHaveCount(0);
    await expect(event(hand, named)).toHaveCount(0);
  });
});

test("creates, moves and resizes events by mouse, asks which occurrences to change, and keeps typed text", async ({
  signIn,
}) => {
  const page = await signIn("hanne.lindqvist", { timezoneId: "Europe/Lisbon" });
  await page.goto("/dashboard");
  await stored(page, "atoll.session.user");
  const title = `Case study ${randomUUID().slice(0, 6)}`;
  const times = { start: "2027-03-16T13:00", end: "2027-03-16T14:00", zone: "Europe/Lisbon" };
  await send(page, "POST", "/api/events", { id: randomUUID(), title, ...times });
  await page.goto(week);
  const one = event(page, new RegExp(`^${title}, `));
  await expect(one).toBeVisible();

  await test.step("the mouse moves it to another day, and its end to another time", async () => {
    const from = await middleOf(one);
    const to = await middleOf(column(page, "2027-03-18"));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y, { steps: 3 });
    await page.mouse.move(to.x, from.y, { steps: 6 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.mouse.up();
    await expect(event(page, new RegExp(`^${title}, Thursday 18 March, 13:00 – 14:00`))).toBeVisible();
    const box = await boxOf(one);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height + 10, { steps: 3 });
    await page.mouse.move(box.x + box.width / 2, box.y + box.height + 27, { steps: 3 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.mouse.up();
    await expect(event(page, new RegExp(`^${title}, Thursday 18 March, 13:00 – 14:30`))).toBeVisible();
  });

  await test.step("renames one occurrence of a series", async () => {
    await page.keyboard.press("n");
    const made = page.getByRole("dialog", { name: "New Event" });
    await made.getByLabel("Title").fill(`Weekly ${title}`);
    await made.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("n");
    await expect(made.getByLabel("Title")).toHaveValue(`Weekly ${title}`);
    await made.getByRole("button", { name: "More options" }).click();
    await made.getByRole("combobox", { name: "Repeats" }).click();
    await page.getByRole("option", { name: "Every day" }).click();
    await made.getByRole("button", { name: "Create Event" }).click();
    const all = event(page, new RegExp(`^Weekly ${title}, `));
    await expect(all.first()).toBeVisible();
    const before = await all.count();
    await all.first().click();
    await page.getByRole("button", { name: "Edit event" }).click();
    const edited = page.getByRole("dialog", { name: "Edit event" });
    await edited.getByLabel("Title").fill(`Only ${title}`);
    await expect(edited.getByRole("radio", { name: /This event/ })).toBeChecked();
    await edited.getByRole("button", { name: "Save", exact: true }).click();
    await expect(event(page, new RegExp(`^Only ${title}, `))).toHaveCount(1);
    await expect(all).toHaveCount(before - 1);
  });
});
