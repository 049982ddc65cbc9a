import type { Operation, Trial, TrialAnswer } from "@atoll/contract/cards/api-schemas";
import { maxTrialAnswer } from "@atoll/contract/cards/limits";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { RefusedAddress } from "../../../platform/outbound/guard-address.ts";
import {
  BrokenAnswer,
  type GuardedAnswer,
  type GuardedRequest,
} from "../../../platform/outbound/guarded-request.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/public.ts";
import { accessTypeOfCard } from "../public.ts";
import type { Asking } from "./servers.ts";

/** Headers that belong to the connection, or say who calls. */
const ownHeaders =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|forwarded|x-forwarded-.*|x-real-ip|proxy-.*)$/;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Returns the address of an operation on a server. It stays below the server's own, whatever the path and the values say.
 * @throws {AppError} `card_trial_wrong` for a value that is missing or leads elsewhere.
 */
function addressOf(
  server: string,
  { path }: Pick<Operation, "path">,
  given: Pick<Trial, "path" | "query">,
): URL {
  const base = new URL(server);
  const prefix = base.pathname.replace(/\/$/, "");
  const filled = path.replaceAll(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const value = given.path.find((one) => one.name === name)?.value ?? "";
    if (value === "") throw wrong("path", `Enter ${name}`);
    // A segment of dots is removed from an address, with the one before it.
    if (/^\.{1,2}$/.test(value)) throw wrong("path", `${name} cannot be ${value}`);
    return encodeURIComponent(value.toWellFormed());
  });
  const url = new URL(base);
  url.pathname = prefix + (filled.startsWith("/") ? filled : `/${filled}`);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`))
    throw wrong("path", "The path leads away from the server");
  for (const { name, value } of given.query) url.searchParams.append(name, value.toWellFormed());
  return url;
}

/** @throws {AppError} `card_trial_wrong` for one that cannot be sent. */
function headersOf(given: Trial["headers"], hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json, */*;q=0.8", "user-agent": "Atoll" };
  if (hasBody) headers["content-type"] = "application/json";
  for (const { name, value } of given) {
    const key = name.toLowerCase();
    if (!headerName.test(name) || ownHeaders.test(key)) throw wrong("headers", `${name} cannot be sent`);
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw wrong("headers", `The value of ${name} cannot be sent`);
    headers[key] = value;
  }
  return headers;
}

function wrong(path: string, message: string): AppError {
  return new AppError("card_trial_wrong", { fields: [{ path, message }] });
}

const maxHeaders = 50;
const maxHeaderText = 1_000;
const methodSchema = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]);

export interface TrialTools {
  db: Database;
  request: GuardedRequest;
  /** The limit for a whole trial. */
  trialMs: number;
}

/** The operation that a card was imported from; null for other cards. */
export async function readOperation(db: Database, cardId: string): Promise<Operation | null> {
  const row = await db
    .selectFrom("card_shapes")
    .select(["external_key", "source", "shape"])
    .where("card_id", "=", cardId)
    .executeTakeFirst();
  if (!row || !("request" in row.shape)) return null;
  const [method = "", ...path] = row.external_key.split(" ");
  return { method, path: path.join(" "), source: row.source, request: row.shape.request };
}

/**
 * Sends a member's request to an operation, on a server of its file that is allowed and is not production. The audit log
 * has who sent it where before it goes out. Headers, values and bodies are neither stored nor logged.
 * @throws {AppError} `card_not_found`, `card_server_not_found`, `card_trial_wrong`, `card_trial_refused`,
 *   `card_trial_failed`.
 */
export async function tryOperation(
  tools: TrialTools,
  asking: Asking,
  cardId: string,
  trial: Trial,
): Promise<TrialAnswer> {
  const { operation, server } = await permit(tools.db, asking, cardId, trial.serverId);
  const method = methodSchema.parse(operation.method);
  const url = addressOf(server, operation, trial);
  const body = method === "GET" ? "" : trial.body;
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(tools.trialMs);
  try {
    const answer = await tools.request(url, {
      method,
      headers: headersOf(trial.headers, body !== ""),
      body,
      signal,
      idleMs: tools.trialMs,
      // The end of what is shown comes first: see `readAnswer`.
      maxBytes: Number.MAX_SAFE_INTEGER,
      isHostAllowed: false,
    });
    return { ...(await readAnswer(answer)), durationMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    throw failureOf(error, signal);
  }
}

async function permit(db: Database, asking: Asking, cardId: string, serverId: string) {
  return changeAs(db, asking.viewer, async (tx, viewer) => {
    const type = await accessTypeOfCard(tx, viewer, cardId);
    const operation = await readOperation(tx, cardId);
    const server = await tx
      .selectFrom("card_servers")
      .select(["url", "is_allowed", "is_production"])
      .where("id", "=", serverId)
      .where("type_id", "=", type.id)
      .where("source", "=", operation?.source ?? "")
      .forShare()
      .executeTakeFirst();
    if (!operation || !server) throw new AppError("card_server_not_found");
    if (server.is_production) throw refused("Production is never called from Atoll.");
    if (!server.is_allowed) throw refused("Nobody has allowed requests to this server.");
    await recordAct(tx, {
      action: "card-server.called",
      actor: { id: viewer.id, name: viewer.name },
      address: asking.address,
      subject: { type: "card-server", id: serverId, name: server.url },
      after: { operation: `${operation.method} ${operation.path}` },
    });
    return { operation, server: server.url };
  });
}

/** Reads what is shown of an answer, and ends the connection there: an endless answer costs no more. */
async function readAnswer({
  status,
  headers,
  content,
}: GuardedAnswer): Promise<Omit<TrialAnswer, "durationMs">> {
  const parts: Buffer[] = [];
  let bytes = 0;
  let isWhole = true;
  for await (const part of content) {
    const rest = maxTrialAnswer - bytes;
    parts.push(part.subarray(0, rest));
    bytes += Math.min(part.length, rest);
    if (part.length > rest) {
      isWhole = false;
      break;
    }
  }
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: [value].flat().join(", ").slice(0, maxHeaderText) }],
  );
  return {
    status,
    headers: shown.slice(0, maxHeaders),
    body: Buffer.concat(parts).toString("utf8").replaceAll("\0", ""),
    bytes,
    isWhole,
  };
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof RefusedAddress)
    return refused(
      /redirect/.test(error.message)
        ? "The server redirects, which is not followed."
        : "The address is private, or not encrypted.",
    );
  const isLate = signal.aborted || (error instanceof BrokenAnswer && error.reason === "stalled");
  const message = isLate
    ? "The server gave no answer in time."
    : "The server cannot be reached, or broke off.";
  // The error's own text may have the address with its values.
  return new AppError("card_trial_failed", { fields: [{ path: "serverId", message }] });
}

function refused(message: string): AppError {
  return new AppError("card_trial_refused", { fields: [{ path: "serverId", message }] });
}
