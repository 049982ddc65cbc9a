import { ModelFailure } from "./model-failure.ts";

/** One event is a few words; more than this is not one. */
const maxLineLength = 1_000_000;

/** Yields the data of streamed server-sent events until `[DONE]`. */
export async function* readEvents(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of content) {
    rest += decoder.decode(part, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > maxLineLength) throw new ModelFailure("broken", "a line without an end");
    for (const line of lines) {
      const data = dataOf(line);
      if (data === "[DONE]") return;
      if (data) yield data;
    }
  }
  const last = dataOf(rest + decoder.decode());
  if (last && last !== "[DONE]") yield last;
}

function dataOf(line: string): string | undefined {
  return line.startsWith("data:") ? line.slice(5).trim() : undefined;
}
