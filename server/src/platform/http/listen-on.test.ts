import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { createLog } from "../log/log.ts";
import { createMetrics } from "../metrics.ts";
import { createHttpServer, type HttpServer } from "./http-server.ts";
import { listenOn } from "./listen-on.ts";
import { countRequests } from "./request-counts.ts";

let http: HttpServer | undefined;
afterEach(() => http?.close());

const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .some(({ family }) => family === "IPv6");

async function listen(host: string | undefined): Promise<string> {
  http = await createHttpServer({
    log: createLog("silent"),
    metrics: createMetrics(),
    trustedProxies: [],
    counts: countRequests({ peoplePerAddress: 100 }),
    version: "0.0.0",
  });
  http.get("/address", async (request) => request.ip);
  return listenOn(http, { port: 0, host });
}

const ask = async (url: string, path = "/address") => (await fetch(`${url}${path}`)).text();

test("listens on every address without HOST, and recognises IPv4 clients", async () => {
  const url = await listen(undefined);
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  expect(await ask(url.replace("localhost", "127.0.0.1"))).toBe("127.0.0.1");
  if (hasIpv6) expect(await ask(url.replace("localhost", "[::1]"))).toBe("::1");
});

test.runIf(hasIpv6)("an address of IPv6 is printed as a browser takes it", async () => {
  const url = await listen("::1");
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await ask(url)).toBe("::1");
});
