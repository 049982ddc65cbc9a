import { answerMaxLength } from "@atoll/contract/ask-ai/limits";
import type { AnswerFailure } from "@atoll/contract/ask-ai/schemas";
import { estimatePrompt, estimateTokens } from "../../../platform/language-model/estimate-tokens.ts";
import { type FailureReason, ModelFailure } from "../../../platform/language-model/model-failure.ts";
import { type ChatUsage, streamChat } from "../../../platform/language-model/stream-chat.ts";
import type { GuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import { canReadAll, presentPassages } from "../../search/public.ts";
import { modelIdleMs } from "../model/model-patience.ts";
import { modelServerOf } from "../model/settings.ts";
import { buildPrompt, type Prompt, promptPassageLength } from "./build-prompt.ts";
import { cleanCitations, createCitationFilter } from "./citations.ts";
import type { Claimed } from "./claim-answer.ts";
import { type Finished, storePrompt } from "./finish-answer.ts";

/** Text is sent on this long after the asker's rights were read; then they are read again. */
const rightsFreshMs = 200;

export interface Writing {
  claimed: Claimed;
  viewerNow: () => Promise<RequestViewer>;
  /** The asker stopped it, closed the page, or the server stops. */
  signal: AbortSignal;
  send: (text: string) => void;
}

/** A passage that the answer is written from is gone or closed to the asker. */
class RightLost extends Error {
  override name = "RightLost";
}

/**
 * Has the model write an answer over the passages that the asker may read at this moment, and sends it on as it comes. It
 * ends as soon as one of these passages is no longer theirs to read, and then nothing of the text is kept.
 */
export async function writeAnswer(
  context: SliceContext,
  request: GuardedRequest,
  writing: Writing,
): Promise<Finished> {
  let prompt: Prompt | null = null;
  let raw = "";
  let usage: ChatUsage | undefined;
  const finished = (state: Finished["state"], failure: AnswerFailure | null = null): Finished => ({
    state,
    text: cleanCitations(cutAtLimit(raw), prompt?.count ?? 0).trim(),
    failure,
    usage: usage ?? estimateUsage(prompt, raw),
  });
  try {
    const { db } = context;
    const { claimed, signal } = writing;
    const { turn, model, run } = claimed;
    const [passages = []] = await presentPassages(
      context,
      db,
      await writing.viewerNow(),
      [{ question: turn.question, references: turn.passages, isSummary: turn.summary !== null }],
      promptPassageLength,
    );
    const today = new Date().toISOString().slice(0, 10);
    const asking = {
      question: turn.question,
      isSummary: turn.summary !== null,
      draft: turn.draft,
      earlier: claimed.earlier,
      passages,
      today,
    };
    prompt = buildPrompt(asking, model.context_tokens);
    const references = passages.map(({ hit: { kind, id }, lines }) => ({ kind, id, lines }));
    await storePrompt(db, { turnId: turn.id, run }, references, prompt?.count ?? 0);
    if (!prompt) return finished("failed", passages.length === 0 ? "empty" : "too_long");

    const assertReadable = createRightsCheck(context, writing, references.slice(0, prompt.count));
    const citations = createCitationFilter(prompt.count);
    const chat = { model: model.chat_model, messages: prompt.messages, maxTokens: prompt.maxTokens };
    const waiting = { signal, idleMs: modelIdleMs(context) };
    let isCut = false;
    for await (const part of streamChat(request, await modelServerOf(db, model), chat, waiting)) {
      if (part.kind === "usage") {
        ({ usage, isCut } = part);
        continue;
      }
      const room = answerMaxLength - raw.length;
      raw += part.text;
      await assertReadable("lately");
      signal.throwIfAborted();
      const ready = citations.add(part.text.slice(0, room));
      if (ready) writing.send(ready);
      isCut = raw.length > answerMaxLength;
      if (isCut) break;
    }
    await assertReadable("now");
    // The part that arrived can be read, but it is incomplete: the asker can request the answer again.
    return isCut ? finished("stopped", "cut") : finished("complete");
  } catch (error) {
    if (writing.signal.aborted) return finished("stopped");
    if (error instanceof RightLost) {
      raw = "";
      return finished("stopped");
    }
    if (error instanceof ModelFailure) {
      context.log.warn({ err: error }, "the language model gave no answer");
      return finished("failed", failures[error.reason]);
    }
    // Keep the part that arrived: whether the asker may read it is checked each time that it is shown.
    context.log.error({ err: error }, "an answer could not be written");
    return finished("failed", "broken");
  }
}

/** Half a character at the limit is left out, because it cannot be stored. */
function cutAtLimit(text: string): string {
  return text.slice(0, answerMaxLength).replace(/[\ud800-\udbff]$/, "");
}

const failures: Readonly<Record<FailureReason, AnswerFailure>> = {
  address_refused: "refused",
  not_authorized: "refused",
  not_found: "refused",
  unreachable: "unreachable",
  busy: "busy",
  stalled: "stalled",
  broken: "broken",
  failed: "failed",
  empty: "empty",
};

/** Throws when the asker may not be here any more, or may not read one of the passages. */
function createRightsCheck(
  context: SliceContext,
  { viewerNow }: Writing,
  references: Parameters<typeof canReadAll>[3],
) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async (when: "lately" | "now"): Promise<void> => {
    const at = performance.now();
    if (when === "lately" && at - checkedAt < rightsFreshMs) return;
    const viewer = await viewerNow().catch((error: unknown) => {
      throw new RightLost("the asker may not be here", { cause: error });
    });
    if (!(await canReadAll(context, context.db, viewer, references)))
      throw new RightLost("a passage is gone or closed to the asker");
    checkedAt = at;
  };
}

function estimateUsage(prompt: Prompt | null, text: string): ChatUsage | undefined {
  if (!prompt) return undefined;
  return {
    promptTokens: estimatePrompt(prompt.messages),
    answerTokens: estimateTokens(text),
    isEstimated: true,
  };
}
