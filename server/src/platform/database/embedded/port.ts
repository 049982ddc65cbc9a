import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Returns a free port on 127.0.0.1, below the range of ephemeral ports, so that it is still free when the database
 * restarts.
 */
export async function choosePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port between 20000 and 32000 on 127.0.0.1");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(true)));
  });
}
