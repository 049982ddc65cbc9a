import { notifyTopics } from "../../notify-topics.ts";
import { repeat } from "../../platform/turns/repeat.ts";
import type { LivePart, SliceContext } from "../../slice.ts";

/** At least so often, when there was anything new. */
const everyMs = 3600_000;

/**
 * Writes the newest entry's number and hash to the log: at startup, at every hundredth entry, once an hour and at
 * shutdown. The log is stored elsewhere, so a person who rewrites the chain in the database cannot change these lines,
 * and an entry with a different hash exposes the change. It uses the log's default level, because a missing line would
 * defeat its purpose.
 *
 * The hourly timer belongs to this process and is not a job: the schedule of jobs is in the database, where a person
 * who rewrites the chain could remove it. With several nodes, each writes to its own log.
 */
export function noteHeads({ db, log }: SliceContext): LivePart {
  const own = log.isLevelEnabled("warn") ? log.child({}, { level: "info" }) : log;
  let noted = 0;

  function note(number: number, hash: string): void {
    if (number === noted) return;
    noted = number;
    own.info({ number, hash }, "the newest entry of the audit log");
  }

  async function noteNewest(): Promise<void> {
    const newest = await db
      .selectFrom("audit_log")
      .select(["number", "hash"])
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    if (newest) note(newest.number, newest.hash.toString("hex"));
  }

  const onError = (error: unknown) => log.warn({ err: error }, "the audit log could not be read");
  const hours = repeat({ everyMs, run: noteNewest, onError });

  return {
    topics: {
      [notifyTopics.auditHeadAppended](payload) {
        const [number = "", hash = ""] = payload.split(" ");
        note(Number(number), hash);
      },
    },
    onGap: noteNewest,
    async stop() {
      await hours.stop();
      // The server must also shut down cleanly if its database is unreachable.
      await noteNewest().catch(onError);
    },
  };
}
