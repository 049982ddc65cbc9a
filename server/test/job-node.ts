import { openDatabase } from "../src/platform/database/database.ts";
import { createNotifications } from "../src/platform/database/notifications.ts";
import { createJobs } from "../src/platform/jobs/jobs.ts";
import { createLog } from "../src/platform/log/log.ts";

// A process that takes the job named on its command line, does half of it, says so, and waits to be killed.
const [url = "", name = ""] = process.argv.slice(2);
const log = createLog("silent");
const { db, pool } = openDatabase<{ effects: { job: string; node: string } }>({
  url,
  log,
  preparedStatements: true,
});
const notifications = createNotifications(url, log);
const jobs = createJobs({
  db,
  pool,
  notifications,
  log,
  jobs: [
    {
      name,
      async run({ tx }) {
        await tx.insertInto("effects").values({ job: name, node: "killed" }).execute();
        process.send?.("half done");
        await new Promise(() => undefined);
      },
    },
  ],
});
await notifications.listen();
await jobs.start();
process.send?.("ready");
