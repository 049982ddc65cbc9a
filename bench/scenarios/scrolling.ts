import { startAtoll } from "../atoll-process.ts";
import { openBrowser } from "../browser.ts";
import { writeHistory } from "../chat-history.ts";
import { ms, quantile } from "../quantiles.ts";

const messageCount = 100_000;
/** A hard flick of a wheel or a finger: 6,000 px, or some hundred and thirty messages, a second. Judged by. */
const flick = { pxAFrame: 100, frames: 3000 };
/** Some eight hundred messages a second, as fast as the server's limit of requests lets anybody go; nobody reads so. */
const race = { pxAFrame: 600, frames: Number.POSITIVE_INFINITY };
const limits = { rows: 400, frameMs: 32, jumpPx: 1 };

interface Scrolled {
  frames: number[];
  mostRows: number;
  mostJumpPx: number;
  heapMb: number[];
  first: string;
}

interface Pace {
  pxAFrame: number;
  /** Scrolls so far at most, and to the beginning otherwise. */
  frames: number;
}

/**
 * Scrolls up from the end of a channel of 100,000 messages, one step a frame: as fast as people do for a while, and then
 * from the end again, far faster, to its beginning. Floor: the same browser, paces and numbers of frames in a list of
 * plain paragraphs, all of which are there from the start; what is slow in it, the machine was.
 */
export async function scrolling(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  say(`writing ${messageCount} messages`);
  const { reader, longId } = await writeHistory(atoll, { messages: messageCount, channels: 10 });
  const { browser, page } = await openBrowser(atoll, reader.email);
  const scroll = async (pace: Pace) => {
    await page.goto(`/chat/channel/${longId}`);
    await page.getByText(`#${messageCount} `).waitFor();
    // The parts of the page that are not there at first come when the browser has nothing to do.
    await page.waitForLoadState("networkidle");
    return page.evaluate(scrollUp, { ...pace, frames: Math.min(pace.frames, 1e6) });
  };
  say("scrolling as people do");
  const slowly = await scroll(flick);
  say("scrolling to the beginning");
  const whole = await scroll(race);
  say("scrolling the floor");
  const slowFloor = await page.evaluate(scrollParagraphs, { ...flick, frames: slowly.frames.length });
  const wholeFloor = await page.evaluate(scrollParagraphs, { ...race, frames: whole.frames.length });
  await browser.close();
  await atoll.stop();

  if (!whole.first.includes("#1 ")) throw new Error(`the scrolling ended at ${JSON.stringify(whole.first)}`);
  const said = (isHeld: boolean) => (isHeld ? "held" : "EXCEEDED");
  const mostRows = Math.max(slowly.mostRows, whole.mostRows);
  const mostJumpPx = Math.max(slowly.mostJumpPx, whole.mostJumpPx);
  return [
    `up from the end of ${messageCount} messages, ${flick.pxAFrame} px a frame (6,000 px a second, a hard flick), ${slowly.frames.length} frames`,
    `frames: ${written(slowly.frames)} (limit 0: ${said(slow(slowly.frames) === 0)})`,
    `floor, paragraphs without an application: ${written(slowFloor)}`,
    `up through all of them, ${race.pxAFrame} px a frame (36,000 px a second), ${whole.frames.length} frames`,
    `frames: ${written(whole.frames)} (faster than anybody reads; not judged)`,
    `floor: ${written(wholeFloor)}`,
    `most rows in the page: ${mostRows} (limit ${limits.rows}: ${said(mostRows <= limits.rows)})`,
    `what was in view moved by at most ${slowly.mostJumpPx.toFixed(2)} px when older pages came, at the faster pace ${whole.mostJumpPx.toFixed(2)} px (limit ${limits.jumpPx} px: ${said(mostJumpPx <= limits.jumpPx)})`,
    `heap in use after every 20,000 messages or so: ${whole.heapMb.map((mb) => mb.toFixed(0)).join(", ")} MB`,
  ];
}

function slow(frames: readonly number[]): number {
  return frames.filter((frame) => frame > limits.frameMs).length;
}

function written(frames: number[]): string {
  const most = ms(Math.max(...frames));
  return `p50 ${ms(quantile(frames, 0.5))}, p99 ${ms(quantile(frames, 0.99))}, most ${most}; over ${limits.frameMs} ms: ${slow(frames)}`;
}

/** Runs in the page. */
async function scrollUp({ pxAFrame: step, frames: mostFrames }: Pace): Promise<Scrolled> {
  const feed = document.querySelector<HTMLElement>("[role=feed]");
  if (!feed) throw new Error("there is no list of messages");
  const nextFrame = () => new Promise<number>(requestAnimationFrame);
  const result: Scrolled = { frames: [], mostRows: 0, mostJumpPx: 0, heapMb: [], first: "" };
  const middle = () => {
    const view = feed.getBoundingClientRect();
    const rows = [...feed.querySelectorAll<HTMLElement>("[data-message]")];
    return rows.find((element) => element.getBoundingClientRect().bottom > view.top + view.height / 2);
  };
  let atTopSince = 0;
  let last = await nextFrame();
  while (result.frames.length < mostFrames) {
    const seen = middle();
    const before = seen?.getBoundingClientRect().top ?? 0;
    const moved = Math.min(step, feed.scrollTop);
    feed.scrollTop -= moved;
    const now = await nextFrame();
    result.frames.push(now - last);
    last = now;
    const after = seen?.isConnected ? seen.getBoundingClientRect().top : before + moved;
    result.mostJumpPx = Math.max(result.mostJumpPx, Math.abs(after - before - moved));
    if (result.frames.length % 20 === 0) {
      result.mostRows = Math.max(result.mostRows, feed.querySelectorAll("[data-message]").length);
    }
    if (result.frames.length % 1500 === 1) {
      const { memory } = performance as Performance & { memory?: { usedJSHeapSize: number } };
      result.heapMb.push((memory?.usedJSHeapSize ?? 0) / 1e6);
    }
    if (feed.scrollTop > 0) atTopSince = 0;
    else if (atTopSince === 0) atTopSince = now;
    else if (now - atTopSince > 3000) break;
  }
  // Waiting at the top is no scrolling.
  result.first = feed.querySelector("[data-message]")?.textContent ?? "";
  return result;
}

/** Runs in the page. */
async function scrollParagraphs({ pxAFrame: step, frames: mostFrames }: Pace): Promise<number[]> {
  const box = document.createElement("div");
  box.style.cssText = "position: fixed; inset: 0; overflow-y: auto; background: white; z-index: 100";
  for (let index = 0; index < 5000; index += 1) {
    const paragraph = document.createElement("p");
    paragraph.textContent = `${index} I have moved the nightly job to three, because the backup takes longer.`;
    box.append(paragraph);
  }
  document.body.append(box);
  const nextFrame = () => new Promise<number>(requestAnimationFrame);
  const frames: number[] = [];
  while (frames.length < mostFrames) {
    box.scrollTop = box.scrollHeight;
    await nextFrame();
    let last = await nextFrame();
    while (box.scrollTop > 0 && frames.length < mostFrames) {
      box.scrollTop -= step;
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
    }
  }
  box.remove();
  return frames;
}
