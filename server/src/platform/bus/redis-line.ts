import { setTimeout as sleep } from "node:timers/promises";
import type { RedisClientType } from "redis";
import type { Log } from "../log/log.ts";
import { StartError } from "../log/start-error.ts";
import type { Line } from "./numbered-carrier.ts";

/** A start does not wait longer for a server that does not answer. */
const firstAnswerMs = 3_000;
const pingEveryMs = 1_000;
/** A connection over which nothing has come for so long is dead: pings are answered at once. */
const silentMs = 4_000;
const reconnectMs = 500;
/** Beyond this, a server that takes nothing fills no memory: what is rejected is read from its rows. */
const mostUnanswered = 1_000;

/** The first words of a server that refuses the credentials, or an act of theirs. */
const refusal = /^(WRONGPASS|NOAUTH|NOPERM|ERR.*AUTH|ERR.*password)/i;

/**
 * Opens a line over Valkey or Redis, by publishing and subscribing: the server keeps nothing. A server that does not
 * answer is tried again for as long as the line is open.
 * @param name of what is published, the same on all nodes of an installation and on no other.
 * @throws {StartError} if the server refuses the credentials.
 */
export async function openRedisLine(options: {
  url: string;
  name: string;
  log: Log;
  /** Takes a sentence for the person who starts the server. */
  say: (line: string) => void;
}): Promise<Line> {
  const { url, name, log, say } = options;
  // Loaded only where it is used.
  const { createClient } = await import("redis");
  const sender: RedisClientType = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: mostUnanswered,
    pingInterval: pingEveryMs,
    maintNotifications: "disabled",
    socket: { connectTimeout: firstAnswerMs, socketTimeout: silentMs, reconnectStrategy: () => reconnectMs },
  });
  // A subscription is queued until there is a connection, and renewed on each.
  const listener: RedisClientType = sender.duplicate({ disableOfflineQueue: false });
  let handle: (text: string) => void = () => undefined;
  let isSubscribed = false;
  let isSaid = false;
  for (const client of [sender, listener]) {
    client.on("error", (error: unknown) => {
      // Once for each outage: it is tried again twice a second.
      if (!isSaid)
        log.warn({ err: error }, "the bus of BUS_URL is away: other nodes hear of things up to 2 s late");
      isSaid = true;
    });
    client.on("ready", () => {
      if (isSaid && sender.isReady && listener.isReady) log.warn("the bus of BUS_URL is back");
      isSaid = !(sender.isReady && listener.isReady) && isSaid;
    });
  }
  const isAway = () => !(sender.isReady && listener.isReady && isSubscribed);
  const close = async () => {
    for (const client of [sender, listener]) if (client.isOpen) client.destroy();
  };

  const firstError = new Promise<unknown>((resolve) => sender.once("error", resolve));
  // A user may be let in, and not be allowed to publish here or to be published to.
  const connected = Promise.all([
    sender.connect().then(() => sender.publish(name, "")),
    listener
      .connect()
      .then(() => listener.subscribe(name, (text) => handle(text)))
      .then(() => {
        isSubscribed = true;
      }),
  ]).then(() => undefined);
  const problem = await Promise.race([
    connected.catch((error: unknown) => error),
    firstError,
    sleep(firstAnswerMs, new Error("no answer"), { ref: false }),
  ]);
  if (problem) {
    connected.catch((error: unknown) => {
      if (listener.isOpen) log.warn({ err: error }, "the bus of BUS_URL refuses something to its user");
    });
    const { message } = problem instanceof Error ? problem : new Error(String(problem));
    if (refusal.test(message)) {
      await close();
      throw new StartError(
        `The server of BUS_URL, ${hostOf(url)}, refuses the user or the password: ${message}`,
        "Correct BUS_URL and start again.",
      );
    }
    say(
      `WARNING The server of BUS_URL, ${hostOf(url)}, does not answer (${message || "no connection"}). Atoll starts without it: what happens on other servers arrives up to 2 seconds late.`,
    );
  }

  return {
    onText(handler) {
      handle = handler;
    },
    async publish(text) {
      await sender.publish(name, text);
    },
    isAway,
    close,
  };
}

/** Returns the host and port of an address: its password is left out. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}
