import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { realtimePath } from "@atoll/contract/events";
import WebSocket from "ws";
import { type AtollProcess, lineMatching, startAtoll } from "../atoll-process.ts";
import { type Member, moveIn } from "../members.ts";
import { ms, quantile } from "../quantiles.ts";

const memberCount = 100;
const sendsPerSecond = 50;
const secondsPerRound = 10;
const rounds = 3;

interface Target {
  /** Opens one socket that calls back with the id of each message it receives. */
  connect(index: number, onMessage: (id: string) => void): Promise<WebSocket>;
  post(index: number, id: string): Promise<void>;
}

/**
 * Send to 100 connected members at 50 a second: from before the HTTP post to the last socket's message. Floor:
 * bare node:http, pg and ws. The two take turns, so that a busy moment of the machine meets both.
 */
export async function broadcast(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const { channelId, members } = await moveIn(atoll, memberCount);
  const floorProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL("../floors/broadcast.ts", import.meta.url))],
    {
      env: { ...process.env, DATABASE_URL: atoll.databaseUrl },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [, floorUrl = ""] = await lineMatching(floorProcess, /ready at (\S+)/);

  const measured = { floor: [] as number[], atoll: [] as number[] };
  await measure(floorTarget(floorUrl), 2);
  await measure(atollTarget(atoll, channelId, members), 2);
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    measured.floor.push(...(await measure(floorTarget(floorUrl), secondsPerRound)));
    measured.atoll.push(...(await measure(atollTarget(atoll, channelId, members), secondsPerRound)));
  }
  floorProcess.kill("SIGTERM");
  await atoll.stop();

  const row = (q: number) => {
    const [floor, own] = [quantile(measured.floor, q), quantile(measured.atoll, q)];
    return `p${q * 100}: Atoll ${ms(own)}, floor ${ms(floor)}, ratio ${(own / floor).toFixed(2)}`;
  };
  return [
    `post to last of ${memberCount} sockets at ${sendsPerSecond}/s, ${measured.atoll.length} messages each`,
    row(0.5),
    row(0.99),
  ];
}

/** Milliseconds from the post to the last member's frame, for every message. */
async function measure(target: Target, seconds: number): Promise<number[]> {
  const pending = new Map<string, { sentAt: number; missing: number; done: (tookMs: number) => void }>();
  const sockets = await Promise.all(
    Array.from({ length: memberCount }, (_, index) =>
      target.connect(index, (id) => {
        const entry = pending.get(id);
        if (!entry) return;
        entry.missing -= 1;
        if (entry.missing === 0) entry.done(performance.now() - entry.sentAt);
      }),
    ),
  );
  const results: Promise<number>[] = [];
  const started = performance.now();
  for (let index = 0; index < seconds * sendsPerSecond; index += 1) {
    const dueIn = started + (index * 1000) / sendsPerSecond - performance.now();
    if (dueIn > 0) await new Promise((resolve) => setTimeout(resolve, dueIn));
    const id = randomUUID();
    results.push(
      new Promise((done, fail) => {
        pending.set(id, { sentAt: performance.now(), missing: memberCount, done });
        target.post(index % memberCount, id).catch(fail);
      }),
    );
  }
  const took = await Promise.all(results);
  for (const socket of sockets) socket.close();
  return took;
}

function floorTarget(url: string): Target {
  return {
    async connect(_index, onMessage) {
      const socket = new WebSocket(url.replace("http", "ws"), { perMessageDeflate: false });
      socket.on("message", (frame) => onMessage(JSON.parse(String(frame)).id));
      await new Promise((resolve) => socket.once("open", resolve));
      return socket;
    },
    post: (_index, id) => send(url, id, {}),
  };
}

/** Speaks Socket.IO's protocol by hand, so that both sides are measured by the same light client. */
function atollTarget(atoll: AtollProcess, channelId: string, members: Member[]): Target {
  const memberAt = (index: number) => members[index % members.length] ?? { token: "" };
  return {
    async connect(index, onMessage) {
      const url = `${atoll.url.replace("http", "ws")}${realtimePath}/?EIO=4&transport=websocket`;
      const socket = new WebSocket(url, { perMessageDeflate: false });
      await new Promise<void>((resolve, reject) => {
        socket.on("message", (data) => {
          const frame = String(data);
          if (frame.startsWith("0")) socket.send(`40${JSON.stringify({ token: memberAt(index).token })}`);
          else if (frame.startsWith("40")) resolve();
          else if (frame.startsWith("44")) reject(new Error(frame));
          else if (frame === "2") socket.send("3");
          else if (frame.startsWith('42["message.posted"'))
            onMessage(JSON.parse(frame.slice(2))[1].message.id);
        });
      });
      return socket;
    },
    post: (index, id) =>
      send(`${atoll.url}/api/channels/${channelId}/messages`, id, {
        authorization: `Bearer ${memberAt(index).token}`,
      }),
  };
}

async function send(url: string, id: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ id, content: "The ferry leaves at ten, platform two, bring the new manifests." }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
