import type { ErasureFailure } from "@atoll/contract/personal-data/schemas";
import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { erasedNames } from "../../../platform/kinds/erased-names.ts";
import { type Erasure, type ErasureWork, erasedName } from "../../../platform/kinds/erasure.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { isPersonHeld, lockRetention } from "../../retention/public.ts";
import { eraseRows } from "./erase-rows.ts";
import { sweepTable, tablesWithTexts } from "./sweep-names.ts";

interface Work {
  erasureId: string;
}

const mostTries = 6;

/** A legal hold has come to keep the person. */
class Held extends Error {}

interface Step {
  /** Never the same as another one. A step that is done is known by it, also after an update. */
  name: string;
  run(erasure: Erasure, work: ErasureWork<Database>): Promise<number>;
}

/** The steps of every erasure, in their order. Each can be done again. */
async function stepsOf(context: SliceContext): Promise<Step[]> {
  const { db, erasers, erasedTables } = context;
  const ofPhase = (wanted: (typeof erasers)[number]["phase"]) =>
    erasers
      .filter(({ phase }) => phase === wanted)
      .map(
        ({ erase }, index): Step => ({
          name: `${wanted} ${index}`,
          run: (erasure, work) => erase(context, erasure, work),
        }),
      );
  // First what a person wrote: rows that are deleted in any case tell which that is.
  const inOrder = [false, true].flatMap((isAlways) =>
    erasedTables.filter(({ rule }) => (rule === "always") === isAlways),
  );
  return [
    ...ofPhase("texts"),
    ...inOrder.map(
      (table): Step => ({
        name: `rows of ${table.table}`,
        run: (erasure, work) => eraseRows(erasure, table, work),
      }),
    ),
    ...ofPhase("names"),
    ...(await tablesWithTexts(db)).map(
      (table): Step => ({
        name: `names in ${table.table}`,
        run: (erasure, work) => sweepTable(erasure, table, work),
      }),
    ),
    ...ofPhase("traces"),
  ];
}

/** An estimate of the steps of an erasure, for its first minute. */
export const countSteps = ({
  erasers,
  erasedTables,
}: Pick<SliceContext, "erasers" | "erasedTables">): number => erasers.length + 2 * erasedTables.length;

/** A job is stopped after a quarter of an hour. An erasure ends its turn before that, and another one goes on. */
const longestTurnMs = 8 * 60_000;

/** Does the steps of an erasure, each in small transactions. A killed one goes on with the step that it was at. */
export function erasureJob(context: SliceContext): Job<Tables, Work> {
  const { db } = context;
  return {
    name: "personal-data.erase",
    async run({ tx, data: { erasureId }, signal }) {
      // This connection only holds the turn.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
      const { rows } = await sql<{ is_free: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${erasureId}, 46)) AS is_free`.execute(tx);
      // If that node dies, `resumeErasuresJob` queues the erasure again.
      if (!rows[0]?.is_free) return;
      const row = await takeUp(db, erasureId);
      if (!row) return;
      const turn = AbortSignal.timeout(longestTurnMs);
      try {
        await erase(context, row, AbortSignal.any([signal, turn]));
      } catch (error) {
        if (turn.aborted && !signal.aborted) {
          await context.enqueue(tx, erasureJob(context), { erasureId });
          return;
        }
        const isHeld = error instanceof Held;
        if (!isHeld && (signal.aborted || row.tries < mostTries)) throw error;
        if (!isHeld) context.log.error({ err: error, erasureId }, "an erasure failed");
        await fail(db, erasureId, isHeld ? "held" : "broken");
      }
    },
  };
}

async function fail(db: Database, erasureId: string, failure: ErasureFailure): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const failed = await tx
      .updateTable("erasures")
      .set({ state: "failed", failure })
      .where("id", "=", erasureId)
      .where("state", "=", "running")
      .returning("requested_by")
      .executeTakeFirst();
    if (failed) await notifyRequester(tx, erasureId, failed.requested_by, { failure });
  });
}

async function notifyRequester(
  tx: Database,
  erasureId: string,
  requesterId: string | null,
  facts: Record<string, string> = {},
): Promise<void> {
  if (requesterId === null) return;
  await notify(tx, { kind: "person-erasure.ended", subjectId: erasureId, people: [requesterId], facts });
}

function takeUp(db: Database, erasureId: string) {
  return db
    .updateTable("erasures")
    .set({ tries: sql<number>`tries + 1`, worked_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", erasureId)
    .where("state", "=", "running")
    .returningAll()
    .executeTakeFirst();
}

async function erase(
  context: SliceContext,
  row: NonNullable<Awaited<ReturnType<typeof takeUp>>>,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context;
  const { id, person_id: personId, keeps_texts: keepsTexts, names, mails } = row;
  const erasure: Erasure = {
    ...{ id, personId, keepsTexts, names, mails },
    inTexts: await namesInTexts(db, { personId, names, mails }),
  };
  let notedAt = Date.now();
  async function isWorking(): Promise<void> {
    if (Date.now() - notedAt < 10_000) return;
    notedAt = Date.now();
    await db
      .updateTable("erasures")
      .set({ worked_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", id)
      .execute();
  }
  const work: ErasureWork<Database> = {
    signal,
    read: async (act) => {
      await isWorking();
      return transact(db, async (tx) => {
        await sql`SET LOCAL statement_timeout = '5min'`.execute(tx);
        return act(tx);
      });
    },
    part: async (act) => {
      await isWorking();
      return transact(db, async (tx) => {
        // Others wait for this lock to begin a legal hold or to change a rule.
        await sql`SET LOCAL statement_timeout = '50s'`.execute(tx);
        await lockRetention(tx);
        if (await isPersonHeld(tx, personId)) throw new Held();
        await sql`SELECT set_config('atoll.erasure', ${id}, true)`.execute(tx);
        return act(tx);
      });
    },
  };
  const steps = await stepsOf(context);
  const done = new Set(row.done_steps);
  for (const step of steps) {
    if (done.has(step.name)) continue;
    const count = await step.run(erasure, work);
    done.add(step.name);
    await db
      .updateTable("erasures")
      .set({ done_steps: [...done], steps_done: done.size, steps_total: Math.max(steps.length, done.size) })
      // A step that is done is progress: the attempts before it do not count.
      .set({ tries: 1, worked_at: sql<Date>`clock_timestamp()` })
      .set({ change_count: sql<number>`change_count + ${count}` })
      .where("id", "=", id)
      .execute();
  }
  await finish(db, id);
}

/** Finds which names and addresses are also those of other people and of things of the company. */
async function namesInTexts(
  db: Database,
  { personId, names, mails }: { personId: string; names: string[]; mails: string[] },
): Promise<Erasure["inTexts"]> {
  const { rows } = await sql<{ name: string; is_same: boolean }>`
    SELECT DISTINCT o.name, lower(o.name) = lower(n.name) AS is_same
    FROM unnest(${names}::text[]) AS n (name) JOIN (
      SELECT p.name FROM profiles p WHERE p.id <> ${personId}
      UNION SELECT d.name FROM directory_people d WHERE d.user_id <> ${personId}
      UNION SELECT i.name FROM invitations i WHERE i.accepted_by <> ${personId}
      UNION SELECT name FROM departments UNION SELECT name FROM roles UNION SELECT name FROM card_types
    ) o ON strpos(lower(o.name), lower(n.name)) > 0`.execute(db);
  const own = await sql<{ mail: string }>`SELECT m.mail FROM unnest(${mails}::text[]) AS m (mail)
    WHERE NOT EXISTS (SELECT FROM accounts a WHERE lower(a.email) = m.mail AND a.id <> ${personId})
      AND NOT EXISTS (SELECT FROM directory_people d WHERE lower(d.email) = m.mail AND d.user_id <> ${personId})
      AND NOT EXISTS (SELECT FROM invitations i WHERE lower(i.email) = m.mail AND (i.accepted_by <> ${personId}
        OR (i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > now())))`.execute(db);
  return erasedNames({
    ...{ personId, names, mails: own.rows.map(({ mail }) => mail) },
    shared: rows.filter((one) => one.is_same).map(({ name }) => name),
    longer: rows.filter((one) => !one.is_same).map(({ name }) => name),
  });
}

async function finish(db: Database, erasureId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const done = await tx
      .updateTable("erasures")
      .set({ state: "done", names: [], mails: [], finished_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", erasureId)
      .where("state", "=", "running")
      .returning(["person_id", "requested_by", "keeps_texts", "change_count"])
      .executeTakeFirst();
    if (!done) return;
    await notifyRequester(tx, erasureId, done.requested_by);
    const requester =
      done.requested_by === null
        ? undefined
        : await tx
            .selectFrom("profiles")
            .select(["id", "name"])
            .where("id", "=", done.requested_by)
            .executeTakeFirst();
    await recordAct(tx, {
      ...{ action: "person.erased", actor: requester, address: "" },
      subject: { type: "user", id: done.person_id, name: erasedName },
      after: { keepsTexts: done.keeps_texts, changes: done.change_count },
    });
  });
}
