import { startAtoll } from "../atoll-process.ts";
import { besideFloor, measureInTurns, startDelivering } from "../delivery.ts";
import { atollTarget, startFloor } from "../delivery-targets.ts";
import { addChannel, addPeople, openDatabase } from "../people.ts";
import { quantile } from "../quantiles.ts";

const channelCount = 80;
const roomSize = 10;
const sendsPerSecond = 800;
const limitMs = 100;
// Nobody may send more than 120 messages a minute: these are fewer than that each, rounds and warming up together.
const rounds = 2;
const secondsPerRound = 15;

/**
 * 800 sends a second, every second, in channels of ten members on one process: from before the HTTP post to the last
 * member's frame. Floor: bare node:http, pg and ws, which the same load meets in turn.
 */
export async function sustainedSends(say: (line: string) => void): Promise<string[]> {
  const load = { memberCount: channelCount * roomSize, roomSize, sendsPerSecond };
  const atoll = await startAtoll();
  const client = await openDatabase(atoll);
  const members = await addPeople(client, load.memberCount);
  const channels: string[] = [];
  for (let index = 0; index < channelCount; index += 1) {
    const own = members.slice(index * roomSize, (index + 1) * roomSize).map(({ id }) => id);
    channels.push(await addChannel(client, `bench ${index}`, own));
  }
  await client.end();
  const floor = await startFloor(atoll, load);
  const target = atollTarget(atoll, members, (member) => channels[Math.floor(member / roomSize)] ?? "");
  const both = [await startDelivering(floor, load), await startDelivering(target, load)];
  const [least = [], own = []] = await measureInTurns(both, { rounds, secondsPerRound }, say);
  for (const one of both) one.close();
  floor.stop();
  await atoll.stop();
  return [
    `${sendsPerSecond} sends/s in ${channelCount} channels of ${roomSize}, ${own.length} messages each`,
    besideFloor(0.5, own, least),
    `${besideFloor(0.99, own, least)} (limit ${limitMs} ms: ${quantile(own, 0.99) < limitMs ? "held" : "EXCEEDED"})`,
  ];
}
