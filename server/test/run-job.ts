import { PgBoss } from "pg-boss";
import type { TestServer } from "./harness.ts";

/** Enqueues a scheduled job now, as its schedule would. The server does it a moment later. */
export async function enqueueJob(
  server: Pick<TestServer, "databaseUrl">,
  name: string,
  data: object = {},
): Promise<void> {
  const boss = new PgBoss({
    ...{ connectionString: server.databaseUrl, schema: "jobs", max: 1, useListenNotify: false },
    ...{ schedule: false, supervise: false, migrate: false },
  });
  await boss.start();
  await boss.send(name, data);
  await boss.stop({ graceful: false });
}
