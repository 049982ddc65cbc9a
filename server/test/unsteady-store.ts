import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestStore } from "./s3-stores.ts";

/** Answers a request instead of the store, or passes it on, whole or cut off in the middle of the answer's body. */
type Fault = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: (cutAfterBytes?: number) => void,
) => void;

/** The way to a store, on which things go wrong. */
export interface UnsteadyStore {
  config: TestStore["config"];
  /** Requests since the start, by method and address. */
  requests: IncomingMessage[];
  /** Undefined: everything arrives. */
  fault: Fault | undefined;
  close(): Promise<void>;
}

export async function startUnsteadyStore(behind: TestStore): Promise<UnsteadyStore> {
  const target = new URL(behind.config.endpoint ?? "");
  const server = createServer((request, response) => {
    store.requests.push(request);
    const pass = (cutAfterBytes = Number.POSITIVE_INFINITY) => {
      const onward = send(
        { host: target.hostname, port: target.port, path: request.url, method: request.method },
        (answer) => {
          let rest = cutAfterBytes;
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.on("data", (piece: Buffer) => {
            if (rest <= 0) return;
            response.write(piece.subarray(0, rest), () => {
              if (rest <= 0) response.destroy();
            });
            rest -= piece.length;
          });
          answer.on("end", () => {
            if (rest > 0) response.end();
          });
        },
      );
      for (const [name, value] of Object.entries(request.headers)) onward.setHeader(name, value ?? "");
      onward.on("error", () => response.destroy());
      request.pipe(onward);
    };
    if (store.fault) store.fault(request, response, pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const store: UnsteadyStore = {
    config: {
      ...behind.config,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    requests: [],
    fault: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}

/** Answers as a gateway does whose backend restarts. */
export const gatewayPage: Fault = (request, response) => {
  request.resume();
  response
    .writeHead(404, { "content-type": "text/html" })
    .end("<html><body>default backend - 404</body></html>");
};

/** Takes every request and says nothing. */
export const silence: Fault = (request) => void request.resume();
