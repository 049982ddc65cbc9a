import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import S3rver from "@20minutes/s3rver";
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { vi } from "vitest";
import type { S3Config } from "../src/platform/configuration/s3-config.ts";

/** A real S3 store on this machine. */
export interface TestStore {
  config: S3Config;
  /** The same as settings of a process. */
  env: Record<string, string>;
  /** For what only tests do. */
  client: S3Client;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  /** Takes the store away, and brings it back with what it had. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** s3rver from npm. It checks signatures, keeps objects in a folder, and takes two tenths of a second to start. */
export async function startS3rver(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), "atoll-test-s3-"));
  const bucket = "files";
  const open = (port: number) =>
    new S3rver({
      ...{ address: "127.0.0.1", silent: true, directory, port },
      configureBuckets: [{ name: bucket, configs: [] }],
    });
  let server = open(0);
  const { port } = await server.run();
  const store = storeAt(port, bucket, { id: "S3RVER", secret: "S3RVER" });
  return {
    ...store,
    // It does not accept the client's signature of a list.
    async keys() {
      const names = await readdir(join(directory, bucket), { recursive: true });
      return names.flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []);
    },
    stop: () => server.close(),
    async start() {
      server = open(port);
      await server.run();
    },
    async close() {
      store.client.destroy();
      await server.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const run = promisify(execFile);

/**
 * Ceph's S3 gateway (Debian: `radosgw`, `ceph-mon` and `ceph-osd`) over one monitor and one disk in memory, in some 15
 * seconds.
 */
export async function startRadosgw(): Promise<TestStore & { limitBytes(bytes: number): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "atoll-test-rgw-"));
  const [monPort, port] = [await freePort(), await freePort()];
  const conf = join(folder, "ceph.conf");
  const keyring = join(folder, "keyring");
  const fsid = randomUUID();
  for (const name of ["mon", "osd", "rgw"]) await mkdir(join(folder, name));
  await writeFile(conf, cephConf({ folder, keyring, fsid, monPort }));
  const withConf = (...args: string[]) => [...args, "-c", conf];
  const addKey = (name: string, ...caps: string[]) =>
    run("ceph-authtool", [
      ...[keyring, "--gen-key", "-n", name],
      ...caps.flatMap((cap) => ["--cap", ...cap.split("=")]),
    ]);
  await run("ceph-authtool", [
    "--create-keyring",
    keyring,
    "--gen-key",
    "-n",
    "mon.",
    "--cap",
    "mon",
    "allow *",
  ]);
  await addKey("client.admin", "mon=allow *", "osd=allow *");
  await addKey("osd.0", "mon=allow profile osd", "osd=allow *");
  const map = join(folder, "monmap");
  await run("monmaptool", ["--create", "--addv", "a", `[v2:127.0.0.1:${monPort}]`, "--fsid", fsid, map]);
  await run("ceph-mon", withConf("--mkfs", "-i", "a", "--monmap", map, "--keyring", keyring));
  const mon = spawn("ceph-mon", withConf("-i", "a", "-f"), { stdio: "ignore" });
  const disk = randomUUID();
  await run("ceph", withConf("osd", "new", disk));
  await run("ceph-osd", withConf("-i", "0", "--mkfs", "--osd-uuid", disk));
  const osd = spawn("ceph-osd", withConf("-i", "0", "-f"), { stdio: "ignore" });
  const startGateway = () =>
    spawn(
      "radosgw",
      withConf("-n", "client.admin", "-f", `--rgw-frontends=beast endpoint=127.0.0.1:${port}`),
      { stdio: "ignore" },
    );
  let gateway = startGateway();
  const keys = { id: "ATOLLTESTKEY", secret: randomUUID() };
  const store = storeAt(port, "files", keys);
  await untilAnswers(store.config);
  await run("radosgw-admin", [
    ...withConf("user", "create", "--uid=atoll", "--display-name=Atoll"),
    ...[`--access-key=${keys.id}`, `--secret-key=${keys.secret}`],
  ]);
  await store.client.send(new CreateBucketCommand({ Bucket: store.config.bucket }));
  const end = async (child: ReturnType<typeof spawn>) => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.kill("SIGKILL")) await ended;
  };
  return {
    ...store,
    async keys() {
      const { Contents = [] } = await store.client.send(
        new ListObjectsV2Command({ Bucket: store.config.bucket }),
      );
      return Contents.flatMap(({ Key }) => Key ?? []);
    },
    async limitBytes(bytes) {
      const quota = (...args: string[]) =>
        run("radosgw-admin", withConf("quota", ...args, "--quota-scope=bucket", "--uid=atoll"));
      await quota("set", `--max-size=${bytes}`);
      await quota(bytes > 0 ? "enable" : "disable");
    },
    stop: () => end(gateway),
    async start() {
      gateway = startGateway();
      await untilAnswers(store.config);
    },
    async close() {
      store.client.destroy();
      for (const child of [gateway, osd, mon]) await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function cephConf(to: { folder: string; keyring: string; fsid: string; monPort: number }): string {
  return `[global]
fsid = ${to.fsid}
mon initial members = a
mon host = [v2:127.0.0.1:${to.monPort}]
public addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${to.keyring}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
mon data = ${to.folder}/mon
osd data = ${to.folder}/osd
rgw bucket quota ttl = 0
rgw data = ${to.folder}/rgw
osd objectstore = memstore
memstore device bytes = 2147483648
run dir = ${to.folder}
admin socket =
log file = ${to.folder}/$name.log
pid file = ${to.folder}/$name.pid
`;
}

function storeAt(port: number, bucket: string, keys: { id: string; secret: string }) {
  const endpoint = `http://127.0.0.1:${port}`;
  const config: S3Config = {
    ...{ bucket, endpoint, region: "us-east-1", prefix: "atoll/", usesPathStyle: true, keys },
    encryption: undefined,
  };
  return {
    config,
    env: {
      ATOLL_S3_BUCKET: bucket,
      ATOLL_S3_ENDPOINT: endpoint,
      ATOLL_S3_PREFIX: "atoll",
      ATOLL_S3_ACCESS_KEY_ID: keys.id,
      ATOLL_S3_SECRET_ACCESS_KEY: keys.secret,
    },
    client: new S3Client({
      ...{ endpoint, region: config.region, forcePathStyle: true },
      credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret },
    }),
  };
}

async function untilAnswers({ endpoint }: S3Config): Promise<void> {
  await vi.waitFor(() => fetch(endpoint ?? ""), { timeout: 120_000, interval: 200 });
}

/** A port that was free a moment ago: these programs cannot say which one they chose. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}
