import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { type OpenCarrier, type Parcel, parcelSchema, sendPauseMs, sendTries } from "./carrier.ts";

/** The notifications that nodes send each other. */
const busTopic = "atoll_bus";

/** PostgreSQL takes notifications of fewer than 8,000 bytes. */
const maxNoticeBytes = 7_900;

const noticeSchema = z.union([parcelSchema, z.object({ from: z.string(), parcel: z.uuid() })]);

/**
 * Carries parcels over PostgreSQL's NOTIFY. Each takes a lock on the whole database server at commit, so there must be
 * few of them, and none in the transaction of a chat message. See docs/decisions/032-bus-over-postgresql-notify.md.
 */
export const openPostgresCarrier: OpenCarrier = ({ db, notifications, log }, ends) => {
  const { nodeId, deliver, missed, lost } = ends;

  async function fetchParcel(id: string): Promise<void> {
    const { rows } = await sql<{ content: string }>`SELECT content FROM bus_parcels WHERE id = ${id}`.execute(
      db,
    );
    const [row] = rows;
    if (row) deliver(parcelSchema.parse(JSON.parse(row.content)));
    else missed();
  }

  // Fetching a parcel delays the messages after it.
  let fetching: Promise<void> | undefined;
  void notifications.on(busTopic, (payload) => {
    const notice = noticeSchema.parse(JSON.parse(payload));
    if (notice.from === nodeId) return;
    if (!("parcel" in notice) && !fetching) return deliver(notice);
    const turn = (fetching ?? Promise.resolve())
      .then(() => ("parcel" in notice ? fetchParcel(notice.parcel) : deliver(notice)))
      .catch((error: unknown) => {
        log.warn({ err: error }, "what another node told could not be fetched");
        missed();
      })
      .finally(() => {
        if (fetching === turn) fetching = undefined;
      });
    fetching = turn;
  });

  return {
    start: async () => undefined,
    async send(parcel: Parcel) {
      const content = JSON.stringify(parcel);
      for (let attempt = 1; ; attempt += 1) {
        try {
          if (Buffer.byteLength(content) <= maxNoticeBytes) {
            await sql`SELECT pg_notify(${busTopic}, ${content})`.execute(db);
          } else {
            const id = uuidv7();
            const notice = JSON.stringify({ from: nodeId, parcel: id });
            await sql`WITH sent AS (INSERT INTO bus_parcels (id, content) VALUES (${id}, ${content}) RETURNING id)
              SELECT pg_notify(${busTopic}, ${notice}) FROM sent`.execute(db);
          }
          return;
        } catch (error) {
          if (attempt < sendTries) {
            await sleep(sendPauseMs);
            continue;
          }
          log.warn({ err: error }, "the other nodes could not be told of something");
          lost();
          return;
        }
      }
    },
    isDegraded: () => false,
    stop: async () => undefined,
  };
};
