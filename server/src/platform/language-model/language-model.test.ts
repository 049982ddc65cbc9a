import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dialects, startModelServer, type TestModelServer } from "../../../test/model-server.ts";
import { createGuardedRequest } from "../outbound/guarded-request.ts";
import { embedTexts } from "./embed-texts.ts";
import { createThinkingFilter } from "./hide-thinking.ts";
import { readEvents } from "./read-events.ts";
import { createStorableFilter } from "./storable-filter.ts";
import { type ChatPart, streamChat } from "./stream-chat.ts";

const request = createGuardedRequest({ privateHosts: [] });
let model: TestModelServer;
beforeAll(async () => {
  model = await startModelServer();
});
beforeEach(() => {
  model.fault = undefined;
  model.dialect = "vllm";
  model.answer = () => "Lunch is in the canteen [1].";
});
afterAll(() => {
  request.close();
  model.close();
});

const chat = {
  model: "test",
  messages: [{ role: "user", content: "Where is lunch?" }],
  maxTokens: 50,
} as const;

/** A busy machine answers late, so only a server that stalls is given up on soon. */
const idleMs = () => (model.fault?.startsWith("stall") ? 200 : 60_000);

async function ask(signal = new AbortController().signal): Promise<ChatPart[]> {
  const server = { address: `${model.address}/`, isHostAllowed: true, key: "sesame" };
  const parts: ChatPart[] = [];
  for await (const part of streamChat(request, server, chat, { signal, idleMs: idleMs() })) parts.push(part);
  return parts;
}
const textOf = (parts: ChatPart[]) => parts.map((part) => (part.kind === "text" ? part.text : "")).join("");

describe.each(dialects)("a server in the dialect of %s", (dialect) => {
  test("streams the answer without thoughts, and its usage", async () => {
    model.dialect = dialect;
    const parts = await ask();
    expect(textOf(parts)).toBe("Lunch is in the canteen [1].");
    const usage = parts.at(-1);
    expect(usage).toMatchObject({ kind: "usage", usage: { isEstimated: dialect === "llama.cpp" } });
    expect(usage?.kind === "usage" && usage.usage.answerTokens > 0 && usage.usage.promptTokens > 0).toBe(
      true,
    );
    expect(model.asked.at(-1)?.authorization).toBe("Bearer sesame");
  });

  test("answers with vectors", async () => {
    const server = { address: model.address, isHostAllowed: true, key: undefined };
    const options = { signal: new AbortController().signal, idleMs: idleMs() };
    const vectors = await embedTexts(request, server, { model: "test", texts: ["a", "b"] }, options);
    expect(vectors.map(({ length }) => length)).toEqual([16, 16]);
  });
});

test("is asked again without the parameters that it does not know", async () => {
  model.fault = "old-parameters";
  expect(textOf(await ask())).toBe("Lunch is in the canteen [1].");
  expect(model.asked.at(-1)?.body).not.toHaveProperty("max_tokens");
});

test.each([
  ["busy", "busy"],
  ["unauthorized", "not_authorized"],
  ["error", "failed"],
  ["redirect", "address_refused"],
  ["stall", "stalled"],
  ["stall-halfway", "stalled"],
  ["break", "broken"],
  ["garbage", "broken"],
  ["empty", "empty"],
  ["error-halfway", "failed"],
  ["no-end", "broken"],
] as const)("a server with the fault %s: %s", async (fault, reason) => {
  model.fault = fault;
  await expect(ask()).rejects.toMatchObject({ name: "ModelFailure", reason });
});

test.each(["base64", "wrong-width"] as const)("refuses vectors that are %s", async (fault) => {
  model.fault = fault;
  const server = { address: model.address, isHostAllowed: true, key: undefined };
  const options = { signal: new AbortController().signal, idleMs: idleMs() };
  await expect(
    embedTexts(request, server, { model: "test", texts: ["a", "b"] }, options),
  ).rejects.toMatchObject({
    reason: "broken",
  });
});

test("an address in the company's network that nobody allowed is refused", async () => {
  const server = { address: model.address, isHostAllowed: false, key: undefined };
  const options = { signal: new AbortController().signal, idleMs: idleMs() };
  const stream = streamChat(request, server, chat, options);
  await expect(stream.next()).rejects.toMatchObject({ reason: "address_refused" });
});

test("is asked again when it closes a kept connection at that moment", async () => {
  const server = { address: model.address, isHostAllowed: true, key: undefined };
  const waiting = { signal: new AbortController().signal, idleMs: 5_000 };
  const embed = () => embedTexts(request, server, { model: "test", texts: ["a"] }, waiting);
  await embed();
  // The connection is back in its pool by then.
  await new Promise(setImmediate);
  model.fault = "reset-kept";
  expect(await embed()).toHaveLength(1);
});

test("an abort reaches the server", async () => {
  model.fault = "stall-halfway";
  const stopping = new AbortController();
  const aborted = model.nextAbort();
  const server = { address: model.address, isHostAllowed: true, key: undefined };
  const stream = streamChat(request, server, chat, { signal: stopping.signal, idleMs: 60_000 });
  await stream.next();
  const rest = (async () => {
    for (;;) if ((await stream.next()).done) return;
  })();
  stopping.abort(new Error("stopped"));
  await expect(rest).rejects.toThrow("stopped");
  await aborted;
});

test.each([
  ["a<think>b</think>c", "ac"],
  ["<THINK>b</think>\n\nc", "\n\nc"],
  ["a < b, c <think", "a < b, c <think"],
  ["<think>never closed", ""],
  ["<reasoning>x</reasoning>y", "y"],
  ["<b>bold</b>", "<b>bold</b>"],
])("hides thoughts in %s, however it is cut", (text, shown) => {
  for (let size = 1; size <= text.length; size += 1) {
    const filter = createThinkingFilter();
    let seen = "";
    for (let at = 0; at < text.length; at += size) seen += filter.add(text.slice(at, at + size));
    expect(seen + filter.end()).toBe(shown);
  }
});

test("streams text that can be stored, with characters whole that come in two pieces", async () => {
  model.answer = () => "a\0b \ud83d \ude00 x";
  expect(textOf(await ask())).toBe("ab \ufffd \ufffd x");
  const filter = createStorableFilter();
  expect([filter.add("a\ud83d"), filter.add("\0\ude00b\ud83d"), filter.end()]).toEqual([
    "a",
    "😀b",
    "\ufffd",
  ]);
});

test("says that an answer was cut at the limit of tokens", async () => {
  model.fault = "cut";
  expect((await ask()).at(-1)).toMatchObject({ kind: "usage", isCut: true });
});

test("reads events from bytes in any pieces, with any line ends and several lines of data", async () => {
  const bytes = Buffer.from(
    '\ufeff: ping\r\n\r\ndata:{"é":1}\r\n\r\ndata: two\n\nevent: x\rdata: a\rdata: b\r\rid: 1\ndata: last\n',
  );
  for (let size = 1; size < bytes.length; size += 3) {
    const events: string[] = [];
    const parts = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    for await (const event of readEvents(parts())) events.push(event);
    expect(events).toEqual(['{"é":1}', "two", "a\nb", "last"]);
  }
});
