import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { boxOf, send, stored } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test.use({ toastSeconds: "60" });

/** A Saturday that no other journey uses, and the week around it. */
const day = "2027-08-21";
const week = `/calendar?view=week&day=${day}`;
const lisbon = { timezoneId: "Europe/Lisbon" };

/** Presses an hour of a day in the week. */
async function pressHour(page: Page, of: string, hour: number): Promise<void> {
  const box = await boxOf(page.locator(`[data-cal-surface=hours] [data-cal-day="${of}"]`));
  await page.mouse.click(box.x + box.width / 2, box.y + (box.height * (hour + 0.1)) / 24);
}

/** Presses the lower end of a day in the month, where no event is. */
async function pressDay(page: Page, of: string): Promise<void> {
  const box = await boxOf(page.locator(`[aria-label=Month] [data-cal-day="${of}"]`));
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 5);
}

test("creates an event next to its slot, and the full form keeps everything typed", async ({ signIn }) => {
  const title = `Buoy check ${randomUUID().slice(0, 6)}`;
  const page = await signIn("marisol.vega", lisbon);
  await page.goto(week);
  const form = page.getByRole("dialog", { name: "New Event" });
  const slot = page.locator("[data-cal-surface=hours] [data-drag-slot]");

  await test.step("the form opens next to the slot, with the week still visible", async () => {
    await pressHour(page, "2027-08-19", 14);
    await expect(form.getByLabel("Title")).toBeFocused();
    const [drawn, shown] = [await boxOf(slot), await boxOf(form)];
    expect(shown.x >= drawn.x + drawn.width || shown.x + shown.width <= drawn.x).toBe(true);
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("From (time)").fill("15:00");
    await expect(slot.getByText("15:00 – 16:00")).toBeVisible();
  });

  await test.step("the week follows when the day is in another one, with the form next to its slot", async () => {
    await form.getByLabel("From", { exact: true }).fill("2 Sep 2027");
    await page.keyboard.press("Tab");
    await expect(page).toHaveURL(/day=2027-09-02/);
    await expect(slot.getByText("15:00 – 16:00")).toBeVisible();
    await expect(form.getByLabel("From (time)")).toBeFocused();
    await expect(async () => {
      const [drawn, shown] = [await boxOf(slot), await boxOf(form)];
      const gap = Math.min(
        Math.abs(shown.x - drawn.x - drawn.width),
        Math.abs(drawn.x - shown.x - shown.width),
      );
      expect(gap).toBeLessThan(12);
    }).toPass();
    await form.getByLabel("From", { exact: true }).fill("19 Aug 2027");
    await page.keyboard.press("Tab");
    await expect(page).toHaveURL(/day=2027-08-19/);
  });

  await test.step("a press on another hour keeps typed text", async () => {
    await pressHour(page, "2027-08-17", 11);
    await expect(form.getByLabel("From", { exact: true })).toHaveValue("17 Aug 2027");
    await expect(form.getByLabel("From (time)")).toHaveValue("11:00");
    await expect(form.getByLabel("Title")).toHaveValue(title);
  });

  await test.step("invites a whole department, and the button shows the number of people", async () => {
    await form.getByLabel("Search people").fill("marketing");
    await page.getByRole("option", { name: "Marketing Department" }).click();
    const said = form.getByText(/^\d+ people are invited\.$/);
    const count = Number.parseInt((await said.textContent()) ?? "", 10);
    expect(count).toBeGreaterThan(1);
    const tell = { name: `Create Event and notify ${count} people` };
    await expect(form.getByRole("button", tell)).toBeVisible();
    await form.getByRole("button", { name: "More options" }).click();
    await expect(form.getByLabel("Title")).toHaveValue(title);
    await expect(form.getByLabel("From (time)")).toHaveValue("11:00");
    await expect(form.getByRole("button", tell)).toBeVisible();
    await form.getByRole("button", { name: "Remove Marketing" }).click();
  });

  await test.step("once it is created it can be opened or undone", async () => {
    await form.getByLabel("Room or location").fill("Pier 3");
    await form.getByRole("button", { name: "Create Event", exact: true }).click();
    const toast = page.getByRole("group").filter({ hasText: "Event created" });
    await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
    await toast.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("dialog", { name: title }).getByText("Pier 3")).toBeVisible();
  });
});

test("creates an event and accepts its invitation by keyboard only", async ({ signIn }) => {
  const title = `Bilge talk ${randomUUID().slice(0, 6)}`;
  const page = await signIn("marisol.vega", lisbon);
  await page.goto(week);
  await expect(page.locator("[data-cal-surface=hours]")).toBeVisible();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "New Event" });
  const search = form.getByLabel("Search people");
  await expect(form.getByLabel("Title")).toBeFocused();
  // The shown Saturday is a day off.
  await expect(form.getByLabel("From", { exact: true })).toHaveValue("16 Aug 2027");
  await page.keyboard.type(title);
  await expect(page.locator("[data-drag-slot]").getByText(title)).toBeVisible();
  for (let field = 0; field < 6; field += 1) await page.keyboard.press("Tab");
  await expect(search).toBeFocused();

  await test.step("a person comes before a department whose name contains the text", async () => {
    await page.keyboard.type("dev");
    await expect(page.getByRole("option").first()).toContainText("Dev Raghunathan");
    await expect(page.getByRole("option", { name: "Business Development Department" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(form.getByRole("button", { name: "Remove Dev Raghunathan" })).toBeVisible();
  });
  await test.step("Backspace in the empty field removes the last person", async () => {
    await page.keyboard.press("Backspace");
    await expect(form.getByRole("button", { name: "Remove Dev Raghunathan" })).toHaveCount(0);
  });
  await page.keyboard.type("ines");
  await expect(page.getByRole("option", { name: /Ines Caballero/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button", { name: "Create Event and notify 1 person" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(form).toHaveCount(0);
  const made = page.getByRole("button", { name: new RegExp(`^${title}, Monday 16 August`) });
  await expect(made).toBeFocused();

  const guest = await signIn("ines.caballero", lisbon);
  await guest.goto(week);
  await guest.getByRole("button", { name: new RegExp(`^${title}, `) }).focus();
  await guest.keyboard.press("Enter");
  const sheet = guest.getByRole("dialog", { name: title });
  await expect(sheet.getByRole("radio", { name: "Yes" })).toBeVisible();
  await guest.keyboard.press("y");
  await expect(sheet.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expect(sheet.getByText("2 going")).toBeVisible();
});

test("a press on an empty day of the month starts an event", async ({ signIn }) => {
  const title = `Dry dock ${randomUUID().slice(0, 6)}`;
  const page = await signIn("hanne.lindqvist", lisbon);
  await page.goto("/dashboard");
  await stored(page, "atoll.session.user");
  const times = { start: `${day}T10:00`, end: `${day}T11:00`, zone: "Europe/Lisbon" };
  await send(page, "POST", "/api/events", { id: randomUUID(), title, ...times });
  await page.goto(`/calendar?view=month&day=${day}`);
  const form = page.getByRole("dialog", { name: "New Event" });
  await pressDay(page, "2027-08-11");
  await expect(form.getByLabel("From", { exact: true })).toHaveValue("11 Aug 2027");
  await expect(form.getByLabel("All day")).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);

  // A press that closes an open event does nothing else.
  await page.getByRole("button", { name: new RegExp(`^${title}, `) }).click();
  const open = page.getByRole("dialog", { name: title });
  await expect(open).toBeVisible();
  await pressDay(page, "2027-08-04");
  await expect(open).toHaveCount(0);
  await expect(form).toHaveCount(0);
  await pressDay(page, "2027-08-04");
  await expect(form.getByLabel("From", { exact: true })).toHaveValue("4 Aug 2027");
  await form.getByLabel("Title").fill(`Paint ${title}`);
  await page.keyboard.press("Control+Enter");
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("button", { name: new RegExp(`^Paint ${title}, `) })).toBeVisible();
});

test("on a phone, the event form opens from the bottom at full width", async ({ signIn }) => {
  const page = await signIn("ines.caballero", { ...phone, ...lisbon });
  await page.goto(week);
  await page.getByRole("main").getByRole("button", { name: "New Event" }).last().click();
  const form = page.getByRole("dialog", { name: "New Event" });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(async () => (await boxOf(form)).y + (await boxOf(form)).height).toBeCloseTo(height, 0);
  expect(await boxOf(form)).toMatchObject({ x: 0, width });
  for (const label of ["From", "From (time)", "Until (time)"]) {
    const isCut = (field: HTMLElement | SVGElement) => field.scrollWidth > field.clientWidth;
    expect(await form.getByLabel(label, { exact: true }).evaluate(isCut), label).toBe(false);
  }
});

test("a guest proposes another time with a button, on a phone", async ({ signIn }) => {
  const title = `Keel talk ${randomUUID().slice(0, 6)}`;
  const desk = await signIn("marisol.vega", lisbon);
  const hand = await signIn("ines.caballero", { ...phone, ...lisbon });
  await desk.goto("/dashboard");
  await hand.goto("/dashboard");
  const { id: guest } = await stored(hand, "atoll.session.user");
  await stored(desk, "atoll.session.user");
  const id = randomUUID();
  const times = { start: `${day}T10:00`, end: `${day}T11:00`, zone: "Europe/Lisbon" };
  await send(desk, "POST", "/api/events", { id, title, ...times, invite: { personIds: [guest] } });

  await hand.goto(`/calendar?event=${id}`);
  await hand.getByRole("button", { name: "Propose another time" }).click();
  const asked = hand.getByRole("dialog", { name: "Propose another time" });
  await asked.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(asked.getByText("Choose another time than the one of the event.")).toBeVisible();
  await asked.getByLabel("From (time)").fill("14:30");
  await asked.getByLabel("From (time)").blur();
  await asked.getByLabel("Note").fill("After the ferry");
  await asked.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(asked).toHaveCount(0);

  await desk.goto(`/calendar?event=${id}`);
  const sheet = desk.getByRole("dialog", { name: title });
  await expect(sheet.getByText("Ines Caballero: After the ferry")).toBeVisible();
  await expect(sheet.getByText("Saturday 21 August, 14:30 – 15:30")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Propose another time" })).toHaveCount(0);
});
