import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { LightSocket } from "./light-socket.ts";
import { ms, quantile } from "./quantiles.ts";

/** Something that takes messages and gives them to everybody in a room. */
export interface DeliveryTarget {
  name: string;
  /** Opens the socket of a member, which calls back with the id of each message that reaches it. */
  connect(member: number, onMessage: (id: string) => void): Promise<LightSocket>;
  post(member: number, id: string): Promise<unknown>;
}

export interface DeliveryLoad {
  /** How many there are in all; they are in rooms of `roomSize` each, one after the other. */
  memberCount: number;
  roomSize: number;
  sendsPerSecond: number;
}

/** A message as people write it. */
export const text = "The ferry leaves at ten, platform two, bring the new manifests.";
const connectAtOnce = 50;
/** A message that has not reached everybody by then never will. */
const lostAfterMs = 30_000;

export interface Delivering {
  /** Sends at the load's pace: milliseconds from before the post to the last member's frame, for every message. */
  run(seconds: number): Promise<number[]>;
  close(): void;
}

/** Connects everybody. */
export async function startDelivering(target: DeliveryTarget, load: DeliveryLoad): Promise<Delivering> {
  const { memberCount, roomSize, sendsPerSecond } = load;
  const pending = new Map<string, { sentAt: number; missing: number; done: (tookMs: number) => void }>();
  const heard = (id: string) => {
    const entry = pending.get(id);
    if (!entry) return;
    entry.missing -= 1;
    if (entry.missing > 0) return;
    pending.delete(id);
    entry.done(performance.now() - entry.sentAt);
  };
  const sockets: LightSocket[] = [];
  for (let from = 0; from < memberCount; from += connectAtOnce) {
    const some = Array.from({ length: Math.min(connectAtOnce, memberCount - from) }, (_, n) => from + n);
    sockets.push(...(await Promise.all(some.map((member) => target.connect(member, heard)))));
  }
  return {
    async run(seconds) {
      const results: Promise<number>[] = [];
      const started = performance.now();
      for (let index = 0; index < seconds * sendsPerSecond; index += 1) {
        const dueIn = started + (index * 1000) / sendsPerSecond - performance.now();
        if (dueIn > 0) await sleep(dueIn);
        const id = randomUUID();
        results.push(
          new Promise((done, fail) => {
            pending.set(id, { sentAt: performance.now(), missing: roomSize, done });
            target.post((index * 7919) % memberCount, id).catch(fail);
          }),
        );
      }
      const lost = sleep(lostAfterMs, undefined, { ref: false }).then(() => {
        throw new Error(`${target.name}: ${pending.size} messages have not reached everybody`);
      });
      return Promise.race([Promise.all(results), lost]);
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

/** The targets take turns with rounds of the same length, so that a busy moment of the machine meets all. */
export async function measureInTurns(
  targets: readonly Delivering[],
  { rounds, secondsPerRound }: { rounds: number; secondsPerRound: number },
  say: (line: string) => void,
): Promise<number[][]> {
  const measured = targets.map((): number[] => []);
  for (const target of targets) await target.run(3);
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const [index, target] of targets.entries())
      measured[index]?.push(...(await target.run(secondsPerRound)));
  }
  return measured;
}

/** Formats a quantile of Atoll's next to that of its floor. */
export function besideFloor(q: number, own: readonly number[], floor: readonly number[]): string {
  const [mine, least] = [quantile(own, q), quantile(floor, q)];
  return `p${q * 100}: Atoll ${ms(mine)}, floor ${ms(least)}, ratio ${(mine / least).toFixed(2)}`;
}
