import { expect } from "@playwright/test";
import type { BrowserPage, Found } from "./browser.ts";
import type { Kind } from "./find-in-page.ts";

/** Somebody at a browser: does what a name says, and waits for it as a person does. */
export class Person {
  readonly #page: BrowserPage;
  readonly #url: string;

  constructor(page: BrowserPage, url: string) {
    this.#page = page;
    this.#url = url;
  }

  async goes(path: string): Promise<void> {
    await this.#page.open(this.#url + path);
  }

  /** Presses a button, a link, a tab or what else has these words. */
  async presses(name: string): Promise<void> {
    await this.#does("control", name, (control) => control.click());
  }

  /** Presses a result of a search, by some of its words. */
  async pressesRow(text: string): Promise<void> {
    await this.#does("row", text, (row) => row.click());
  }

  /** Presses a button that appears when the pointer is on a message, which may still move. */
  async pressesOnRow(text: string, name: string): Promise<void> {
    await this.#does("row", text, async (row) => {
      await row.hover();
      const button = await this.#page.find("control", name);
      if (!button) throw new Error(`no control named "${name}" while the pointer is on "${text}"`);
      await button.click();
    });
  }

  async dragsDown(name: string, px: number): Promise<void> {
    await this.#does("control", name, (control) => control.dragDown(px));
  }

  async writes(label: string, text: string): Promise<void> {
    await this.#does("field", label, (field) => field.type(text));
  }

  async rewrites(label: string, text: string): Promise<void> {
    await this.#does("field", label, (field) => field.clear());
    await this.writes(label, text);
  }

  async attaches(label: string, path: string): Promise<void> {
    await this.#does("file", label, (field) => field.choose(path));
  }

  async strikes(key: "Enter" | "Escape"): Promise<void> {
    await this.#page.press(key);
  }

  async sees(text: string): Promise<void> {
    await expect.poll(() => this.#text(), `what is on the page, with "${text}"`).toContain(text);
  }

  async seesNoMore(text: string): Promise<void> {
    await expect.poll(() => this.#text(), `what is on the page, without "${text}"`).not.toContain(text);
  }

  /** Waits for a control with a name that begins so. */
  async isNamed(name: string): Promise<void> {
    await expect.poll(async () => Boolean(await this.#page.find("control", name)), `"${name}"`).toBe(true);
  }

  async isNamedNoMore(name: string): Promise<void> {
    await expect.poll(async () => Boolean(await this.#page.find("control", name)), `"${name}"`).toBe(false);
  }

  async isAt(path: string): Promise<void> {
    await expect
      .poll(() => this.#page.read("location.pathname + location.search"), "the address")
      .toContain(path);
  }

  /** The value of a field, as it is read out. */
  async hasWritten(label: string, value: string): Promise<void> {
    const labelled = JSON.stringify(label);
    const field = `[...document.querySelectorAll("input, textarea")].find((one) => one.getAttribute("aria-label") === ${labelled} || [...(one.labels ?? [])].some((label) => label.textContent.trim() === ${labelled}))`;
    await expect.poll(() => this.#page.read(`${field}?.value`), `the field "${label}"`).toBe(value);
  }

  /** Nothing lies beyond the right edge of the window, or of a dialog in it. */
  async scrollsDownOnly(): Promise<void> {
    const places = `[document.documentElement, ...document.querySelectorAll("[role=dialog], [role=dialog] *")]`;
    const tooWide = `${places}.filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX)).map((one) => one.scrollWidth - one.clientWidth).filter((more) => more > 0)`;
    expect(await this.#page.read(tooWide), "what lies beyond the right edge, in pixels").toEqual([]);
  }

  async #text(): Promise<string> {
    return String(await this.#page.read("document.body.innerText"));
  }

  /** Retries once, because the page may render again between finding the element and using it. */
  async #does(kind: Kind, name: string, act: (found: Found) => Promise<void>): Promise<void> {
    await expect(async () => {
      const found = await this.#page.find(kind, name);
      expect(found, `a ${kind} named "${name}"`).toBeDefined();
      if (found) await act(found);
    }).toPass({ timeout: 30_000, intervals: [50, 100, 250] });
  }
}
