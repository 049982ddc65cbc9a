import { subscribe, tracingChannel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { answerMeasured } from "./measured.ts";

// Loaded into the server's process before it starts: milliseconds from the moment a request is there to the moment
// its handler is called, by route. Node and Fastify announce both; the server knows nothing of it.
const measured = answerMeasured();
const arrived = new WeakMap<IncomingMessage, number>();

subscribe("http.server.request.start", (message) => {
  arrived.set((message as { request: IncomingMessage }).request, performance.now());
});

interface HandlerStart {
  request: { raw: IncomingMessage };
  route: { url: string };
}

tracingChannel("fastify.request.handler").start.subscribe((message) => {
  const { request, route } = message as unknown as HandlerStart;
  const at = arrived.get(request.raw);
  if (at !== undefined) measured.add(route.url, performance.now() - at);
});
