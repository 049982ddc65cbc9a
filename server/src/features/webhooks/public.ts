import type { Message } from "@atoll/contract/chat/schemas";
import { AppError } from "../../platform/app-error.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { cutMessage, toMarkdown } from "./to-markdown.ts";

/** Returns the Markdown of an answer in Slack's or Mattermost's shape. It names nobody, and calls nobody. */
export function readProgramText(payload: Record<string, unknown>): Message["content"] {
  const markdown = toMarkdown(payload, { nameOf: () => undefined, mayCallAll: false });
  return cutMessage(markdown.replaceAll("\0", "").toWellFormed());
}

/** Returns the object in a JSON text. @throws {AppError} `invalid_payload`. */
export function readProgramJson(json: string): Record<string, unknown> {
  try {
    const parsed = parseJson(json);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Answered below, like JSON that is no object.
  }
  throw new AppError("invalid_payload");
}
