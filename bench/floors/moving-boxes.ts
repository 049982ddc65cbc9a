import type { Browser } from "@playwright/test";

export interface MovingBoxes {
  boxes: number;
  /** Boxes that move, all of them in every frame. */
  moving: number;
  /** Size of a box on the screen, in pixels. */
  width: number;
  height: number;
  forMs: number;
}

/**
 * Frames of a page without a program: plain coloured boxes of which some move, each in a layer of its own. No board with as
 * many notes is faster on this machine, as the browser draws without a graphics card and shares its cores with the load.
 * @returns the length of each frame, in milliseconds.
 */
export async function movingBoxes(browser: Browser, wanted: MovingBoxes): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent("<body style='margin:0;overflow:hidden'></body>");
  const frames = await page.evaluate(drawBoxes, wanted);
  await page.close();
  return frames;
}

/** Runs in the page. */
function drawBoxes({ boxes, moving, width, height, forMs }: MovingBoxes): Promise<number[]> {
  const across = Math.floor(1440 / (width * 1.05));
  const all = Array.from({ length: boxes }, (_, at) => {
    const box = document.createElement("div");
    const [x, y] = [(at % across) * width * 1.05, Math.floor(at / across) * height * 1.05];
    box.style.cssText = `position:absolute;width:${width}px;height:${height}px;background:#fde68a;transform:translate(${x}px,${y}px)`;
    document.body.append(box);
    return box;
  });
  const moved = all.filter((_, at) => at % Math.floor(boxes / moving) === 0).slice(0, moving);
  for (const box of moved) Object.assign(box.style, { zIndex: "1", willChange: "translate" });
  return new Promise((resolve) => {
    const frames: number[] = [];
    const start = performance.now();
    let last = start;
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      for (const [at, box] of moved.entries())
        box.style.translate = `${Math.round(80 * Math.sin(now / 150 + at))}px ${Math.round(60 * Math.cos(now / 120 + at))}px`;
      if (now - start < forMs) requestAnimationFrame(next);
      else resolve(frames.slice(1));
    };
    requestAnimationFrame(next);
  });
}
