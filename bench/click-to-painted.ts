import type { Locator, Page } from "@playwright/test";

/** As long as people hold the button of a mouse down. */
const heldMs = 80;

/**
 * Milliseconds from the moment the mouse's button goes up on a link to the frame in which so many of what a
 * selector finds are painted.
 */
export async function clickToPainted(
  page: Page,
  link: Locator,
  awaited: { selector: string; count: number },
): Promise<number> {
  await link.scrollIntoViewIfNeeded();
  const painted = page.evaluate(({ selector, count }) => {
    let clickedAt = 0;
    const note = ({ timeStamp }: Event) => {
      clickedAt = timeStamp;
    };
    window.addEventListener("click", note, { capture: true, once: true });
    const isThere = () => clickedAt > 0 && document.querySelectorAll(selector).length >= count;
    return new Promise<number>((resolve) => {
      const look = () => {
        if (!isThere()) requestAnimationFrame(look);
        // The task after a frame's callbacks runs when the frame has been drawn.
        else setTimeout(() => resolve(performance.now() - clickedAt));
      };
      requestAnimationFrame(look);
    });
  }, awaited);
  await link.click({ delay: heldMs });
  return painted;
}
