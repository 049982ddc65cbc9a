import { createHash } from "node:crypto";
import { clientMetadataSchema, type registeredClientSchema } from "@atoll/contract/mcp/oauth-schemas";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { readMcpRules } from "../rules.ts";
import { isRedirectAddress } from "./redirects.ts";

/** A program that a client ID names. */
export interface Client {
  /** The ID of its row, if anyone has connected it: a digest of its metadata. */
  id: string;
  name: string;
  redirects: string[];
}

const prefix = "atoll_client_";
/** The client ID is a part of the consent page's address. */
const maxIdLength = 2000;
const metadataSchema = z.tuple([
  clientMetadataSchema.shape.client_name.unwrap(),
  clientMetadataSchema.shape.redirect_uris,
]);

/**
 * Registers a program. It gives no access: a person decides on the consent page. Nothing is stored, so strangers cannot
 * fill anything up and a program never becomes unknown: the client ID holds the metadata. It needs no signature, because
 * anyone may register any metadata, and it is checked again wherever it is read.
 * @throws {AppError} `oauth_registration_off`, `oauth_invalid_redirect_uri`, `oauth_invalid_client_metadata`.
 */
export async function registerClient(
  db: Database,
  { client_name: name, redirect_uris: redirects }: z.output<typeof clientMetadataSchema>,
): Promise<z.output<typeof registeredClientSchema>> {
  if (!(await readMcpRules(db)).mayRegister) throw new AppError("oauth_registration_off");
  if (!redirects.every(isRedirectAddress)) throw new AppError("oauth_invalid_redirect_uri");
  const clientId = clientIdOf(name, redirects);
  if (!readClientId(clientId)) throw new AppError("oauth_invalid_client_metadata");
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: name,
    redirect_uris: redirects,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

/** Returns the client ID of a program. The same metadata always has the same. */
export function clientIdOf(name: string, redirects: readonly string[]): string {
  return `${prefix}${Buffer.from(JSON.stringify([name, redirects])).toString("base64url")}`;
}

/** Returns the program that a client ID names, or undefined if no program can have registered with it. */
export function readClientId(clientId: string): Client | undefined {
  if (!clientId.startsWith(prefix) || clientId.length > maxIdLength) return undefined;
  const parsed = metadataSchema.safeParse(
    parseJson(Buffer.from(clientId.slice(prefix.length), "base64url").toString("utf8")),
  );
  if (!parsed.success) return undefined;
  const [name, redirects] = parsed.data;
  // Only the one spelling, or a blocked program could come back with another.
  if (clientIdOf(name, redirects) !== clientId || !redirects.every(isRedirectAddress)) return undefined;
  return { id: digestId(clientId), name, redirects };
}

/** Returns the first bits of a digest as a UUID of version 8 (RFC 9562). */
function digestId(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
