import { writeFile } from "node:fs/promises";
import { expect, type TestInfo } from "@playwright/test";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { startDemoServer } from "../fixtures/demo-server.ts";
import type { BrowserPage } from "./browser.ts";
import { Person } from "./person.ts";
import { openPuppeteerPage } from "./puppeteer-page.ts";
import { openWebKitPage } from "./webkit-page.ts";

/** Walks through the demo company in the browser of the project. Fails also on what the browser complains about. */
export async function walkThrough(
  info: TestInfo,
  walk: (person: Person, url: string) => Promise<void>,
): Promise<void> {
  const server = await startDemoServer();
  const page = await openPage(info.project.name);
  console.log(`  ${page.version}`);
  try {
    await walk(new Person(page, server.url), server.url);
    expect(page.complaints(), "what the browser said went wrong").toEqual([]);
  } catch (error) {
    await writeFile(info.outputPath("last.png"), await page.screenshot());
    throw error;
  } finally {
    await page.close();
    await server.close();
  }
}

/** Signs in as a super administrator of the demo company. */
export async function signInAsMarisol(person: Person): Promise<void> {
  await person.goes("/login");
  await person.writes("Email", "marisol.vega@pelicanworks.example");
  await person.writes("Password", demoPassword);
  await person.presses("Sign In");
  await person.sees("Welcome back, Marisol!");
}

function openPage(name: string): Promise<BrowserPage> {
  if (name === "Chromium") return openPuppeteerPage("chrome", program("CHROMIUM_PATH"));
  if (name === "Firefox") return openPuppeteerPage("firefox", program("FIREFOX_PATH"));
  return openWebKitPage({
    driver: program("WEBKIT_DRIVER_PATH"),
    browser: program("WEBKIT_BROWSER_PATH"),
    screen: program("XVFB_PATH"),
  });
}

function program(variable: string): string {
  const path = process.env[variable];
  if (!path) throw new Error(`${variable} names no program: npm run test:browsers does`);
  return path;
}
