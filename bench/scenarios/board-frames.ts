import type { Page } from "@playwright/test";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import {
  addNotes,
  applyState,
  type BenchBoard,
  changeShared,
  createBoard,
  elementsOf,
  readDocument,
  updateOf,
} from "../board.ts";
import { openBrowser } from "../browser.ts";
import { movingBoxes } from "../floors/moving-boxes.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSocket } from "../sockets.ts";

const notes = 1000;
const movers = 30;
/** As a browser does it: a pointer every 80 ms, and a drop about every two seconds. */
const pointEveryMs = 80;
const pointsPerDrop = 25;
const watchedMs = 8_000;
const frameLimitMs = 1000 / 60;

/**
 * A browser that watches a board of 1,000 notes while 30 people drag notes over it: the whole board, where notes are
 * plain rectangles, and a part of it at full size, also while the viewer drags a note. Floors: the same views while
 * nobody moves, and boxes without a program that move while the same people write to the same server.
 */
export async function boardFrames(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, movers + 1);
  await database.end();
  const viewer = people.at(-1) as Member;
  const board = await createBoard(viewer, atoll.url, "Frames");
  const ids = await addNotes(viewer, atoll.url, board, notes);
  const { browser, page } = await openBrowser(atoll, `${viewer.id}@example.test`);
  const since = performance.now();
  await page.goto(`/brainstorm/${board.boardId}`);
  await page.locator(".react-flow__node-note").first().waitFor();
  const openedMs = performance.now() - since;
  await page.waitForLoadState("networkidle");
  const wholeCount = await page.locator(".react-flow__node-note").count();

  say("the floor: nobody moves");
  const stillWhole = await watch(page);
  await page.getByRole("button", { name: /^Zoom to 100/ }).click();
  const stillNear = await watch(page);
  await page.getByRole("button", { name: "Show the whole board" }).click();
  const stop = await startMovers(atoll, people.slice(0, movers), board, ids);
  say(`${movers} movers, the whole board`);
  const whole = await watch(page);
  await page.getByRole("button", { name: /^Zoom to 100/ }).click();
  say("at full size");
  const near = await watch(page);
  const nearCount = await page.locator(".react-flow__node-note").count();
  say("while the viewer drags");
  const dragging = await watch(page, () => dragAround(page));
  await page.close();
  say("the floor: boxes without a program");
  const boxesWhole = await movingBoxes(browser, {
    boxes: wholeCount,
    moving: movers,
    width: 26,
    height: 22,
    forMs: watchedMs,
  });
  const moving = Math.ceil((movers * nearCount) / notes);
  const boxesNear = await movingBoxes(browser, {
    boxes: nearCount,
    moving,
    width: 130,
    height: 116,
    forMs: watchedMs,
  });
  await stop();
  await browser.close();
  await atoll.stop();
  return [
    `a board of ${notes} notes, ${movers} people dragging one each; opened in a new page in ${ms(openedMs)}`,
    `whole board, ${wholeCount} notes drawn: ${written(whole, stillWhole)}`,
    `floor, ${wholeCount} boxes of which ${movers} move: ${written(boxesWhole)}`,
    `floor, nobody moves: ${written(stillWhole)}`,
    `full size, ${nearCount} notes drawn: ${written(near, stillNear)}`,
    `full size, and the viewer drags: ${written(dragging, stillNear)}`,
    `floor, ${nearCount} boxes of which ${moving} move: ${written(boxesNear)}`,
    `floor, nobody moves: ${written(stillNear)}`,
  ];
}

/** Frames a second, against 60, or against the machine where it does not reach 60 with nothing to do. */
function written(frames: readonly number[], floor?: readonly number[]): string {
  const rate = (some: readonly number[]) => (1000 * some.length) / some.reduce((sum, one) => sum + one, 0);
  const values = [...frames];
  const wanted = floor && Math.min(60, rate(floor)) * 0.97;
  const verdict = wanted === undefined ? "" : `; ${rate(frames) >= wanted ? "held" : "EXCEEDED"}`;
  const long = values.filter((frame) => frame > 2 * frameLimitMs).length;
  return `${rate(frames).toFixed(1)} frames a second, p50 ${ms(quantile(values, 0.5))}, p99 ${ms(quantile(values, 0.99))}, over ${ms(2 * frameLimitMs)}: ${long}${verdict}`;
}

async function startMovers(
  atoll: AtollProcess,
  people: readonly Member[],
  board: BenchBoard,
  ids: readonly string[],
): Promise<() => Promise<void>> {
  const { subject, epoch } = board;
  const state = await readDocument(people[0] as Member, atoll.url, board);
  let isOn = true;
  // At the end, sockets close before the last answers.
  const send = (asked: Promise<unknown>) => void asked.catch(() => undefined);
  const moving = people.map(async ({ token }, mover) => {
    const shared = applyState(state);
    const socket = await openSocket(atoll, token, () => undefined);
    await socket.ask("documents.watch", { documents: [{ subject, epoch }] });
    for (let step = mover; isOn; step += 1) {
      // One note after the other, spread over the board.
      const id = ids[(mover * 33 + Math.floor(step / pointsPerDrop)) % ids.length] ?? "";
      const at: [number, number] = [
        Math.round(2600 + 1500 * Math.sin(step / 9 + mover)),
        Math.round(1500 + 900 * Math.cos(step / 7 + mover)),
      ];
      const isDrop = step % pointsPerDrop === 0;
      const pointer = { at, view: null, selectedIds: [], moving: isDrop ? [] : [{ id, at }] };
      send(
        socket.ask("document.point", {
          epoch,
          clientId: shared.clientID,
          cursor: null,
          pointer,
          isHere: true,
        }),
      );
      if (isDrop) {
        const update = changeShared(shared, () => elementsOf(shared).get(id)?.set("at", at));
        send(socket.ask("document.update", updateOf(board, update)));
      }
      await new Promise((done) => setTimeout(done, pointEveryMs));
    }
    socket.close();
  });
  await new Promise((done) => setTimeout(done, 2_000));
  return async () => {
    isOn = false;
    await Promise.all(moving);
  };
}

async function dragAround(page: Page): Promise<void> {
  const box = await page.locator(".react-flow__node-note").nth(20).boundingBox();
  if (!box) throw new Error("there is no note to drag");
  await page.mouse.move(box.x + 60, box.y + 20);
  await page.mouse.down();
  const until = performance.now() + watchedMs;
  for (let step = 0; performance.now() < until; step += 1)
    await page.mouse.move(800 + 200 * Math.sin(step / 12), 480 + 120 * Math.cos(step / 9));
  await page.mouse.up();
}

/** Returns the length of each frame of the page, in milliseconds. */
async function watch(page: Page, work?: () => Promise<void>): Promise<number[]> {
  const frames = page.evaluate(readFrames, watchedMs);
  await work?.();
  return frames;
}

/** Runs in the page. */
function readFrames(forMs: number): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    const start = performance.now();
    let last = start;
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      if (now - start < forMs) requestAnimationFrame(next);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(next);
  });
}
