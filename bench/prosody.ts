import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type DeliveryTarget, text } from "./delivery.ts";
import type { LightSocket } from "./light-socket.ts";

export interface Prosody {
  /** With its version; or why it is not compared with. */
  name: string;
  target?: DeliveryTarget;
  stop(): Promise<void>;
}

const host = "localhost";
const room = `bench@rooms.${host}`;

/**
 * Prosody, a chat server that people know, with a room that keeps its messages. Not installed: says so, and how to
 * install it.
 */
export async function startProsody(): Promise<Prosody> {
  const about = spawnSync("prosodyctl", ["about"], { encoding: "utf8" });
  if (about.error) {
    return {
      name: "not compared with Prosody, which is not installed: apt-get install -y prosody",
      stop: async () => {},
    };
  }
  const folder = await mkdtemp(join(tmpdir(), "prosody-bench-"));
  await chmod(folder, 0o777);
  const port = await freePort();
  await writeFile(join(folder, "prosody.cfg.lua"), configOf(folder, port));
  const server = spawn("prosody", ["--config", join(folder, "prosody.cfg.lua"), "-F"], { stdio: "ignore" });
  await reachable(server, port);
  const senders: Member[] = [];
  return {
    name: /Prosody (\S+)/.exec(about.stdout)?.[0] ?? "Prosody",
    target: {
      name: "Prosody",
      async connect(member, onMessage) {
        const one = await enterRoom(port, member, onMessage);
        senders[member] = one;
        return one.socket;
      },
      async post(member, id) {
        senders[member]?.write(
          `<message to='${room}' type='groupchat' id='${id}'><body>${text}</body></message>`,
        );
      },
    },
    async stop() {
      server.kill("SIGTERM");
      await new Promise((resolve) => server.once("exit", resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Nobody has to sign up, and nothing is encrypted: neither is it in Atoll's measurement. */
function configOf(folder: string, port: number): string {
  return `run_as_root = true
pidfile = "${folder}/prosody.pid"
data_path = "${folder}"
log = { error = "${folder}/prosody.err" }
modules_enabled = { "saslauth"; "disco" }
modules_disabled = { "s2s"; "tls"; "limits"; "http" }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
VirtualHost "${host}"
  authentication = "anonymous"
Component "rooms.${host}" "muc"
  modules_enabled = { "muc_mam" }
  muc_log_by_default = true
  muc_room_locking = false
`;
}

interface Member {
  socket: LightSocket;
  write(xml: string): void;
}

/** The steps of XMPP up to being in the room; then every message of it by its id. */
async function enterRoom(port: number, member: number, onMessage: (id: string) => void): Promise<Member> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const stream = `<stream:stream to='${host}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;
  const steps: [send: string, until: string][] = [
    [stream, "</stream:features>"],
    ["<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>", "<success"],
    [stream, "</stream:features>"],
    ["<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>", "</iq>"],
    [
      `<presence to='${room}/m${member}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`,
      "code='110'",
    ],
  ];
  for (const [send, until] of steps) {
    socket.write(send);
    await received(socket, until);
  }
  let rest = "";
  socket.setEncoding("latin1");
  socket.on("data", (part: string) => {
    rest += part;
    for (let end = rest.indexOf("</message>"); end >= 0; end = rest.indexOf("</message>")) {
      // The archive's own id stands in an element within.
      const id = /<message [^>]*\bid='([0-9a-f-]{36})'/.exec(rest.slice(0, end))?.[1];
      rest = rest.slice(end + "</message>".length);
      if (id) onMessage(id);
    }
    // A person who joined later.
    if (!rest.includes("<message")) rest = rest.slice(-20);
  });
  return {
    socket: { send: () => undefined, close: () => socket.destroy(), closed },
    write: (xml) => socket.write(xml),
  };
}

function received(socket: Socket, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const look = (part: Buffer) => {
      answer += part.toString("latin1");
      if (answer.includes("<failure") || answer.includes("<stream:error")) reject(new Error(answer));
      if (!answer.includes(what)) return;
      socket.off("data", look);
      resolve();
    };
    socket.on("data", look);
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

async function reachable(server: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`Prosody ended with ${server.exitCode}`);
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: "127.0.0.1", port }, () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isThere) return;
    await sleep(100);
  }
  throw new Error("Prosody does not listen");
}
