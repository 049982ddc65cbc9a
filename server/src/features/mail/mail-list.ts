import type { MailKind, MailState } from "@atoll/contract/mail/mail-kinds";
import { mailKinds } from "@atoll/contract/mail/mail-kinds";
import type { mailRoutes } from "@atoll/contract/mail/routes";
import type { MailStatus, SentMail } from "@atoll/contract/mail/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, sql } from "kysely";
import type { MailConfig } from "../../platform/configuration/mail-config.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";

interface MailRow {
  id: string;
  kind: string;
  address: string;
  user_id: string | null;
  name: string | null;
  state: MailState;
  created_at: Date;
  exact_at: string;
  settled_at: Date | null;
  due_at: Date;
  tries: number;
  failure: string | null;
}

/** Returns a page of the list of mails, the newest first. */
export async function listMails(
  db: Database,
  query: RouteInput<typeof mailRoutes.listMails>["query"],
): Promise<{ items: SentMail[]; nextCursor: string | null }> {
  const { state } = query;
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    async (after, count) => {
      const inState = state ? sql<boolean>`m.state = ${state}` : sql<boolean>`true`;
      return selectMails(db, sql`${inState} AND ${isBehind("m.created_at", "m.id", after)}`, count);
    },
    ({ exact_at, id }) => [exact_at, id] as [string, string],
  );
  return { items: rows.map(presentMail), nextCursor };
}

export async function findMail(db: Database, mailId: string): Promise<SentMail | undefined> {
  const [row] = await selectMails(db, sql`m.id = ${mailId}`, 1);
  return row && presentMail(row);
}

async function selectMails(db: Database, condition: RawBuilder<unknown>, count: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    SELECT m.id, m.kind, m.address, m.user_id, p.name, m.state, m.created_at, m.settled_at, m.due_at, m.tries,
      m.failure, ${exactInstant("m.created_at")} AS exact_at
    FROM mails m LEFT JOIN profiles p ON p.id = m.user_id
    WHERE ${condition} ORDER BY m.created_at DESC, m.id DESC LIMIT ${sql.lit(count)}`.execute(db);
  return rows;
}

function presentMail(row: MailRow): SentMail {
  return {
    id: row.id,
    kind: kindOf(row.kind),
    address: row.address,
    person: row.user_id === null ? null : { id: row.user_id, name: row.name ?? row.address },
    state: row.state,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    dueAt: row.state === "waiting" ? row.due_at.toISOString() : null,
    tries: row.tries,
    failure: row.failure ?? "",
  };
}

/** A kind that a later version queued is shown as a notice. */
function kindOf(kind: string): MailKind {
  return kind in mailKinds ? (kind as MailKind) : "account-notice";
}

/** Returns whether mail is set up, and how much of it waits and failed. */
export async function readMailStatus(db: Database, config: MailConfig | undefined): Promise<MailStatus> {
  const { rows } = await sql<Pick<MailStatus, "waitingCount" | "failedCount" | "sentTodayCount">>`
    SELECT count(*) FILTER (WHERE state = 'waiting')::int AS "waitingCount",
      count(*) FILTER (WHERE state = 'failed')::int AS "failedCount",
      count(*) FILTER (WHERE state = 'sent' AND settled_at > now() - interval '1 day')::int AS "sentTodayCount"
    FROM mails`.execute(db);
  const counts = rows[0] ?? { waitingCount: 0, failedCount: 0, sentTodayCount: 0 };
  return {
    isOn: config !== undefined,
    server: config ? `${config.server.host}:${config.server.port}` : "",
    from: config
      ? config.from.name
        ? `${config.from.name} <${config.from.address}>`
        : config.from.address
      : "",
    ...counts,
  };
}

/**
 * Has a mail tried again at once, for as long as a new one.
 * @returns false for one that was sent or dropped, or that does not exist.
 */
export async function retryMail(db: Database, mailId: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`UPDATE mails SET state = 'waiting', due_at = now(), trying_since = now(),
      settled_at = NULL
    WHERE id = ${mailId} AND state IN ('failed', 'waiting')
      AND (key IS NULL OR NOT EXISTS (SELECT FROM mails o WHERE o.key = mails.key AND o.id <> mails.id AND o.state = 'waiting'))`.execute(
      db,
    );
  return Number(numAffectedRows) > 0;
}
