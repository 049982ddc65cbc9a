import { randomUUID } from "node:crypto";
import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Locator, Page } from "@playwright/test";
import { Finger, middleOf, send, stored } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

/** A Thursday on which nobody has planned anything; in Lisbon it is five hours later than in New York. */
const day = "2027-04-15";
const week = `/calendar?view=week&day=${day}`;
const column = (page: Page) => page.locator(`[data-cal-surface=hours] [data-cal-day="${day}"]`);

/** A point of the column at an hour, wherever it is scrolled to. */
async function at(page: Page, hour: number): Promise<{ x: number; y: number }> {
  const box = await column(page).boundingBox();
  if (!box) throw new Error("no column");
  return { x: box.x + box.width / 2, y: box.y + (box.height * hour) / 24 };
}

/** Put back after each journey: what somebody chose for themselves others would be shown too. */
const chosen: Page[] = [];
test.afterEach(async () => {
  for (const page of chosen.splice(0))
    await send(page, "PATCH", profileRoutes.changePreferences.path, { timeZone: null });
});

const ghost = (page: Page): Locator => page.locator("[data-ghost]");

test("finds a time for two people in two time zones, and a planned task links to its event", async ({
  signIn,
}) => {
  const mark = randomUUID().slice(0, 6);
  const desk = await signIn("yara.mansour", { timezoneId: "Europe/Lisbon" });
  const hand = await signIn("bea.santoro", { ...phone, timezoneId: "America/New_York" });
  await desk.goto("/dashboard");
  await hand.goto("/dashboard");
  await stored(desk, "atoll.session.user");
  chosen.push(hand);
  await send(hand, "PATCH", profileRoutes.changePreferences.path, { timeZone: "America/New_York" });
  const hours = { from: 9 * 60, until: 17 * 60 };
  const workingHours = [hours, hours, hours, hours, hours, null, null];
  await send(hand, "PUT", freeRoutes.saveWorkingHours.path, { workingHours });
  const secret = `Dentist ${mark}`;
  await send(hand, "POST", eventRoutes.createEvent.path, {
    id: randomUUID(),
    title: secret,
    visibility: "private",
    start: `${day}T09:00`,
    end: `${day}T10:00`,
    zone: "America/New_York",
  });

  await test.step("drawing an hour and a half by mouse shows which people the time does not suit", async () => {
    await desk.goto(week);
    const [from, to] = [await at(desk, 10.05), await at(desk, 11.45)];
    await desk.mouse.move(from.x, from.y);
    await desk.mouse.down();
    await desk.mouse.move(from.x, from.y + 12, { steps: 3 });
    await desk.mouse.move(to.x, to.y, { steps: 6 });
    await expect(ghost(desk).getByText("10:00 – 11:30")).toBeAttached();
    await desk.mouse.up();
    const dialog = desk.getByRole("dialog", { name: "New Event" });
    await expect(dialog.getByLabel("From (time)")).toHaveValue("10:00");
    await expect(dialog.getByLabel("Until (time)")).toHaveValue("11:30");
    await dialog.getByLabel("Title").fill(`Tide tables ${mark}`);
    await dialog.getByLabel("Search people").fill("Bea");
    await desk.getByRole("option", { name: /Bea Santoro/ }).click();
    await expect(
      dialog.getByText("For Bea it is outside of their working hours (05:00 in New York)."),
    ).toBeVisible();
    await dialog.getByLabel("From (time)").fill("14:00");
    await dialog.getByLabel("From (time)").blur();
    await expect(dialog.getByLabel("Until (time)")).toHaveValue("15:30");
    await expect(dialog.getByText("Bea is busy at 14:00.")).toBeVisible();
    await expect(desk.getByText(secret)).toHaveCount(0);
  });

  await test.step("one press selects a time that suits both", async () => {
    const dialog = desk.getByRole("dialog", { name: "New Event" });
    await dialog.getByRole("button", { name: "Find a time" }).click();
    const suggested = dialog.getByRole("region", { name: "Suggested times" });
    await suggested
      .getByRole("button", { name: /Everybody is free/ })
      .first()
      .click();
    await expect(dialog.getByRole("status").getByText("Everybody is free.")).toBeVisible();
    await dialog.getByRole("button", { name: "Create Event and notify 1 person" }).click();
    await expect(dialog).toHaveCount(0);
    await hand.goto(`/calendar?view=agenda&day=${day}`);
    await expect(hand.getByRole("button", { name: new RegExp(`^Tide tables ${mark}, `) })).toBeAttached();
  });

  await test.step("a task dragged into the week takes an hour, and links to its task and back", async () => {
    const title = `Chart ${mark}`;
    const due = { date: "2026-01-05" };
    await send(desk, "POST", taskRoutes.createTask.path, { id: randomUUID(), title, due });
    await desk.goto(week);
    await desk.getByRole("button", { name: "Calendars, months and tasks" }).click();
    const task = desk
      .getByRole("region", { name: "Plan my tasks" })
      .getByRole("listitem")
      .filter({ hasText: title });
    await expect(task).toBeVisible();

    // By keys first, and what they placed is taken back.
    const named = (at: string) => new RegExp(`^${title}, Thursday 15 April, ${at}`);
    await task.getByRole("button", { name: new RegExp(`^${title}`) }).focus();
    await desk.keyboard.press("Space");
    await expect(desk.getByText(`Lifted ${title}. Thursday 15 April, 09:00 – 10:00.`)).toBeAttached();
    await desk.keyboard.press("Escape");
    await expect(desk.getByText(`${title} is back where it was.`)).toBeAttached();
    await desk.keyboard.press("Space");
    await desk.keyboard.press("ArrowUp");
    await desk.keyboard.press("Shift+ArrowDown");
    await expect(ghost(desk).getByText("08:45 – 10:00")).toBeVisible();
    await desk.keyboard.press("Enter");
    const undo = await keepUndo(desk);
    await expect(desk.getByRole("button", { name: named("08:45 – 10:00") })).toBeVisible();
    await expect(task.getByRole("button", { name: new RegExp(`^${title}`) })).toBeFocused();
    await undo.click();
    await expect(desk.getByRole("button", { name: named("08:45 – 10:00") })).toHaveCount(0);

    const [from, to] = [await middleOf(task), await at(desk, 11.1)];
    await desk.mouse.move(from.x - 20, from.y);
    await desk.mouse.down();
    await desk.mouse.move(from.x - 60, from.y, { steps: 3 });
    const floating = desk.locator("[data-drag-overlay]").getByText(title);
    await expect(floating).toBeVisible();
    await desk.mouse.move(to.x, to.y, { steps: 6 });
    await expect(ghost(desk).getByText("11:00 – 12:00")).toBeAttached();
    await expect(floating).toBeHidden();
    await desk.mouse.up();
    await desk.getByRole("button", { name: named("11:00 – 12:00") }).click();
    await desk.getByRole("dialog", { name: title }).getByRole("button", { name: title }).click();
    const sheet = desk.getByRole("dialog", { name: title });
    await expect(desk).toHaveURL(/\/tasks\?task=/);
    await sheet.getByRole("link", { name: /15 Apr/ }).click();
    await expect(desk).toHaveURL(/\/calendar\?event=/);
  });

  await test.step("a long press on an hour creates an event", async () => {
    await hand.goto(week);
    await expect(hand.getByRole("button", { name: new RegExp(`^${secret}, `) })).toBeVisible();
    const [from, to] = [await at(hand, 13.05), await at(hand, 14.4)];
    const finger = await Finger.of(hand);
    await finger.press(from.x, from.y);
    await expect(ghost(hand)).toBeAttached();
    await finger.move(from.x, from.y + 10);
    await finger.move(to.x, to.y);
    await expect(ghost(hand).getByText("13:00 – 14:30")).toBeAttached();
    await finger.lift();
    const dialog = hand.getByRole("dialog", { name: "New Event" });
    await expect(dialog.getByLabel("From (time)")).toHaveValue("13:00");
    await expect(dialog.getByLabel("Until (time)")).toHaveValue("14:30");
  });
});
