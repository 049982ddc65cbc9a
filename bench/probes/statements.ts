import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import pg from "pg";

// Loaded into the server's process before it starts: keeps each statement that the server sends to the database, once,
// with the values it was last sent with, and the milliseconds from the moment a request is there to the moment its
// answer is handed to the system, in the order of the answers. Both take `pg` from the same place.
let statements = new Map<string, unknown[]>();
let requestMs: number[] = [];

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function keep(this: pg.Client, ...parts: unknown[]) {
  const [first] = parts;
  if (typeof first === "object" && first && "text" in first && "values" in first) {
    statements.set(String(first.text), first.values as unknown[]);
  }
  return Reflect.apply(query, this, parts);
} as typeof query;

const arrived = new WeakMap<IncomingMessage, number>();
subscribe("http.server.request.start", (message) => {
  arrived.set((message as { request: IncomingMessage }).request, performance.now());
});
subscribe("http.server.response.finish", (message) => {
  const at = arrived.get((message as { request: IncomingMessage }).request);
  if (at !== undefined) requestMs.push(performance.now() - at);
});

process.on("message", () => {
  process.send?.({ statements: [...statements].map(([text, values]) => ({ text, values })), requestMs });
  statements = new Map();
  requestMs = [];
});
process.channel?.unref();
