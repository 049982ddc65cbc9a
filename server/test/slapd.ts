import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";

const run = promisify(execFile);

/** OpenLDAP's server, with a directory of its own. */
export interface Slapd {
  /** Without encryption, and for StartTLS. */
  url: string;
  /** With encryption from the start. */
  secureUrl: string;
  /** The certificate of the authority, in PEM. */
  ca: string;
  close(): Promise<void>;
}

export const slapdBase = "dc=example,dc=test";
export const slapdReader = { dn: `cn=reader,${slapdBase}`, password: "reads" };

/**
 * Starts OpenLDAP (Debian: `slapd`, and `openssl` for the certificates) with these entries, in LDIF.
 */
export async function startSlapd(ldif: string): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), "atoll-test-slapd-"));
  await mkdir(join(folder, "data"));
  const [port, securePort] = [await freePort(), await freePort()];
  const ca = await makeCertificates(folder);
  const conf = join(folder, "slapd.conf");
  await writeFile(conf, configuration(folder));
  await writeFile(join(folder, "all.ldif"), `${head}\n${ldif}`);
  await run("/usr/sbin/slapadd", ["-f", conf, "-l", join(folder, "all.ldif")]).catch((cause: Error) => {
    throw new Error("This test needs OpenLDAP: apt-get install slapd", { cause });
  });
  const urls = [`ldap://127.0.0.1:${port}`, `ldaps://localhost:${securePort}`] as const;
  const server = spawn("/usr/sbin/slapd", ["-f", conf, "-h", urls.join(" "), "-d", "0"], { stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  await vi.waitFor(() => assertOpen(securePort), { timeout: 10_000, interval: 50 });
  return {
    ...{ url: urls[0], secureUrl: urls[1], ca },
    async close() {
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string): string {
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
pidfile ${folder}/pid
database mdb
maxsize 268435456
suffix "${slapdBase}"
directory ${folder}/data
# Fewer than a page has: without paging, nobody gets more.
sizelimit 100
limits dn.exact="${slapdReader.dn}" size.prtotal=unlimited size.pr=500
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${slapdReader.dn}" read by anonymous auth by * none
index objectClass,mail,member,entryUUID eq
`;
}

const head = `dn: ${slapdBase}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,${slapdBase}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${slapdBase}
objectClass: organizationalUnit
ou: groups

dn: ${slapdReader.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${slapdReader.password}
`;

/** An authority, and the server's certificate of it. @returns the authority's certificate. */
async function makeCertificates(folder: string): Promise<string> {
  const openssl = (...args: string[]) => run("openssl", args, { cwd: folder });
  const days = ["-days", "2"];
  await openssl(
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...days,
    ...["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test authority"],
  );
  await openssl(
    ...["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost"],
  );
  await writeFile(join(folder, "names"), "subjectAltName=DNS:localhost,IP:127.0.0.1");
  await openssl(
    ...["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"],
    ...days,
    ...["-extfile", "names", "-out", "server.pem"],
  );
  return readFile(join(folder, "ca.pem"), "utf8");
}

async function assertOpen(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
