import { Agent, request } from "node:http";

export interface Call {
  method?: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** One kept connection, one request at a time: what is measured is the server's work, not a queue. */
export function createHttpClient(url: string): {
  call(call: Call): Promise<{ tookMs: number; body: string }>;
  close(): void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call({ method = "GET", path, headers = {}, body }) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const length = text === undefined ? {} : { "content-length": Buffer.byteLength(text) };
      const type = text === undefined ? {} : { "content-type": "application/json" };
      return new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const outgoing = request(
          new URL(path, url),
          { agent, method, headers: { ...headers, ...type, ...length } },
          (response) => {
            const parts: Buffer[] = [];
            response.on("data", (part: Buffer) => parts.push(part));
            response.on("end", () => {
              const tookMs = performance.now() - startedAt;
              const answer = Buffer.concat(parts).toString();
              const status = response.statusCode ?? 0;
              if (status < 300) resolve({ tookMs, body: answer });
              else reject(new Error(`${method} ${path} answered ${status}: ${answer}`));
            });
          },
        );
        outgoing.on("error", reject);
        outgoing.end(text);
      });
    },
    close: () => agent.destroy(),
  };
}
