import { askModelRoutes } from "@atoll/contract/ask-ai/model-routes";
import type { ModelSettings } from "@atoll/contract/ask-ai/model-schemas";
import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import {
  type AnswerEvent,
  type AskScope,
  answerEventSchema,
  type Turn,
} from "@atoll/contract/ask-ai/schemas";
import { createEventReader } from "@atoll/contract/server-events";
import { uuidv7 } from "uuidv7";
import { addressOf, type Client } from "./client.ts";
import type { TestModelServer } from "./model-server.ts";

/** Sets the model up as an administrator does, and switches it on. */
export async function setUpModel(
  admin: Client,
  model: Pick<TestModelServer, "address">,
  change: Partial<ModelSettings> = {},
): Promise<ModelSettings> {
  const { hasKey: _hasKey, ...before } = await admin.call(askModelRoutes.getModelSettings, {});
  const set = { isOn: true, address: model.address, isHostAllowed: true, chatModel: "test" };
  return admin.call(askModelRoutes.setModelSettings, { body: { ...before, ...set, ...change } });
}

export interface Asked {
  conversationId: string;
  turn: Turn;
}

export async function askQuestion(
  client: Client,
  question: string,
  { conversationId = uuidv7(), scope }: { conversationId?: string; scope?: AskScope } = {},
): Promise<Asked> {
  const body = { id: uuidv7(), question, ...(scope ? { scope } : {}) };
  const { turn } = await client.call(askAiRoutes.askQuestion, { params: { conversationId }, body });
  return { conversationId, turn };
}

/** An answer that is being written. */
export interface AnswerStream {
  headers: Headers;
  /** The next event; undefined at the end. */
  next(): Promise<AnswerEvent | undefined>;
  /** Returns the text that was streamed, and the finished turn. */
  rest(): Promise<{ text: string; turn: Turn | undefined }>;
  /** Closes the page. */
  close(): void;
}

/** Has an answer written, and reads it as a browser does. */
export async function openAnswer(
  server: { url: string },
  token: string,
  { conversationId, turn }: Asked,
): Promise<AnswerStream> {
  const params = { conversationId, turnId: turn.id };
  const closing = new AbortController();
  const answer = await fetch(new URL(addressOf(askAiRoutes.writeAnswer, { params }), server.url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`answered ${answer.status}`);
  const events = readEvents(answer.body);
  return {
    headers: answer.headers,
    next: async () => (await events.next()).value,
    async rest() {
      let text = "";
      for await (const event of events) {
        if (event.kind === "turn") return { text, turn: event.turn };
        text += event.text;
      }
      return { text, turn: undefined };
    },
    close: () => closing.abort(),
  };
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent, undefined> {
  const reader = createEventReader();
  const decoder = new TextDecoder();
  for await (const part of body)
    for (const data of reader.add(decoder.decode(part, { stream: true })))
      yield answerEventSchema.parse(JSON.parse(data));
  return undefined;
}
