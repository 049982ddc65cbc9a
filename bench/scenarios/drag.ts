import type { Page } from "@playwright/test";
import { startAtoll } from "../atoll-process.ts";
import { openBrowser } from "../browser.ts";
import { addPeople, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { addTasks } from "../tasks.ts";

const perColumn = 125;
const limitMs = 32;

/**
 * Carries a card over a board that shows 500 of them, from column to column, up, down and to the edges where columns
 * scroll. Floor: the same way of the mouse over a page on which nothing happens; what is slow in it, the machine was.
 */
export async function drag(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const [person] = await addPeople(database, 1);
  if (!person) throw new Error("there is nobody");
  await addTasks(database, person.id, perColumn);
  await database.end();
  const { browser, page } = await openBrowser(atoll, `${person.id}@example.test`);
  await page.goto("/tasks");
  await page.locator("[data-drag-item]").first().waitFor();
  say("showing all cards");
  await page.evaluate(showAll);
  await page.evaluate(() => {
    for (const column of document.querySelectorAll("[data-drag-zone]")) column.scrollTop = 0;
  });
  const cards = await page.locator("[data-drag-item]").count();
  if (cards !== perColumn * 4) throw new Error(`the board shows ${cards} cards`);
  await page.waitForLoadState("networkidle");

  say("the floor: the same way over the page");
  const floor = await carry(page, false);
  say("carrying a card");
  const held = await carry(page, true);
  await browser.close();
  await atoll.stop();
  const over = (frames: readonly number[]) => frames.filter((frame) => frame > limitMs).length;
  const written = ({ frames }: Carried) =>
    `${frames.length}, p50 ${ms(quantile(frames, 0.5))}, p99 ${ms(quantile(frames, 0.99))}, most ${ms(Math.max(...frames))}; over ${limitMs} ms: ${over(frames)}`;
  const perFrame = (total: number) => ms((total * 1000) / held.frames.length);
  return [
    `a board of ${cards} cards in four columns, a card carried over all of them and along the edges`,
    `frames: ${written(held)} (limit: as the floor, ${over(held.frames) <= over(floor.frames) + 2 ? "held" : "EXCEEDED"})`,
    `floor, nothing carried: ${written(floor)}`,
    `of the processor for each frame: script ${perFrame(held.cost.ScriptDuration ?? 0)}, style ${perFrame(held.cost.RecalcStyleDuration ?? 0)}, layout ${perFrame(held.cost.LayoutDuration ?? 0)}, all tasks ${perFrame(held.cost.TaskDuration ?? 0)}`,
    `places that the card was held over: ${held.places}`,
  ];
}

interface Carried {
  frames: number[];
  places: number;
  /** Seconds of the page's main thread, by what they were spent on. */
  cost: Record<string, number>;
}

async function carry(page: Page, isHeld: boolean): Promise<Carried> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const box = await page.locator("[data-drag-item]").nth(2).boundingBox();
  if (!box) throw new Error("the card is not on the screen");
  await page.mouse.move(box.x + 60, box.y + 20);
  if (isHeld) await page.mouse.down();
  await page.evaluate(watchFrames);
  const before = await metrics(session);
  for (let round = 0; round < 3; round += 1) {
    for (const [x, y] of way) await page.mouse.move(x, y, { steps: 40 });
    // At the lower edge the column scrolls under the card.
    await page.mouse.move(700, 845, { steps: 10 });
    await page.waitForTimeout(700);
  }
  const after = await metrics(session);
  const { frames, places } = await page.evaluate(readFrames);
  if (isHeld) {
    await page.keyboard.press("Escape");
    await page.mouse.up();
  }
  const cost = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]),
  );
  return { frames, places, cost };
}

const way = [
  [500, 300],
  [500, 700],
  [900, 650],
  [900, 250],
  [1250, 300],
  [1250, 760],
  [420, 500],
  [700, 320],
] as const;

async function metrics(session: {
  send(method: "Performance.getMetrics"): Promise<{ metrics: { name: string; value: number }[] }>;
}) {
  const answer = await session.send("Performance.getMetrics");
  return Object.fromEntries(answer.metrics.map(({ name, value }) => [name, value]));
}

interface Watched {
  watched?: { frames: number[]; places: Set<string>; isOn: boolean };
}

/** Runs in the page. */
async function showAll(): Promise<void> {
  for (;;) {
    const buttons = [...document.querySelectorAll("button")];
    const more = buttons.filter(({ textContent }) => /^Show \d+ more/.test(textContent));
    if (more.length === 0) return;
    for (const button of more) button.click();
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (performance.now() > 120_000)
      throw new Error(`still: ${more.map(({ textContent }) => textContent).join()}`);
  }
}

/** Runs in the page. */
function watchFrames(): void {
  const page = window as Window & Watched;
  const watched = { frames: [] as number[], places: new Set<string>(), isOn: true };
  page.watched = watched;
  let last = performance.now();
  const next = (now: number) => {
    if (!watched.isOn) return;
    watched.frames.push(now - last);
    last = now;
    const before = document.querySelector("[data-drag-slot]")?.nextElementSibling;
    if (before instanceof HTMLElement) watched.places.add(before.dataset.dragItem ?? "");
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** Runs in the page. */
function readFrames(): { frames: number[]; places: number } {
  const { watched } = window as Window & Watched;
  if (!watched) throw new Error("nothing was watched");
  watched.isOn = false;
  return { frames: watched.frames.slice(1), places: watched.places.size };
}
