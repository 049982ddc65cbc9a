import { startAtoll } from "../atoll-process.ts";
import { openBrowser } from "../browser.ts";
import { writeHistory } from "../chat-history.ts";
import { ms, quantile } from "../quantiles.ts";

const messageCount = 100_000;
/** Some eight hundred messages a second: as fast as the server's limit of requests lets a person go. */
const pxAFrame = 600;
const limits = { rows: 400, frameMs: 32, jumpPx: 1 };

interface Scrolled {
  frames: number[];
  mostRows: number;
  mostJumpPx: number;
  heapMb: number[];
  first: string;
}

/**
 * Scrolls through a channel of 100,000 messages from its end to its beginning, one step a frame. Floor: the same page
 * and steps in a list of plain paragraphs, all of which are there from the start.
 */
export async function scrolling(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  say(`writing ${messageCount} messages`);
  const { reader, longId } = await writeHistory(atoll, { messages: messageCount, channels: 10 });
  const { browser, page } = await openBrowser(atoll, reader.email);
  await page.goto(`/chat/channel/${longId}`);
  await page.getByText(`#${messageCount} `).waitFor();
  say("scrolling up");
  const scrolled = await page.evaluate(scrollUp, pxAFrame);
  say("scrolling the floor");
  const floor = await page.evaluate(scrollParagraphs, pxAFrame);
  await browser.close();
  await atoll.stop();

  const { frames, mostRows, mostJumpPx, heapMb, first } = scrolled;
  if (!first.includes("#1 ")) throw new Error(`the scrolling ended at ${JSON.stringify(first)}`);
  const slow = frames.filter((frame) => frame > limits.frameMs).length;
  const said = (isHeld: boolean) => (isHeld ? "held" : "EXCEEDED");
  return [
    `up through ${messageCount} messages, ${pxAFrame} px a frame, ${frames.length} frames`,
    `frames: ${row(frames)}, most ${ms(Math.max(...frames))}; over ${limits.frameMs} ms: ${slow} (limit 0: ${said(slow === 0)})`,
    `floor, paragraphs without an application: ${row(floor)}, most ${ms(Math.max(...floor))}`,
    `most rows in the page: ${mostRows} (limit ${limits.rows}: ${said(mostRows <= limits.rows)})`,
    `what was in view moved by at most ${mostJumpPx.toFixed(2)} px when older pages came (limit ${limits.jumpPx} px: ${said(mostJumpPx <= limits.jumpPx)})`,
    `heap in use after every 20,000 messages or so: ${heapMb.map((mb) => mb.toFixed(0)).join(", ")} MB`,
  ];
}

function row(values: number[]): string {
  return `p50 ${ms(quantile(values, 0.5))}, p99 ${ms(quantile(values, 0.99))}`;
}

/** Runs in the page. */
async function scrollUp(step: number): Promise<Scrolled> {
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
  for (;;) {
    const seen = middle();
    const before = seen?.getBoundingClientRect().top ?? 0;
    const moved = Math.min(step, feed.scrollTop);
    feed.scrollTop -= moved;
    const now = await nextFrame();
    // The frames before the first page has come are those of the opening.
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
async function scrollParagraphs(step: number): Promise<number[]> {
  const box = document.createElement("div");
  box.style.cssText = "position: fixed; inset: 0; overflow-y: auto; background: white; z-index: 100";
  for (let index = 0; index < 5000; index += 1) {
    const paragraph = document.createElement("p");
    paragraph.textContent = `${index} I have moved the nightly job to three, because the backup takes longer.`;
    box.append(paragraph);
  }
  document.body.append(box);
  const nextFrame = () => new Promise<number>(requestAnimationFrame);
  box.scrollTop = box.scrollHeight;
  await nextFrame();
  let last = await nextFrame();
  const frames: number[] = [];
  while (box.scrollTop > 0) {
    box.scrollTop -= step;
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
  }
  box.remove();
  return frames;
}
