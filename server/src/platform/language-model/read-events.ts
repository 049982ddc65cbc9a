import { createEventReader, EndlessEvent } from "@atoll/contract/server-events";
import { ModelFailure } from "./model-failure.ts";

/** Yields the data of streamed server-sent events, up to and including `[DONE]`. */
export async function* readEvents(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = createEventReader();
  try {
    for await (const part of content) yield* reader.add(decoder.decode(part, { stream: true }));
    yield* reader.add(decoder.decode());
    yield* reader.end();
  } catch (error) {
    throw error instanceof EndlessEvent ? new ModelFailure("broken", error.message) : error;
  }
}
