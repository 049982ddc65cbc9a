import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { z } from "zod";

/** How a server of the OpenAI protocol words its answers. */
export const dialects = ["ollama", "vllm", "llama.cpp", "lm-studio"] as const;
export type Dialect = (typeof dialects)[number];

/** Faults that a server can have; undefined: none. */
type Fault =
  | "busy"
  | "unauthorized"
  | "error"
  | "redirect"
  | "stall"
  | "stall-halfway"
  | "break"
  | "garbage"
  | "empty"
  | "error-halfway"
  /** Ends the connection as if the answer were whole. */
  | "no-end"
  /** Ends the answer at the limit of tokens. */
  | "cut"
  | "old-parameters"
  | "base64"
  | "wrong-width"
  /** Closes a connection that was kept, when it is used again. */
  | "reset-kept";

export interface AskedChat {
  system: string;
  user: string;
  body: Record<string, unknown>;
  authorization: string | undefined;
}

export interface TestModelServer {
  address: string;
  dialect: Dialect;
  fault: Fault | undefined;
  /** Returns its answer to a prompt. */
  answer: (asked: AskedChat) => string;
  /** Waited for before the second half of an answer. */
  beforeHalf: ((asked: AskedChat) => Promise<void>) | undefined;
  /** Every prompt that it was sent. */
  asked: AskedChat[];
  embedded: string[];
  /** Cuts prompts to so many characters at their start without a word, as Ollama does. */
  windowCharacters: number;
  vectorWidth: number;
  vectorOf: (text: string) => number[];
  /** Texts that are longer are refused, in characters. */
  longestEmbedded: number;
  /** Settles when a caller ends a connection before the answer is whole. */
  nextAbort(): Promise<void>;
  close(): void;
}

const chatSchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
});
const embeddingsSchema = z.looseObject({ input: z.array(z.string()) });

/** A model's server on this machine that speaks the protocol over real connections. */
export async function startModelServer(dialect: Dialect = "vllm"): Promise<TestModelServer> {
  let aborted: (() => void)[] = [];
  const used = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    const isKept = used.has(request.socket);
    used.add(request.socket);
    if (isKept && model.fault === "reset-kept") return void request.socket.destroy();
    response.on("close", () => {
      if (response.writableFinished) return;
      for (const settle of aborted.splice(0)) settle();
      aborted = [];
    });
    void answer(model, request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  const model: TestModelServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    dialect,
    fault: undefined,
    answer: () => "I do not know.",
    beforeHalf: undefined,
    asked: [],
    embedded: [],
    windowCharacters: Number.POSITIVE_INFINITY,
    vectorWidth: 16,
    vectorOf: (text) =>
      Array.from({ length: model.vectorWidth }, (_, place) =>
        Math.sin((text.charCodeAt(place) || 1) * (place + 1)),
      ),
    longestEmbedded: Number.POSITIVE_INFINITY,
    nextAbort: () => new Promise((resolve) => aborted.push(resolve)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return model;
}

async function answer(model: TestModelServer, request: IncomingMessage, response: ServerResponse) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const json: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
  const { fault } = model;
  if (fault === "stall") return;
  if (fault === "redirect") return void response.writeHead(302, { location: model.address }).end();
  const status = { busy: 429, unauthorized: 401, error: 500 }[String(fault)];
  if (status) return void response.writeHead(status).end('{"error":{"message":"no"}}');
  if (request.url?.endsWith("/embeddings")) return embed(model, embeddingsSchema.parse(json).input, response);
  const body = chatSchema.parse(json);
  if (fault === "old-parameters" && (body.max_tokens || body.stream_options))
    return void response.writeHead(400).end('{"error":"unknown parameter"}');
  await chat(model, body, request, response);
}

function embed(model: TestModelServer, texts: string[], response: ServerResponse): void {
  model.embedded.push(...texts);
  if (texts.some((text) => text.length > model.longestEmbedded))
    return void response.writeHead(400).end('{"error":{"message":"too long"}}');
  const vectorOf = (text: string, index: number) =>
    model.fault === "wrong-width" && index === 1 ? [1, 2, 3] : model.vectorOf(text);
  const data = texts.map((text, index) => ({
    index,
    embedding: model.fault === "base64" ? "AAAA" : vectorOf(text, index),
  }));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ object: "list", data }));
}

async function chat(
  model: TestModelServer,
  body: z.infer<typeof chatSchema>,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const textOf = (role: string) =>
    body.messages
      .filter((message) => message.role === role)
      .map(({ content }) => content)
      .join("\n");
  const user = textOf("user");
  const asked: AskedChat = {
    system: textOf("system"),
    user: user.slice(Math.max(0, user.length - model.windowCharacters)),
    body,
    authorization: headers.authorization,
  };
  model.asked.push(asked);
  const { fault, dialect } = model;
  const words = fault === "empty" ? [] : model.answer(asked).split(/(?<=\s)/);
  response.setHeader("content-type", "text/event-stream");
  const send = (event: unknown) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  if (dialect === "llama.cpp") response.write(": keep-alive\r\n\r\n");
  for (const event of thinking(dialect)) send(event);
  for (const [index, word] of words.entries()) {
    if (index === Math.floor(words.length / 2)) {
      if (fault === "stall-halfway") return;
      if (fault === "break") {
        await new Promise((resolve) => response.write(": half\n\n", resolve));
        return void response.destroy();
      }
      if (fault === "no-end") return void response.end();
      if (fault === "garbage") response.write("data: {not json\n\n");
      if (fault === "error-halfway") send({ error: { message: "out of memory" } });
      await model.beforeHalf?.(asked);
    }
    send({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }], usage: null });
  }
  const reason = fault === "cut" ? "length" : "stop";
  send({ choices: [{ index: 0, delta: {}, finish_reason: reason }], ...timings(dialect) });
  const isCounted = body.stream_options?.include_usage && dialect !== "llama.cpp";
  if (isCounted)
    send({
      choices: [],
      usage: { prompt_tokens: Math.ceil(asked.user.length / 4), completion_tokens: words.length },
    });
  response.end("data: [DONE]\n\n");
}

/** The thoughts of a model, as each server sends them. */
function thinking(dialect: Dialect): unknown[] {
  const delta = {
    ollama: { role: "assistant", content: "", reasoning: "secret thoughts" },
    vllm: { role: "assistant", reasoning_content: "secret thoughts" },
    "llama.cpp": { role: "assistant", content: "<think>secret" },
    "lm-studio": { role: "assistant", content: null, reasoning_content: "secret thoughts" },
  }[dialect];
  const rest = dialect === "llama.cpp" ? [{ choices: [{ delta: { content: " thoughts</th" } }] }] : [];
  const end = dialect === "llama.cpp" ? [{ choices: [{ delta: { content: "ink>" } }] }] : [];
  return [{ choices: [{ index: 0, delta }] }, ...rest, ...end];
}

function timings(dialect: Dialect) {
  return dialect === "llama.cpp" ? { timings: { prompt_n: 5, predicted_n: 3 } } : {};
}
