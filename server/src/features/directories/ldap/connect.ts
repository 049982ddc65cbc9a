import { connect, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectSecurely, rootCertificates } from "node:tls";
import type { LdapSettings } from "@atoll/contract/directories/ldap-schemas";
import { Client, InvalidCredentialsError } from "ldapts";
import { assertOutsideTransaction } from "../../../platform/database/transact.ts";
import {
  assertAllowedHost,
  guardedLookup,
  hostsOfOperator,
  type PrivateHosts,
} from "../../../platform/outbound/guard-address.ts";
import type { OutboundRules } from "../../../platform/outbound/guarded-post.ts";

/** For a connection, and for each answer. */
const connectMs = 10_000;
const answerMs = 60_000;
/** For a connection that a person waits for, so that there is time for the next server. */
const hurriedMs = 2000;

/** A directory's servers, and the account that reads. */
export interface LdapAccess {
  settings: Pick<LdapSettings, "urls" | "startTls" | "caCertificate" | "bindDn">;
  /** Undefined: anonymous. */
  password: string | undefined;
  outbound: OutboundRules;
  /** Ends the work, for a person who waits. */
  signal?: AbortSignal;
}

/**
 * Connects to the first server that can be reached, signs in with the account that reads, and runs `work`. A server that
 * refuses the account is not passed over: the next one has the same accounts.
 * @throws what the last server or `work` throws.
 */
export async function withLdap<T>(access: LdapAccess, work: (client: Client) => Promise<T>): Promise<T> {
  assertOutsideTransaction("a directory");
  let failure: unknown;
  for (const url of access.settings.urls) {
    access.signal?.throwIfAborted();
    const { client, startTls, close } = createClient(access, url);
    try {
      await within(access.signal ? hurriedMs : connectMs, open(client, access, startTls));
    } catch (error) {
      await close();
      if (error instanceof InvalidCredentialsError) throw error;
      failure = error;
      continue;
    }
    try {
      return await work(client);
    } finally {
      await close();
    }
  }
  throw failure;
}

/**
 * Returns whether a password is that of an entry. An empty password would be an anonymous sign-in, which succeeds.
 * @throws for everything but a wrong password.
 */
export async function isPasswordOf(access: LdapAccess, dn: string, password: string): Promise<boolean> {
  if (password === "" || dn === "") return false;
  try {
    await withLdap(
      { ...access, settings: { ...access.settings, bindDn: dn }, password },
      async () => undefined,
    );
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    throw error;
  }
}

async function open(client: Client, { settings, password }: LdapAccess, startTls: boolean): Promise<void> {
  if (startTls) await client.startTLS();
  if (settings.bindDn === "") return client.bind("", "");
  if (!password) throw new InvalidCredentialsError("There is no password");
  await client.bind(settings.bindDn, password);
}

/** A server that accepts a connection and then says nothing must not hold up the next one. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The server does not answer")), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The hosts that a super administrator has named may be in the company's own network, but never where clouds keep the
 * credentials of a machine. The address is checked at the connection.
 */
function createClient({ settings, outbound, signal }: LdapAccess, url: string) {
  const { hostname, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const hosts: PrivateHosts = {
    byOperator: hostsOfOperator(outbound.privateHosts),
    byAdministrator: new Set([host]),
  };
  const tlsOptions = {
    host,
    // An IP address is no name that a certificate is chosen by.
    ...(isIP(host) ? {} : { servername: host }),
    ...(settings.caCertificate ? { ca: [...rootCertificates, settings.caCertificate] } : {}),
    minVersion: "TLSv1.2" as const,
  };
  const sockets: Socket[] = [];
  /** Once: the client would connect again by itself, without encryption where StartTLS made it, and send the password. */
  function add<S extends Socket>(makeSocket: () => S): S {
    if (sockets.length > 0) throw new Error("The server has closed the connection");
    assertAllowedHost(hosts, host);
    const socket = makeSocket();
    sockets.push(socket);
    return socket;
  }
  const end = () => {
    for (const socket of sockets) socket.destroy(new Error("The server does not answer in time"));
  };
  signal?.addEventListener("abort", end);
  const lookup = guardedLookup(hosts, outbound.resolve);
  const client = new Client({
    url: `${protocol}//${hostname}${portOf(url)}`,
    ...{ timeout: answerMs, connectTimeout: connectMs },
    // Without `tlsOptions`: with these, the client would encrypt ldap:// addresses from the start, too.
    // Names in directories are written in more ways than the standard has.
    strictDN: false,
    createConnection: ((port: number) => add(() => connect({ port, host, lookup }))) as typeof connect,
    // For ldaps the client names the port. For StartTLS it hands over the open connection.
    createSecureConnection: ((first: number | ConnectionOptions) =>
      typeof first === "number"
        ? add(() => connectSecurely({ ...tlsOptions, port: first, lookup }))
        : connectSecurely({ ...tlsOptions, ...first })) as typeof connectSecurely,
  });
  return {
    client,
    startTls: settings.startTls && protocol === "ldap:",
    async close(): Promise<void> {
      await within(1000, client.unbind()).catch(() => undefined);
      signal?.removeEventListener("abort", end);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function portOf(url: string): string {
  const port = /:(\d+)\/?$/.exec(url)?.[1];
  return port ? `:${port}` : "";
}
