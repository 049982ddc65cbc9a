import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface BenchModel {
  address: string;
  /** Times since the last answer began, as `performance.now()`: when its first word left, and when its caller went away. */
  firstWordAt: number;
  /** Settles when the caller of an answer goes away. */
  nextAbort(): Promise<number>;
  close(): void;
}

/** A model's server that answers at once: what remains is Atoll's own share. `width` is that of its vectors. */
export async function startBenchModel(width: number): Promise<BenchModel> {
  let settle: ((at: number) => void) | undefined;
  const model: BenchModel = {
    address: "",
    firstWordAt: 0,
    nextAbort: () =>
      new Promise((resolve) => {
        settle = resolve;
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    response.on("close", () => response.writableFinished || settle?.(performance.now()));
    void answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  model.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body = JSON.parse(Buffer.concat(parts).toString()) as { input?: string[] };
    if (body.input) {
      const data = body.input.map((_text, index) => ({ index, embedding: randomVector(width) }));
      return void response.setHeader("content-type", "application/json").end(JSON.stringify({ data }));
    }
    response.setHeader("content-type", "text/event-stream");
    model.firstWordAt = performance.now();
    // It goes on for as long as its caller is there: answers are stopped.
    while (!response.destroyed) {
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "word " } }] })}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return model;
}

function randomVector(width: number): number[] {
  return Array.from(randomBytes(width), (byte) => (byte - 127.5) / 128);
}
