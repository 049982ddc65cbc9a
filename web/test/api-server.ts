import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { errors } from "@atoll/contract/errors/errors";

export interface ReceivedRequest {
  method: string;
  url: string;
  authorization: string | undefined;
  body: unknown;
}

export interface Answer {
  status?: number;
  json?: unknown;
}

/** A server that fails: it closes the connection, sends nothing, or no more than the beginning of an answer. */
type Failure = "hang up" | "stall" | "stall in the body";

/** A real server on a free port that answers, or fails, as the test says. */
export async function startApiServer(answer: (request: ReceivedRequest) => Answer | Failure) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    received.push(request);
    const given = answer(request);
    if (given === "hang up") {
      response.destroy();
      return;
    }
    if (given === "stall") return;
    if (given === "stall in the body") {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
      return;
    }
    response.writeHead(given.status ?? 200, { "content-type": "application/json" });
    response.end(given.json === undefined ? undefined : JSON.stringify(given.json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An error as the server words it. */
export function refuse(code: ErrorCode, fields?: { path: string; message: string }[]): Answer {
  const { status, text } = errors[code];
  return { status, json: { error: { code, message: text, requestId: "req-1", fields } } };
}

async function read(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    method: incoming.method ?? "",
    url: incoming.url ?? "",
    authorization: incoming.headers.authorization,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
