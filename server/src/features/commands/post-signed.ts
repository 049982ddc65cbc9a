import { createHmac } from "node:crypto";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { AppError } from "../../platform/app-error.ts";
import { RefusedAddress } from "../../platform/outbound/guard-address.ts";
import { BrokenAnswer, type GuardedRequest } from "../../platform/outbound/guarded-request.ts";
import { readProgramJson } from "../webhooks/public.ts";

/** A program that takes longer answers to the `response_url`. */
const answerWithinMs = 3_000;
const maxAnswerBytes = 256 * 1024;

/** The way to programs. */
export interface Sending {
  request: GuardedRequest;
  stopping: AbortSignal;
}

/**
 * Sends a form to a program, signed as Slack signs requests, and returns its answer. An empty answer is an empty object:
 * the program has taken note. What went wrong is told without a word about the server's network.
 * @throws {AppError} `command_refused_address`, `command_unreachable`, `command_too_slow`, `command_failed`,
 *   `command_answer_unreadable`, `command_answer_too_large`.
 */
export async function postSigned(
  { request, stopping }: Sending,
  address: string,
  form: Readonly<Record<string, string>>,
  secret: string,
  readAnswer: (type: string, text: string) => Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const body = new URLSearchParams(form).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const late = AbortSignal.timeout(answerWithinMs);
  try {
    const { status, headers, content } = await request(new URL(address), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "user-agent": "Atoll",
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`,
      },
      body,
      signal: AbortSignal.any([stopping, late]),
      idleMs: answerWithinMs,
      maxBytes: maxAnswerBytes,
      isHostAllowed: false,
    });
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    if (status < 200 || status >= 300) throw new AppError("command_failed", { detail: `status ${status}` });
    return readAnswer(String(headers["content-type"] ?? ""), Buffer.concat(parts).toString("utf8").trim());
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(late.aborted ? "command_too_slow" : codeOf(error), { cause: error });
  }
}

/** JSON is a message in Slack's shape, and plain text is its text. */
export function readMessage(type: string, text: string): Record<string, unknown> {
  if (text === "") return {};
  if (/\bjson\b/i.test(type))
    try {
      return readProgramJson(text);
    } catch (cause) {
      throw new AppError("command_answer_unreadable", { cause });
    }
  if (!/^text\/plain\b/i.test(type)) throw new AppError("command_answer_unreadable", { detail: type });
  return { text };
}

/** Only JSON answers a press. Any other body, such as "OK", takes note of it. */
export function readReceipt(type: string, text: string): Record<string, unknown> {
  return /\bjson\b/i.test(type) ? readMessage(type, text) : {};
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof RefusedAddress) return "command_refused_address";
  if (!(error instanceof BrokenAnswer)) return "command_unreachable";
  if (error.reason === "too_large") return "command_answer_too_large";
  return error.reason === "stalled" ? "command_too_slow" : "command_unreachable";
}
