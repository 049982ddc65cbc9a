import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Builder, Key, Origin, type WebDriver, type WebElement } from "selenium-webdriver";
import { DriverService } from "selenium-webdriver/remote/index.js";
import { type BrowserPage, dragSteps, type Found, windowSize } from "./browser.ts";
import { findInPage } from "./find-in-page.ts";

export interface WebKitPrograms {
  /** WebKitGTK's WebDriver. */
  driver: string;
  /** The small browser that comes with it. */
  browser: string;
  /** A screen for machines that have none. */
  screen: string;
}

/** A page of WebKitGTK over its WebDriver, on a screen of its own. */
export async function openWebKitPage({ driver, browser, screen }: WebKitPrograms): Promise<BrowserPage> {
  const { width, height } = windowSize;
  // It chooses a free number and says it, once it is ready.
  const display = spawn(
    screen,
    ["-displayfd", "1", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp"],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const number = await firstLine(display);
  const service = new DriverService.Builder(driver)
    .setLoopback(true)
    .setEnvironment({ ...process.env, DISPLAY: `:${number}` })
    .build();
  const session = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
    })
    .build();
  await session.manage().window().setRect({ x: 0, y: 0, width, height });
  return {
    version: `WebKitGTK ${(await session.getCapabilities()).get("browserVersion")}`,
    open: (url) => session.get(url),
    async find(kind, name) {
      const element = await session.executeScript<WebElement | null>(findInPage, kind, name);
      return element === null ? undefined : found(session, element);
    },
    async press(key) {
      await session
        .switchTo()
        .activeElement()
        .sendKeys(key === "Enter" ? Key.ENTER : Key.ESCAPE);
    },
    read: (expression) => session.executeScript(`return (${expression})`),
    screenshot: async () => Buffer.from(await session.takeScreenshot(), "base64"),
    complaints: () => [],
    async close() {
      await session.quit().catch(() => undefined);
      await service.kill();
      display.kill();
    },
  };
}

function found(session: WebDriver, element: WebElement): Found {
  return {
    async click() {
      await standsStill(element);
      await element.click();
    },
    hover: () => session.actions().move({ origin: element }).perform(),
    async dragDown(px) {
      const hand = session.actions().move({ origin: element }).press();
      for (let step = 1; step <= dragSteps; step += 1)
        hand.move({ origin: Origin.POINTER, x: 0, y: Math.round(px / dragSteps), duration: 20 });
      await hand.release().perform();
    },
    type: (text) => element.sendKeys(text),
    clear: () => element.sendKeys(Key.chord(Key.CONTROL, "a"), Key.BACK_SPACE),
    choose: (path) => element.sendKeys(path),
  };
}

/** The driver presses where an element was when it was asked to: one that still moves would be missed. */
async function standsStill(element: WebElement): Promise<void> {
  for (let before = "", looks = 0; looks < 50; looks += 1) {
    const { x, y } = await element.getRect();
    if (`${x} ${y}` === before) return;
    before = `${x} ${y}`;
  }
}

async function firstLine(program: ChildProcess): Promise<string> {
  if (!program.stdout) throw new Error("the screen says nothing");
  for await (const line of createInterface(program.stdout)) return line;
  throw new Error("the screen ended before it said its number");
}
