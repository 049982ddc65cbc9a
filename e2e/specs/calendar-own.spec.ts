import { randomUUID } from "node:crypto";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { send, stored } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";

/** A Monday of weeks in which nobody has planned anything. */
const monday = "2035-01-08";

// A task that is gone is asked for and not found.
test.use({ allowConsole: /status of 404/ });

test("a personal calendar is created, filled, searched, hidden and deleted, with working hours", async ({
  signIn,
}) => {
  const mark = randomUUID().slice(0, 6);
  const [name, title] = [`Rowing ${mark}`, `Low tide ${mark}`];
  const page = await signIn("elin.hagen", { timezoneId: "Europe/Lisbon" });
  const dialog = page.getByRole("dialog");
  const calendars = page.getByRole("region", { name: "Calendars", exact: true });
  const row = page.getByRole("button", { name: new RegExp(`^${title}, `) });
  await page.goto(`/calendar?view=agenda&day=${monday}`);

  await test.step("creates a calendar with a colour", async () => {
    await page.getByRole("button", { name: "Calendars, months and tasks" }).click();
    await page.getByRole("button", { name: "New calendar" }).click();
    await dialog.getByRole("button", { name: "Create Calendar" }).click();
    await expect(dialog.getByText("Name is required")).toBeVisible();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("combobox", { name: "Colour" }).click();
    await page.getByRole("option", { name: "Sky" }).click();
    await dialog.getByRole("button", { name: "Create Calendar" }).click();
    await expect(calendars.getByRole("checkbox", { name })).toBeChecked();
  });

  await test.step("an empty week offers a first event, which goes into the calendar", async () => {
    await expect(page.getByText("Nothing planned in these four weeks.")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "New Event" }).last().click();
    await expect(dialog.getByLabel("From", { exact: true })).toHaveValue("8 Jan 2035");
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByLabel("All day").check();
    await dialog.getByRole("combobox", { name: "Calendar" }).click();
    await page.getByRole("option", { name }).click();
    await dialog.getByRole("button", { name: "Create Event" }).click();
    await expect(row).toHaveAccessibleName(`${title}, Monday 8 January, all day`);
  });

  await test.step("hides and shows the calendar, and finds its events by a word", async () => {
    await calendars.getByRole("checkbox", { name }).uncheck();
    await expect(row).toHaveCount(0);
    await calendars.getByRole("checkbox", { name }).check();
    await expect(row).toBeVisible();
    await page.getByRole("button", { name: "Today" }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole("button", { name: "Find an event" }).click();
    await page.getByRole("combobox", { name: "Find an event" }).fill(title);
    await expect(page.getByRole("option", { name: new RegExp(title) })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("deleting the calendar keeps its events", async () => {
    await calendars.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete calendar" }).click();
    await expect(calendars.getByRole("checkbox", { name })).toHaveCount(0);
    await expect(row).toBeVisible();
  });

  await test.step("shades Thursdays for a person who does not work then, and refuses invalid hours", async () => {
    await page.goto("/settings?view=calendar");
    const hours = page.getByRole("listitem").filter({ hasText: "Thursday" });
    await page.getByLabel("Friday, until").fill("08:00");
    await page.getByLabel("Friday, until").blur();
    await expect(page.getByText("The end must be after the start.")).toBeVisible();
    // Not `uncheck`, which wants it so in the same moment: it shows what is being saved.
    await hours.getByRole("checkbox", { name: "Thursday" }).click();
    await expect(hours.getByText("Not working")).toBeVisible();
    await expectAccessible(page, "the settings of a calendar");
    await page.goto(`/calendar?view=week&day=${monday}`);
    const day = (of: string) => page.locator(`[data-cal-surface=hours] [data-cal-day="${of}"]`);
    await expect(day("2035-01-11")).toHaveClass(/cal-off/);
    await expect(day("2035-01-12")).not.toHaveClass(/cal-off/);
  });

  await test.step("says that a task no longer exists, and does not refetch it", async () => {
    await page.goto(`/calendar?view=week&plan=${randomUUID()}`);
    const waits = page.getByRole("dialog", { name: "Plan a task" });
    await expect(waits.getByText("This task does not exist, or you cannot see it.")).toBeVisible();
    await waits.getByRole("button", { name: "Close" }).last().click();
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(/plan=/);
  });
});

test("answers one occurrence with a note, and moves the following ones by keyboard", async ({ signIn }) => {
  const title = `Cold store ${randomUUID().slice(0, 6)}`;
  const desk = await signIn("elin.hagen", { timezoneId: "Europe/Lisbon" });
  const hand = await signIn("henrik.aas", { ...phone, timezoneId: "America/New_York" });
  await desk.goto("/dashboard");
  await hand.goto("/dashboard");
  const { id } = await stored(hand, "atoll.session.user");
  await send(desk, "POST", eventRoutes.createEvent.path, {
    id: randomUUID(),
    title,
    start: "2035-02-06T15:00",
    end: "2035-02-06T16:00",
    zone: "Europe/Lisbon",
    rule: "FREQ=DAILY;COUNT=3",
    invite: { personIds: [id] },
  });
  const week = "/calendar?view=week&day=2035-02-07";
  const at = (day: number, time: string) =>
    desk.getByRole("button", { name: new RegExp(`^${title}, \\w+ ${day} February, ${time}`) });

  await test.step("answers one occurrence with a note, on a phone in another time zone", async () => {
    await hand.goto(week);
    await hand.getByRole("button", { name: new RegExp(`^${title}, Wednesday 7 February, 10:00`) }).click();
    const sheet = hand.getByRole("dialog", { name: title });
    await sheet.getByLabel("Only for this one").check();
    await sheet.getByLabel("Note to the organiser").fill("After the ferry");
    await sheet.getByRole("radio", { name: "Maybe" }).check();
    await expect(sheet.getByText("1 maybe")).toBeVisible();
    // Once the note is sent, the event closes without a question.
    await expect(async () => {
      await hand.keyboard.press("Escape");
      await expect(hand.getByRole("dialog")).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });

  await test.step("shows the organiser the note at that occurrence, and at no other", async () => {
    await desk.goto(week);
    const sheet = desk.getByRole("dialog", { name: title });
    await at(7, "15:00").click();
    await expect(sheet.getByText("After the ferry")).toBeVisible();
    await desk.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await at(8, "15:00").click();
    await expect(sheet.getByText("1 going, 1 no reply")).toBeVisible();
    await expect(sheet.getByText("After the ferry")).toHaveCount(0);
    await desk.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
  });

  await test.step("moves this and the following occurrences by keys, and keeps the earlier ones", async () => {
    await at(7, "15:00").focus();
    await desk.keyboard.press("Space");
    await expect(desk.getByText(`Lifted ${title}. Wednesday 7 February, 15:00 – 16:00.`)).toBeAttached();
    await desk.keyboard.press("ArrowDown");
    await desk.keyboard.press("Enter");
    const dialog = desk.getByRole("dialog", { name: "Move event" });
    await dialog.getByRole("radio", { name: /This and following/ }).check();
    await dialog.getByRole("button", { name: "Move and notify 1 person" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(at(7, "15:15 – 16:15")).toBeVisible();
    await expect(at(8, "15:15 – 16:15")).toBeVisible();
    await expect(at(6, "15:00 – 16:00")).toBeVisible();
  });

  await test.step("restores a cancelled occurrence, and resets a moved one", async () => {
    const sheet = desk.getByRole("dialog", { name: title });
    await at(8, "15:15").click();
    await sheet.getByRole("button", { name: "Delete event" }).click();
    await desk.getByRole("button", { name: "Delete and notify 1 person" }).click();
    await expect(desk.getByRole("dialog")).toHaveCount(0);
    await expect(at(8, "15:15")).toHaveCount(0);
    await at(7, "15:15").click();
    await expect(sheet.getByText("Cancelled on Thu 8 Feb")).toBeVisible();
    await sheet.getByRole("button", { name: "Bring back and notify 1 person" }).click();
    await expect(sheet.getByText("Cancelled on Thu 8 Feb")).toHaveCount(0);
    await desk.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await expect(at(8, "15:15")).toBeVisible();
    await at(7, "15:15").focus();
    await desk.keyboard.press("Space");
    await expect(desk.getByText(`Lifted ${title}. Wednesday 7 February, 15:15 – 16:15.`)).toBeAttached();
    await desk.keyboard.press("ArrowDown");
    await desk.keyboard.press("Enter");
    await desk.getByRole("button", { name: "Move and notify 1 person" }).click();
    await at(7, "15:30 – 16:30").click();
    await sheet.getByRole("button", { name: "Reset to series and notify 1 person" }).click();
    await expect(sheet.getByText("Wednesday 7 February, 15:15 – 16:15")).toBeVisible();
    await expect(sheet.getByText("This occurrence was changed on its own.")).toHaveCount(0);
  });
});
