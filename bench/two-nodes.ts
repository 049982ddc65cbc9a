import { join } from "node:path";
import { type AtollProcess, startAtoll } from "./atoll-process.ts";

export interface TwoNodes {
  readonly databaseUrl: string;
  /** Where each of them is, also after a restart. */
  readonly urls: readonly [string, string];
  /** Ends one as a power cut would. */
  kill(which: 0 | 1): Promise<void>;
  restart(which: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Two real servers on one database and one folder of files. The database is the embedded one of a third, which was
 * killed right away and left it running: so neither of the two takes it along when it dies.
 * @param second the way of the second server to the database, instead of the address of the first.
 */
export async function startTwoNodes(
  second: (databaseUrl: string) => Promise<string> = async (url) => url,
): Promise<TwoNodes> {
  const host = await startAtoll();
  await host.crash();
  // The first start marked this folder as the database's.
  const env = { DATABASE_URL: host.databaseUrl, ATOLL_FILES_FOLDER: join(host.dataFolder, "files") };
  const nodes: [AtollProcess, AtollProcess] = [
    await startAtoll({ env }),
    await startAtoll({ env: { ...env, DATABASE_URL: await second(host.databaseUrl) } }),
  ];
  const urls: [string, string] = [nodes[0].url, nodes[1].url];
  return {
    databaseUrl: host.databaseUrl,
    urls,
    kill: (which) => nodes[which].crash(),
    async restart(which) {
      const { dataFolder, url } = nodes[which];
      nodes[which] = await startAtoll({ env, dataFolder, port: Number(new URL(url).port) });
    },
    async stop() {
      for (const node of nodes) await node.stop();
      // Finds what the first one left running, and takes it down with itself.
      const last = await startAtoll({ dataFolder: host.dataFolder });
      await last.stop();
    },
  };
}
