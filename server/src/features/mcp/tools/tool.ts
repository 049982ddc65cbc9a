import type { Route, RouteCall } from "@atoll/contract/route";
import { z } from "zod";
import type { CallOutput } from "../../../platform/http/inner-calls.ts";

/** The means of a tool: the routes of the web app, called in the person's name, and nothing else. */
export interface ToolContext {
  call<R extends Route>(route: R, call: RouteCall<R>, patience?: AbortSignal): Promise<CallOutput<R>>;
  /** Returns the absolute address of a page. */
  link(path: string): string;
}

/** A tool without the types of its input. */
export interface AnyTool {
  input: z.ZodRawShape;
  run(input: never, context: ToolContext): Promise<unknown>;
}

/** Types a tool's `run` by its input. */
export function defineTool<Shape extends z.ZodRawShape>(tool: {
  input: Shape;
  run(input: z.output<z.ZodObject<Shape>>, context: ToolContext): Promise<unknown>;
}): AnyTool {
  return tool;
}

/** The kinds of things with comments. */
export const commentedKinds = [
  "card",
  "task",
  "event",
  "article",
  "announcement",
  "idea",
  "question",
] as const;

/** The longest text that one answer has. */
const maxTextLength = 20_000;

/** Returns a part of a long text, and where the next part begins. */
export function partOf(text: string, offset: number): { text: string; nextOffset: number | null } {
  let end = Math.min(text.length, offset + maxTextLength);
  // Halves of one character belong together.
  if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
  return { text: text.slice(offset, end), nextOffset: end < text.length ? end : null };
}

/** Returns the beginning of a text in a list. */
export function beginningOf(text: string): string {
  const { text: beginning, nextOffset } = partOf(text.slice(0, 4000), 0);
  return nextOffset === null && text.length <= 4000 ? beginning : `${beginning} […]`;
}

/** Returns the name of a person who may be missing. */
export function nameOf(person: { name: string } | null | undefined): string | null {
  return person?.name ?? null;
}

export const cursorInput = z
  .string()
  .max(2048)
  .optional()
  .describe("The nextCursor of the previous answer, for the next page");

export const requestIdInput = z
  .uuid()
  .optional()
  .describe("An id of your own. Repeating the call with it does not write twice.");
