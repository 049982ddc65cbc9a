import type { MailKind, MailState, ReceivedAim } from "@atoll/contract/mail/mail-kinds";
import { mailKinds, receivedAims, receivedReasons } from "@atoll/contract/mail/mail-kinds";
import type { mailRoutes } from "@atoll/contract/mail/routes";
import type { MailStatus, ReceivedMail, SentMail } from "@atoll/contract/mail/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";

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
  is_under_way: boolean;
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

/**
 * SQL: a mail `m` is listed. Anyone can ask for a new password for any address, and administrators do not see which
 * addresses strangers have tried.
 */
const isShown = sql<boolean>`(m.kind <> 'password-reset' OR EXISTS (
  SELECT FROM accounts a WHERE a.email = m.address))`;

async function selectMails(db: Database, condition: RawBuilder<unknown>, count: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    SELECT m.id, m.kind, m.address, m.user_id, p.name, m.state, m.created_at, m.settled_at, m.due_at, m.tries,
      coalesce(m.state = 'waiting' AND m.taken_until > now(), false) AS is_under_way,
      m.failure, ${exactInstant("m.created_at")} AS exact_at
    FROM mails m LEFT JOIN profiles p ON p.id = m.user_id
    WHERE ${condition} AND ${isShown} ORDER BY m.created_at DESC, m.id DESC LIMIT ${sql.lit(count)}`.execute(
    db,
  );
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
    isUnderWay: row.is_under_way,
    dueAt: row.state === "waiting" ? row.due_at.toISOString() : null,
    tries: row.tries,
    failure: row.failure ?? "",
  };
}

/** A kind that a later version queued is shown as a notice. */
function kindOf(kind: string): MailKind {
  return kind in mailKinds ? (kind as MailKind) : "account-notice";
}

interface ReceivedRow
  extends Pick<
    Selectable<Tables["received_mails"]>,
    "id" | "received_at" | "sender" | "user_id" | "aim" | "state" | "reason"
  > {
  name: string | null;
  exact_at: string;
}

/** Returns a page of the mails that were handed over, the newest first. Nothing of their texts is read. */
export async function listReceivedMails(
  db: Database,
  query: RouteInput<typeof mailRoutes.listReceivedMails>["query"],
): Promise<{ items: ReceivedMail[]; nextCursor: string | null }> {
  const { state } = query;
  const inState = state ? sql<boolean>`r.state = ${state}` : sql<boolean>`true`;
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    async (after, count) => {
      const page = await sql<ReceivedRow>`
        SELECT r.id, r.received_at, r.sender, r.user_id, p.name, r.aim, r.state, r.reason,
          ${exactInstant("r.received_at")} AS exact_at
        FROM received_mails r LEFT JOIN profiles p ON p.id = r.user_id
        WHERE ${inState} AND ${isBehind("r.received_at", "r.id", after)}
        ORDER BY r.received_at DESC, r.id DESC LIMIT ${sql.lit(count)}`.execute(db);
      return page.rows;
    },
    ({ exact_at, id }) => [exact_at, id] as [string, string],
  );
  return { items: rows.map(presentReceivedMail), nextCursor };
}

function presentReceivedMail(row: ReceivedRow): ReceivedMail {
  // A later version may know others.
  const aim: ReceivedAim = row.aim in receivedAims ? row.aim : "unknown";
  return {
    ...{ id: row.id, aim, state: row.state, sender: row.sender },
    receivedAt: row.received_at.toISOString(),
    // Anyone can write the address of a person into a mail.
    person:
      row.user_id === null || row.state !== "posted"
        ? null
        : { id: row.user_id, name: row.name ?? row.sender },
    reason: row.reason !== null && row.reason in receivedReasons ? row.reason : null,
  };
}

/** Returns whether mail is set up, and how much of it waits and failed. */
export async function readMailStatus({
  db,
  mail: config,
  mailIn,
}: Pick<SliceContext, "db" | "mail" | "mailIn">): Promise<MailStatus> {
  const { rows } = await sql<Pick<MailStatus, "waitingCount" | "failedCount" | "sentTodayCount">>`
    SELECT (SELECT count(*)::int FROM mails m WHERE m.state = 'waiting' AND ${isShown}) AS "waitingCount",
      (SELECT count(*)::int FROM mails m WHERE m.state = 'failed' AND ${isShown}) AS "failedCount",
      (SELECT count(*)::int FROM mails m WHERE m.state = 'sent' AND m.settled_at > now() - interval '1 day'
        AND ${isShown}) AS "sentTodayCount"`.execute(db);
  const counts = rows[0] ?? { waitingCount: 0, failedCount: 0, sentTodayCount: 0 };
  const company = await db.selectFrom("company").select("digest_of_new_people").executeTakeFirstOrThrow();
  return {
    isOn: config !== undefined,
    isInOn: mailIn !== undefined,
    server: config ? `${config.server.host}:${config.server.port}` : "",
    from: config
      ? config.from.name
        ? `${config.from.name} <${config.from.address}>`
        : config.from.address
      : "",
    ...counts,
    digestOfNewPeople: company.digest_of_new_people,
  };
}
