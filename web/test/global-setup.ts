import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { joinTestPostgres } from "../../server/test/test-postgres.ts";

/** Offers real servers to tests that need one, and starts nothing before. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let host: Promise<{ url: string; end: () => Promise<void> }> | undefined;
  const asked = createServer(async (_request, response) => {
    host ??= startHost();
    host.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  asked.listen(0, "127.0.0.1");
  await once(asked, "listening");
  project.provide("serverHostAsk", `http://127.0.0.1:${(asked.address() as AddressInfo).port}`);
  return async () => {
    asked.close();
    await (await host?.catch(() => undefined))?.end();
  };
}

async function startHost() {
  const postgres = await joinTestPostgres();
  const main = join(import.meta.dirname, "../../server/test/server-host.ts");
  const child = fork(main, [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, ATOLL_TEST_POSTGRES: postgres.url },
  });
  return {
    url: await addressOf(child),
    async end() {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
      await postgres.leave();
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("message", (url) => resolve(String(url)));
    child.once("exit", (code) => reject(new Error(`the process for servers ended with ${code}`)));
  });
}
