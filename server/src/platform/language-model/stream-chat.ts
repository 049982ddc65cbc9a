import { z } from "zod";
import type { GuardedAnswer, GuardedRequest } from "../outbound/guarded-request.ts";
import { parseJson } from "../parse-json.ts";
import { estimatePrompt, estimateTokens } from "./estimate-tokens.ts";
import { createThinkingFilter } from "./hide-thinking.ts";
import { ModelFailure } from "./model-failure.ts";
import { failureOf, type ModelServer, postToModel, type Waiting } from "./model-server.ts";
import { readEvents } from "./read-events.ts";
import { createStorableFilter } from "./storable-filter.ts";

/** Room for an answer with a long chain of thoughts before it. */
const maxBytes = 16_000_000;

export interface ChatMessage {
  role: "system" | "user";
  content: string;
}

export interface ChatRequest {
  model: string;
  messages: readonly ChatMessage[];
  /** The limit for the response. Servers that do not know the parameter are called without it. */
  maxTokens: number;
}

export interface ChatUsage {
  promptTokens: number;
  answerTokens: number;
  /** The server did not count. */
  isEstimated: boolean;
}

/** A part of an answer. The usage comes last. */
export type ChatPart =
  | { kind: "text"; text: string }
  /** `isCut`: the server ended the answer at its limit. */
  | { kind: "usage"; usage: ChatUsage; isCut: boolean };

const usageSchema = z.object({
  prompt_tokens: z.int().min(0).catch(0),
  completion_tokens: z.int().min(0).catch(0),
});
const textSchema = z.object({ content: z.string().nullish() });
/** Thoughts come as `reasoning` or `reasoning_content`, and are not read. */
const eventSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: textSchema.nullish(),
        message: textSchema.nullish(),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .nullish(),
  usage: usageSchema.nullish(),
  error: z.unknown().optional(),
});

/**
 * Streams a model's answer without its reasoning and as text that can be stored, and then its usage.
 * @throws {ModelFailure}, or the signal's reason.
 */
export async function* streamChat(
  request: GuardedRequest,
  server: ModelServer,
  { model, messages, maxTokens }: ChatRequest,
  waiting: Waiting,
): AsyncGenerator<ChatPart> {
  const plain = { model, messages, stream: true };
  const full = { ...plain, max_tokens: maxTokens, stream_options: { include_usage: true } };
  const answer = await postChat(request, server, [full, plain], waiting);
  const visible = createThinkingFilter();
  const storable = createStorableFilter();
  let usage: z.infer<typeof usageSchema> | null | undefined;
  let length = 0;
  let answerTokens = 0;
  let end: string | undefined;
  try {
    for await (const event of eventsOf(answer)) {
      if (event === "done") {
        end ??= "stop";
        break;
      }
      if (event.error !== undefined && event.error !== null) throw new ModelFailure("failed", "mid-answer");
      usage = event.usage ?? usage;
      const [choice] = event.choices ?? [];
      end = choice?.finish_reason ?? end;
      const raw = choice?.delta?.content ?? choice?.message?.content ?? "";
      answerTokens += estimateTokens(raw);
      const text = storable.add(visible.add(raw));
      length += text.trim().length;
      if (text) yield { kind: "text", text };
    }
  } catch (error) {
    waiting.signal.throwIfAborted();
    throw failureOf(error);
  }
  const rest = storable.add(visible.end()) + storable.end();
  if (rest) yield { kind: "text", text: rest };
  // A proxy or a process that died may end the connection as if the answer were whole.
  if (end === undefined) throw new ModelFailure("broken", "the stream ended without its end");
  if (length + rest.trim().length === 0) throw new ModelFailure("empty", "no text");
  const isEstimated = !usage || usage.prompt_tokens === 0;
  yield {
    kind: "usage",
    isCut: end === "length",
    usage: {
      promptTokens: usage?.prompt_tokens || estimatePrompt(messages),
      answerTokens: usage?.completion_tokens || answerTokens,
      isEstimated,
    },
  };
}

/** Asks with all parameters, then with those that every server knows: some answer 400 to one that is new to them. */
async function postChat(
  request: GuardedRequest,
  server: ModelServer,
  [full, plain]: readonly [unknown, unknown],
  waiting: Waiting,
): Promise<GuardedAnswer> {
  const send = (body: unknown) =>
    postToModel(request, server, "chat/completions", body, { ...waiting, maxBytes });
  try {
    return await send(full);
  } catch (error) {
    if (error instanceof ModelFailure && /status (400|422)$/.test(error.message)) return send(plain);
    throw error;
  }
}

/** The events of a stream and its end, or the one answer of a server that does not stream. */
async function* eventsOf({
  headers,
  content,
}: GuardedAnswer): AsyncGenerator<z.infer<typeof eventSchema> | "done"> {
  if (!String(headers["content-type"]).includes("json")) {
    for await (const data of readEvents(content)) {
      const text = data.trim();
      if (text !== "") yield text === "[DONE]" ? "done" : parseEvent(text);
    }
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  yield parseEvent(Buffer.concat(parts).toString("utf8"));
  yield "done";
}

function parseEvent(data: string): z.infer<typeof eventSchema> {
  try {
    return eventSchema.parse(parseJson(data));
  } catch (error) {
    throw new ModelFailure("broken", "an event that is not of the protocol", { cause: error });
  }
}
