import { createHash } from "node:crypto";
import { gitDeliveryDays } from "@atoll/contract/git-links/schemas";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import { rawBodyOf } from "../../platform/http/raw-body.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { parseHookBody, verifyDelivery } from "../cards/public.ts";
import { connectionSecret, connectionsRoom } from "./access.ts";
import { applyDeliveryJob } from "./apply-delivery.ts";
import { type GitChange, readPayload } from "./read-payload.ts";

type Request = Pick<FastifyRequest, "headers" | "body">;
type Connection = Awaited<ReturnType<typeof findSigned>>;

/**
 * Returns the connection that a delivery is for, if its signature is right.
 * @throws {AppError} `git_hook_refused`, also if there is no such connection.
 */
export async function findSigned({ db }: Pick<SliceContext, "db">, connectionId: string, request: Request) {
  const connection = await db
    .selectFrom("git_connections")
    .select(["id", "provider", "owner_id", "is_on", "key_id", "sealed"])
    .where("id", "=", connectionId)
    .executeTakeFirst();
  if (!connection) throw new AppError("git_hook_refused");
  const { provider } = connection;
  const secret = await connectionSecret.open(db, connection);
  const trust = verifyDelivery(provider, secret, request.headers, rawBodyOf(request), new Date());
  if (trust === "refused") throw new AppError("git_hook_refused");
  return connection;
}

/**
 * Stores what a signed delivery says, to be applied by a job. The same delivery counts once, unless it had no effect: a
 * person sends it again after they mended the reason.
 * Nothing that it names is looked up here, so that its sender learns nothing from how long the answer takes.
 */
export async function receiveDelivery(
  context: SliceContext,
  connection: Connection,
  request: Request,
): Promise<void> {
  const { headers } = request;
  const body = rawBodyOf(request);
  const event = plainHeader(headers, /^[\w -]{1,60}$/, ["x-github-event", "x-gitlab-event"]);
  const read = readChanges(connection, headers, event ?? "", body);
  const isDue = "changes" in read;
  const identity = identityOf(connection, headers, body);
  const stored = await transact(context.db, async (tx) => {
    await sql`DELETE FROM git_deliveries WHERE connection_id = ${connection.id} AND identity = ${identity}
      AND (outcome IN ('ignored', 'failed') OR ${hasGivenUp})`.execute(tx);
    const row = await tx
      .insertInto("git_deliveries")
      .values({
        connection_id: connection.id,
        identity,
        event: event ?? "",
        ...(isDue ? { changes: JSON.stringify(read.changes) } : read),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row && isDue) await context.enqueue(tx, applyDeliveryJob(context), { deliveryId: row.id });
    return row;
  });
  if (stored && !isDue) context.realtime.send(connectionsRoom, "git-connections.changed", {});
}

/** The job of a delivery is tried again for less than two hours. */
const hasGivenUp = sql<boolean>`(outcome = 'waiting' AND at < now() - interval '3 hours')`;

/**
 * Returns what tells a delivery from others: its body. GitLab sends the same body when a branch is made again, but with
 * another name. GitHub's and Gitea's names are not signed, so that a recorded delivery could get another one.
 */
function identityOf(
  { provider }: Pick<Connection, "provider">,
  headers: Request["headers"],
  body: Buffer,
): Buffer {
  const names = headers["webhook-signature"] ? ["webhook-id"] : ["idempotency-key", "x-gitlab-event-uuid"];
  const name = provider === "gitlab" ? plainHeader(headers, /^[\w.:-]{1,200}$/, names) : null;
  const hash = createHash("sha256");
  if (name !== null) hash.update(`${name}\0`);
  return hash.update(body).digest();
}

function plainHeader(headers: Request["headers"], pattern: RegExp, names: readonly string[]): string | null {
  for (const name of names) {
    const value = headers[name];
    if (typeof value === "string" && pattern.test(value)) return value;
  }
  return null;
}

type Refused = { outcome: "ignored" | "failed"; detail: string };

/** Returns what a delivery reports, or why nothing will follow from it. */
function readChanges(
  { provider, is_on }: Pick<Connection, "provider" | "is_on">,
  headers: Request["headers"],
  event: string,
  body: Buffer,
): { changes: GitChange[] } | Refused {
  if (!is_on) return { outcome: "ignored", detail: "The connection was paused" };
  if (event === "ping") return { outcome: "ignored", detail: "The repository tried out the connection" };
  let payload: unknown;
  try {
    payload = parseHookBody(provider, body);
  } catch (error) {
    return { outcome: "failed", detail: error instanceof Error ? error.message : String(error) };
  }
  const isGitea = headers["x-gitea-event"] !== undefined || headers["x-forgejo-event"] !== undefined;
  const changes = readPayload(provider, { event, isGitea }, payload);
  if (!changes) return { outcome: "failed", detail: "The body is not one that this system sends" };
  if (changes.length > 0) return { changes };
  return { outcome: "ignored", detail: "No branch, commit or pull request in it names a task or bug" };
}

/** Deletes old deliveries, and those of jobs that gave up count as failed, once a night. Encrypts with the newest key. */
export function keepConnectionsJob(): Job<Tables> {
  return {
    name: "git-links.keep",
    cron: "41 3 * * *",
    async run({ tx }) {
      await connectionSecret.reseal(tx);
      await sql`UPDATE git_deliveries SET outcome = 'failed', changes = NULL, detail = 'It could not be applied'
        WHERE ${hasGivenUp}`.execute(tx);
      // A late push to a branch that was deleted comes within hours.
      await sql`DELETE FROM git_links WHERE hidden = 'gone' AND at < now() - make_interval(days => ${gitDeliveryDays})`.execute(
        tx,
      );
      await sql`DELETE FROM git_deliveries WHERE at < now() - make_interval(days => ${gitDeliveryDays})`.execute(
        tx,
      );
    },
  };
}
