import type { ProbeResult } from "@atoll/contract/ask-ai/model-schemas";
import { embedTexts } from "../../../platform/language-model/embed-texts.ts";
import { estimateTokens } from "../../../platform/language-model/estimate-tokens.ts";
import { ModelFailure } from "../../../platform/language-model/model-failure.ts";
import type { ModelServer, Waiting } from "../../../platform/language-model/model-server.ts";
import {
  type ChatMessage,
  type ChatUsage,
  streamChat,
} from "../../../platform/language-model/stream-chat.ts";
import type { GuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import { failureWords } from "./failure-words.ts";
import type { ModelRow } from "./settings.ts";

/** The part of the window that the test fills: a longer prompt takes minutes on a small machine. */
const maxTestTokens = 24_000;
const marker = "PELICAN-4711";

/**
 * Tries the model as answers use it. Only what the administrator can act on comes back, never what the server said.
 */
export async function probeModel(
  request: GuardedRequest,
  server: ModelServer,
  row: ModelRow,
  waiting: Waiting,
): Promise<ProbeResult[]> {
  const ask = (messages: ChatMessage[]) => askOnce(request, server, row.chat_model, messages, waiting);
  const stream = await ask([{ role: "user", content: "Answer with the word ready and nothing else." }]);
  const first = { probe: "stream" as const, ...judgeStream(stream) };
  const skipped = { state: "skipped" as const, text: "Not tried: the model gave no answer." };
  if ("failure" in stream)
    return [
      first,
      { probe: "usage", ...skipped },
      { probe: "window", ...skipped },
      await probeVectors(request, server, row, waiting),
    ];
  return [
    first,
    { probe: "usage", ...judgeUsage(stream.usage) },
    { probe: "window", ...(await probeWindow(ask, row.context_tokens)) },
    await probeVectors(request, server, row, waiting),
  ];
}

type Verdict = Omit<ProbeResult, "probe">;
type Outcome = { text: string; parts: number; usage: ChatUsage | undefined } | { failure: ModelFailure };

function judgeStream(outcome: Outcome): Verdict {
  if ("failure" in outcome) return { state: "failed", text: failureWords[outcome.failure.reason] };
  return outcome.parts > 1 || outcome.text.trim().length < 12
    ? { state: "passed", text: "The model answers, and its answer is streamed." }
    : { state: "warning", text: "The model answers, but all at once: people wait for the whole answer." };
}

function judgeUsage(usage: ChatUsage | undefined): Verdict {
  return usage && !usage.isEstimated
    ? { state: "passed", text: "The server counts its tokens." }
    : { state: "warning", text: "The server does not count its tokens: usage is estimated." };
}

/** Fills most of the window, with a word at its start that the answer has to repeat. */
async function probeWindow(
  ask: (messages: ChatMessage[]) => Promise<Outcome>,
  contextTokens: number,
): Promise<Verdict> {
  const wanted = Math.min(maxTestTokens, Math.floor(contextTokens * 0.75));
  const start = `The code word is ${marker}.\n`;
  const end = "\nWhat is the code word in the first line? Answer with it alone.";
  const filler = "The tide comes in and goes out again.\n";
  const count = Math.floor((wanted - estimateTokens(start + end)) / estimateTokens(filler));
  const outcome = await ask([{ role: "user", content: start + filler.repeat(Math.max(1, count)) + end }]);
  if ("failure" in outcome)
    return {
      state: "failed",
      text: `A prompt of about ${wanted} tokens failed. ${failureWords[outcome.failure.reason]}`,
    };
  if (outcome.text.includes(marker))
    return { state: "passed", text: `A prompt of about ${wanted} tokens is read from its start.` };
  return {
    state: "failed",
    text: `The start of a prompt of about ${wanted} tokens was lost. Lower the context length here, or raise it on the server.`,
  };
}

async function probeVectors(
  request: GuardedRequest,
  server: ModelServer,
  { embedding_model: model }: ModelRow,
  waiting: Waiting,
): Promise<ProbeResult> {
  if (model === "")
    return { probe: "vectors", state: "skipped", text: "No model for vectors: passages are found by words." };
  try {
    const [vector] = await embedTexts(request, server, { model, texts: ["one", "two"] }, waiting);
    return {
      probe: "vectors",
      state: "passed",
      text: `The model answers with vectors of ${vector?.length ?? 0} numbers.`,
    };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { probe: "vectors", state: "failed", text: failureWords[error.reason] };
  }
}

async function askOnce(
  request: GuardedRequest,
  server: ModelServer,
  model: string,
  messages: ChatMessage[],
  waiting: Waiting,
): Promise<Outcome> {
  let text = "";
  let parts = 0;
  let usage: ChatUsage | undefined;
  try {
    for await (const part of streamChat(request, server, { model, messages, maxTokens: 1024 }, waiting)) {
      if (part.kind === "usage") usage = part.usage;
      else {
        text += part.text;
        parts += 1;
      }
    }
    return { text, parts, usage };
  } catch (error) {
    if (error instanceof ModelFailure) return { failure: error };
    throw error;
  }
}
