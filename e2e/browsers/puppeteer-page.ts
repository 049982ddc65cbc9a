import { type ElementHandle, launch } from "puppeteer-core";
import { type BrowserPage, dragSteps, type Found, windowSize } from "./browser.ts";
import { findInPage } from "./find-in-page.ts";

/** Said by Firefox of parts that were being fetched ahead when the page was left. One that is missed is seen to be. */
const leftMeanwhile = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** A page of Chromium, or of a Firefox as it is shipped, over WebDriver BiDi. */
export async function openPuppeteerPage(
  browser: "chrome" | "firefox",
  executablePath: string,
): Promise<BrowserPage> {
  const isRoot = process.getuid?.() === 0;
  const args = browser === "chrome" ? ["--disable-gpu", ...(isRoot ? ["--no-sandbox"] : [])] : [];
  const running = await launch({ browser, executablePath, args, defaultViewport: windowSize });
  const page = await running.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => {
    if (!leftMeanwhile.test(String(error))) complaints.push(`uncaught: ${String(error)}`);
  });
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const at = complaints.push(message.text()) - 1;
    // Firefox names an error that is an object only as a handle.
    for (const value of message.args())
      void value.evaluate(String).then(
        (text) => complaints.splice(at, 1, `${complaints[at]} (${text})`),
        () => undefined,
      );
  });
  return {
    version: await running.version(),
    async open(url) {
      await page.goto(url, { waitUntil: "domcontentloaded" });
    },
    async find(kind, name) {
      const handle = await page.evaluateHandle(findInPage, kind, name);
      const element = handle.asElement();
      // A handle of a node is one of an element: nothing else is looked for.
      return element === null ? undefined : found(element as ElementHandle<Element>);
    },
    press: (key) => page.keyboard.press(key),
    read: (expression) => page.evaluate(expression),
    screenshot: async () => Buffer.from(await page.screenshot()),
    complaints: () => complaints,
    close: () => running.close(),
  };

  function found(element: ElementHandle<Element>): Found {
    return {
      click: () => element.click(),
      hover: () => element.hover(),
      async dragDown(px) {
        const { x, y } = await element.clickablePoint();
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x, y + px, { steps: dragSteps });
        await page.mouse.up();
      },
      type: (text) => element.type(text),
      async clear() {
        await element.focus();
        await page.keyboard.down("Control");
        await page.keyboard.press("a");
        await page.keyboard.up("Control");
        await page.keyboard.press("Backspace");
      },
      choose: (path) => (element as ElementHandle<HTMLInputElement>).uploadFile(path),
    };
  }
}
