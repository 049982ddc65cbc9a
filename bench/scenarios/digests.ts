import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:net";
import type pg from "pg";
import { startAtoll } from "../atoll-process.ts";
import { callWell } from "../member-calls.ts";
import { startOthers } from "../others.ts";
import { addChannel, addPeople, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const readerCount = Number(process.env.BENCH_READERS ?? 10_000);
/** Mentions of the whole channel, which every digest lists. */
const mentions = 3;
/** How many others post in a channel of their own during this time, one message after the other. */
const writerCount = 20;
const writerPauseMs = 600;
const quietSeconds = 15;
const limitMinutes = 10;
const slowedLimit = 1.2;

/**
 * The digests of 10,000 people that are due at the same hour: from the first mail to the last, and the messages of
 * others during that time. The mail server is in this process, and takes every mail at once.
 */
export async function digests(say: (line: string) => void): Promise<string[]> {
  const sink = await startSink();
  const atoll = await startAtoll({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      MAIL_FROM: "atoll@example.test",
      ATOLL_PUBLIC_URL: "https://atoll.example.test",
    },
  });
  const database = await openDatabase(atoll);
  const people = await addPeople(database, readerCount);
  const [caller] = people;
  if (!caller) throw new Error("nobody is there");
  const ids = people.map(({ id }) => id);
  const everybody = await addChannel(database, "everybody", ids);
  const writers = people.slice(10, 10 + writerCount);
  const writerIds = writers.map(({ id }) => id);
  const elsewhere = await addChannel(database, "elsewhere", writerIds);
  await database.query("ANALYZE");
  say(`${mentions} mentions of ${readerCount} people`);
  for (let count = 0; count < mentions; count += 1)
    await callWell(caller, atoll.url, "POST", `/api/channels/${everybody}/messages`, {
      body: { id: randomUUID(), content: "@channel the lifts stand still until noon." },
    });
  await settled(database);
  await database.query("ANALYZE");
  const others = startOthers({
    url: atoll.url,
    members: writers,
    pauseMs: writerPauseMs,
    request: {
      method: "POST",
      path: `/api/channels/${elsewhere}/messages`,
      body: { id: "ID", content: "During it." },
    },
  });
  await others.take();
  await new Promise((resolve) => setTimeout(resolve, quietSeconds * 1000));
  const quiet = await others.take();
  await database.query(
    `INSERT INTO mail_preferences (user_id, digest, digest_hour, digested_on, digest_due_at)
     SELECT id, 'daily', 0, current_date - 3, now() FROM unnest($1::uuid[]) AS p (id)`,
    [ids.slice(1)],
  );
  say("waiting for the job, which runs every five minutes");
  await waitFor(() => sink.count() > 0, 6 * 60_000);
  const began = performance.now();
  await others.take();
  await waitFor(
    () => {
      say(`${sink.count()} mails`);
      return sink.count() >= readerCount - 1;
    },
    2 * limitMinutes * 60_000,
    5_000,
  );
  const minutes = (performance.now() - began) / 60_000;
  const busy = await others.take();
  await others.stop();
  await database.end();
  await atoll.stop();
  sink.server.close();
  const [before, during] = [quantile(quiet, 0.5), quantile(busy, 0.5)];
  const slowed = during / before;
  return [
    `${readerCount - 1} digests in ${minutes.toFixed(1)} minutes (limit ${limitMinutes}: ${held(minutes <= limitMinutes)}), ${Math.round((readerCount - 1) / (minutes * 60))} a second`,
    `others' messages: p50 ${ms(before)} before, ${ms(during)} during it, ${slowed.toFixed(2)} times (limit ${slowedLimit}: ${held(slowed <= slowedLimit)}); p99 ${ms(quantile(quiet, 0.99))} before, ${ms(quantile(busy, 0.99))} during it`,
  ];
}

/** Settles when everybody has been told. */
async function settled(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query("SELECT FROM tellings LIMIT 1");
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function waitFor(isTrue: () => boolean, withinMs: number, everyMs = 100): Promise<void> {
  const end = performance.now() + withinMs;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error("it took too long");
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** A mail server that takes every mail, and counts them. */
function startSink(): Promise<{ server: Server; port: number; count: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    let isData = false;
    let rest = "";
    socket.setEncoding("utf8").setNoDelay(true);
    socket.write("220 sink\r\n");
    socket.on("error", () => socket.destroy());
    socket.on("data", (text) => {
      rest += text;
      for (;;) {
        const end = rest.indexOf(isData ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = rest.slice(0, end);
        rest = rest.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          count += 1;
          socket.write("250 kept\r\n");
        } else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write("354 go on\r\n");
        } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else socket.write("250 sink\r\n");
      }
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address !== "object" || !address) return reject(new Error("no port"));
      resolve({ server, port: address.port, count: () => count });
    });
  });
}

const held = (isHeld: boolean): string => (isHeld ? "held" : "missed");
