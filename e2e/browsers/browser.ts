import type { Kind } from "./find-in-page.ts";

/** A thing on a page, as one browser's protocol names it. */
export interface Found {
  click(): Promise<void>;
  hover(): Promise<void>;
  /** Drags it so many pixels down, in steps as a hand does. */
  dragDown(px: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Empties a field as a person does, by its keys. */
  clear(): Promise<void>;
  /** Chooses a file of this machine. */
  choose(path: string): Promise<void>;
}

/** One page of a browser that is not Playwright's, with the little that a journey through all of them needs. */
export interface BrowserPage {
  version: string;
  open(url: string): Promise<void>;
  find(kind: Kind, name: string): Promise<Found | undefined>;
  press(key: "Enter" | "Escape"): Promise<void>;
  /** Runs an expression in the page. */
  read(expression: string): Promise<unknown>;
  screenshot(): Promise<Buffer>;
  /** Errors reported by the browser. Always empty if its protocol does not report them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

/** The steps of a drag: an element is only carried once the pointer has moved some pixels. */
export const dragSteps = 10;

/** A part of a laptop's screen on which everything fits that the journeys look for. */
export const windowSize = { width: 1280, height: 800 };
