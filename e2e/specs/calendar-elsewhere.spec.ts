import { randomUUID } from "node:crypto";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { send, stored } from "../fixtures/tasks.ts";
import { expect, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

/** A calendar as another program writes it: a series, an event in a zone that nobody knows, and one with an unknown repetition. */
function calendarFile(name: string): Buffer {
  const event = (uid: string, lines: readonly string[]) =>
    ["BEGIN:VEVENT", `UID:${uid}-${name}@club.example`, ...lines, "END:VEVENT"].join("\r\n");
  const text = [
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Club//Club 1.0//EN",
    event("row", [
      `SUMMARY:Rowing ${name}`,
      "DTSTART;TZID=Europe/Lisbon:20270410T090000",
      "DTEND;TZID=Europe/Lisbon:20270410T103000",
      "RRULE:FREQ=WEEKLY;COUNT=3",
    ]),
    event("board", [
      `SUMMARY:Board ${name}`,
      "DTSTART;TZID=Harbour Time:20270410T120000",
      "DTEND;TZID=Harbour Time:20270410T130000",
    ]),
    event("tick", [`SUMMARY:Tick ${name}`, "DTSTART:20270410T190000Z", "RRULE:FREQ=MINUTELY"]),
    "END:VCALENDAR\r\n",
  ].join("\r\n");
  return Buffer.from(text);
}

// A file that is none is refused.
test.use({ allowConsole: /status of 400/, toastSeconds: "60" });

test("imports a calendar, offers it to other programs, and shows its analytics", async ({ signIn }) => {
  const name = randomUUID().slice(0, 6);
  const page = await signIn("marisol.vega", { timezoneId: "Europe/Lisbon" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/calendar?view=week&day=2027-04-10");
  const more = page.getByRole("button", { name: "More for the calendar" });
  const dialog = page.getByRole("dialog");
  const file = dialog.getByLabel("Calendar file", { exact: true });

  await test.step("an invalid file shows an error, and imports nothing", async () => {
    await more.click();
    await page.getByRole("menuitem", { name: "Import a calendar file" }).click();
    await file.setInputFiles({ name: "cat.ics", mimeType: "text/calendar", buffer: Buffer.from("a cat") });
    await expect(dialog.getByRole("alert")).toContainText("Choose a calendar file");
  });

  await test.step("a dry run lists what would be imported, and asks for an unknown time zone", async () => {
    const buffer = calendarFile(name);
    await file.setInputFiles({ name: "club.ics", mimeType: "text/calendar", buffer });
    await expect(dialog.getByText("2 new, 1 left out")).toBeVisible();
    await expect(
      dialog.getByText("Repeats in a way that Atoll does not know. Only the first time is imported."),
    ).toBeVisible();
    await expectAccessible(page, "the dry run of an import");
    await dialog.getByRole("combobox", { name: "“Harbour Time” is the time of" }).click();
    await page.getByRole("option", { name: "Lisbon, Europe" }).click();
    await expect(dialog.getByText(/\b3 new\b/)).toBeVisible();
  });

  await test.step("an import is undone as a whole, and repeated", async () => {
    const bring = dialog.getByRole("button", { name: "Import 3 events" });
    const imported = page.getByRole("dialog", { name: "Calendar imported" });
    await bring.click();
    const undo = await keepUndo(page);
    await expect(imported).toBeVisible();
    await undo.click();
    await expect(page.getByText("Change undone")).toBeVisible();
    await bring.click();
    await expect(imported).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
  });

  await test.step("shows it in the calendar, and exports one event as a file", async () => {
    const one = page.getByRole("button", {
      name: new RegExp(`^Rowing ${name}, Saturday 10 April, 09:00 – 10:30`),
    });
    await one.click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as a calendar file" }).click();
    expect((await saving).suggestedFilename()).toBe(`Rowing ${name}.ics`);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("creates, copies and revokes a feed address that works without signing in", async () => {
    await more.click();
    await page.getByRole("menuitem", { name: "Follow it elsewhere" }).click();
    await dialog.getByRole("button", { name: "Create an address" }).click();
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByText("Address copied")).toBeVisible();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    await expect(dialog.getByLabel("Address of your calendar")).toHaveValue(address);
    const followed = await fetch(address);
    expect(await followed.text()).toContain(`SUMMARY:Rowing ${name}`);
    await dialog.getByRole("button", { name: "End the address" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End the address" }).click();
    await expect(dialog.getByText("There is no address yet")).toBeVisible();
    expect((await fetch(address)).status).toBe(404);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("suggests shortening a frequent series, and sends nothing before the button", async () => {
    const personIds: string[] = [];
    const { accessToken } = await stored(page, "atoll.session.token");
    for (const person of ["Oksana Shevchuk", "Gustav Thorn"]) {
      const headers = { authorization: `Bearer ${accessToken}` };
      const found = await page.request.get("/api/people", { params: { name: person }, headers });
      personIds.push((await found.json()).people[0].id);
    }
    const title = `Huddle ${name}`;
    await send(page, "POST", eventRoutes.createEvent.path, {
      id: randomUUID(),
      title,
      start: "2027-05-03T09:00",
      end: "2027-05-03T09:30",
      zone: "Europe/Lisbon",
      rule: "FREQ=DAILY;COUNT=10",
      invite: { personIds },
    });
    await page.goto("/calendar/analytics?period=2027-05-03~2027-05-14");
    const row = page.getByRole("row", { name: new RegExp(title) });
    await expect(row).toContainText("Every day, 30 min");
    await row.getByRole("link", { name: /^Shorten to 15 min/ }).click();
    const edited = page.getByRole("dialog", { name: "Edit event" });
    await expect(edited.getByText("Nothing changes and nobody is notified until you save.")).toBeVisible();
    await expect(edited.getByLabel("Until (time)")).toHaveValue("09:15");
    await expect(edited.getByRole("radio", { name: /This and following/ })).toBeChecked();
    await edited.getByRole("button", { name: "Cancel" }).click();
    const sheet = page.getByRole("dialog", { name: title });
    await expect(sheet.getByText("Monday 3 May, 09:00 – 09:30")).toBeVisible();
    await page.goBack();
    await row.getByRole("link", { name: /^Shorten to 15 min/ }).click();
    await edited.getByRole("button", { name: "Save and notify 2 people" }).click();
    await expect(dialog).toHaveCount(0);
    await page.goBack();
    await expect(row).toContainText("Every day, 15 min");
    await expect(row).toContainText("Nothing to change");
  });

  await test.step("the analytics are shown with their tables", async () => {
    await page.goto("/calendar");
    await more.click();
    await page.getByRole("menuitem", { name: "Analytics" }).click();
    await page.goto("/calendar/analytics?period=2027-04-05~2027-04-30");
    await expect(page.getByRole("heading", { name: "Calendar analytics" })).toBeVisible();
    const kinds = page.getByRole("region", { name: "By kind" });
    await kinds.getByRole("button", { name: "Table of “By kind”" }).click();
    await expect(kinds.getByRole("row", { name: /^Meeting/ })).toBeVisible();
    await expectAccessible(page, "calendar analytics");
  });
});
