import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { Page } from "@playwright/test";
import { startAtoll } from "../atoll-process.ts";
import { openBrowser } from "../browser.ts";
import { clickToPainted } from "../click-to-painted.ts";
import { createHttpClient } from "../http-client.ts";
import { addPeople, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

/** So many things on each day: a full one. */
const aDay = 8;
const rounds = 6;
const paintedMs = 100;
/** Two frames at 60 a second: what is slower is seen. */
const frameMs = 32;

/**
 * The calendar in a browser, of a person with eight events on each day: from the click on a view to its events painted,
 * in weeks that were seen and in new ones, and the frames while an event is dragged over a week. Floor of the frames: the
 * same way of the mouse with nothing held; what is slow in it, the machine was.
 */
export async function calendarScreen(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const [person] = await addPeople(database, 1);
  await database.end();
  if (!person) throw new Error("there is nobody");
  const client = createHttpClient(atoll.url);
  for (let hour = 8; hour < 8 + aDay; hour += 1) {
    const at = (minute: string) => `2027-03-01T${String(hour).padStart(2, "0")}:${minute}`;
    const body = { id: randomUUID(), title: `Event of ${hour}`, start: at("00"), end: at("45"), zone: "UTC" };
    await client.call({
      method: "POST",
      path: eventRoutes.createEvent.path,
      headers: { authorization: `Bearer ${person.token}` },
      body: { ...body, rule: "FREQ=DAILY;COUNT=300" },
    });
  }
  client.close();
  const { browser, page } = await openBrowser(atoll, `${person.id}@example.test`);
  await page.goto("/calendar?view=month&day=2027-03-10");
  await page.locator("[aria-label=Month] .cal-item").first().waitFor();

  say("switching views");
  const seen: number[] = [];
  const fresh: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const took of [fresh, seen, seen])
      for (const view of ["Week", "Day", "Month"]) took.push(await switchTo(page, view));
    // Another month, of which nothing has been seen yet.
    await page.getByRole("button", { name: "Later" }).click();
    await page.waitForLoadState("networkidle");
  }
  say("dragging");
  await page.goto("/calendar?view=week&day=2027-03-10");
  await page.locator("[aria-label=Week] .cal-item").nth(20).waitFor();
  await page.waitForLoadState("networkidle");
  const floor = await carry(page, false);
  const held = await carry(page, true);
  await browser.close();
  await atoll.stop();
  const views = (took: readonly number[]) =>
    `p50 ${ms(quantile(took, 0.5))}, p95 ${ms(quantile(took, 0.95))}, most ${ms(Math.max(...took))}; limit ${ms(paintedMs)} for p50: ${quantile(took, 0.5) <= paintedMs ? "met" : "MISSED"}`;
  const over = (frames: readonly number[]) => frames.filter((frame) => frame > frameMs).length;
  const frames = (all: readonly number[]) =>
    `${all.length}, p50 ${ms(quantile(all, 0.5))}, p95 ${ms(quantile(all, 0.95))}, p99 ${ms(quantile(all, 0.99))}; over ${frameMs} ms: ${over(all)}`;
  return [
    `${aDay} events on each day; the machine's load at the end ${loadavg().map(Math.round).join(", ")}`,
    `a view of what was seen before, ${seen.length} times: ${views(seen)}`,
    `a view of what is new, ${fresh.length} times: ${views(fresh)}`,
    `frames while an event is dragged: ${frames(held)} (limit: as the floor, ${over(held) <= over(floor) + 2 ? "held" : "EXCEEDED"})`,
    `floor, nothing held: ${frames(floor)}`,
  ];
}

async function switchTo(page: Page, view: string): Promise<number> {
  const button = page.getByRole("radiogroup", { name: "View" }).getByRole("radio", { name: view });
  return clickToPainted(page, button, { selector: `[aria-label=${view}] .cal-item`, count: aDay });
}

async function carry(page: Page, isHeld: boolean): Promise<number[]> {
  const box = await page.locator("[aria-label=Week] .cal-item").nth(20).boundingBox();
  if (!box) throw new Error("the event is not on the screen");
  await page.mouse.move(box.x + 20, box.y + 8);
  if (isHeld) await page.mouse.down();
  await page.evaluate(watchFrames);
  for (let round = 0; round < 4; round += 1) {
    for (const [x, y] of way) await page.mouse.move(x, y, { steps: 40 });
  }
  const frames = await page.evaluate(readFrames);
  if (isHeld) {
    if ((await page.locator("[data-ghost]").count()) === 0) throw new Error("nothing was dragged");
    await page.keyboard.press("Escape");
    await page.mouse.up();
  }
  return frames;
}

const way = [
  [500, 400],
  [900, 700],
  [1300, 350],
  [700, 600],
] as const;

interface Watched {
  watched?: { frames: number[]; isOn: boolean };
}

/** Runs in the page. */
function watchFrames(): void {
  const page = window as Window & Watched;
  const watched = { frames: [] as number[], isOn: true };
  page.watched = watched;
  let last = performance.now();
  const next = (now: number) => {
    if (!watched.isOn) return;
    watched.frames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** Runs in the page. */
function readFrames(): number[] {
  const { watched } = window as Window & Watched;
  if (!watched) throw new Error("nothing was watched");
  watched.isOn = false;
  return watched.frames.slice(1);
}
