import { startAtoll } from "../atoll-process.ts";
import { besideFloor, type Delivering, measureInTurns, startDelivering } from "../delivery.ts";
import { atollTarget, startFloor } from "../delivery-targets.ts";
import { moveIn } from "../members.ts";
import { startProsody } from "../prosody.ts";
import { ms, quantile } from "../quantiles.ts";

const rounds = 3;
const secondsPerRound = 10;

type Say = (line: string) => void;

/**
 * Sends to 100 connected members at 50 a second: from before the HTTP post to the last socket's message. Floor: bare
 * node:http, pg and ws. For comparison, Prosody, a well-known chat server, with a room that stores its messages.
 */
export function broadcast(say: Say): Promise<string[]> {
  return measure(say, { memberCount: 100, sendsPerSecond: 50, limit: 2, isCompared: true });
}

/** The same to 1,000 members at 20 a second. */
export function largeBroadcast(say: Say): Promise<string[]> {
  return measure(say, { memberCount: 1000, sendsPerSecond: 20, limit: 1.5, isCompared: false });
}

async function measure(
  say: Say,
  options: { memberCount: number; sendsPerSecond: number; limit: number; isCompared: boolean },
): Promise<string[]> {
  const { memberCount, sendsPerSecond, limit, isCompared } = options;
  const load = { memberCount, roomSize: memberCount, sendsPerSecond };
  const atoll = await startAtoll();
  const { channelId, members } = await moveIn(atoll, memberCount);
  const floor = await startFloor(atoll, load);
  const prosody = isCompared ? await startProsody() : undefined;

  const all: Delivering[] = [];
  all.push(await startDelivering(floor, load));
  all.push(
    await startDelivering(
      atollTarget(atoll, members, () => channelId),
      load,
    ),
  );
  if (prosody?.target) {
    const theirs = await startDelivering(prosody.target, load);
    // That it cannot keep up is no failure of this measurement.
    all.push({ ...theirs, run: (seconds) => theirs.run(seconds).catch(() => [Number.POSITIVE_INFINITY]) });
  }
  const [least = [], own = [], theirs] = await measureInTurns(all, { rounds, secondsPerRound }, say);
  for (const one of all) one.close();
  floor.stop();
  await prosody?.stop();
  await atoll.stop();

  const ratio = quantile(own, 0.5) / quantile(least, 0.5);
  return [
    `post to last of ${memberCount} sockets at ${sendsPerSecond}/s, ${own.length} messages each`,
    `${besideFloor(0.5, own, least)} (limit ${limit}: ${ratio <= limit ? "held" : "EXCEEDED"})`,
    besideFloor(0.99, own, least),
    ...(theirs
      ? [`${prosody?.name}: p50 ${ms(quantile(theirs, 0.5))}, p99 ${ms(quantile(theirs, 0.99))}`]
      : []),
    ...(prosody && !prosody.target ? [prosody.name] : []),
  ];
}
