import { type CommandName, commands } from "@atoll/contract/events";
import { hostileValues } from "../../../../contract/test/attack/hostile-values.ts";
import { placesOf, putAt } from "../../../../contract/test/attack/places.ts";
import { openSocket } from "../../socket.ts";
import type { CommandRow } from "../slice.ts";
import { type Arena, attackers, type Outcome } from "./attack-route.ts";

/** Fewer than the limit of any command. */
const perSocket = 16;
/** Values that fit a frame, which may have 16 kB: a larger one ends the connection. */
const fitting = { longest: 4_000, mostElements: 7_000, mostBytes: 12_000 };

/** Puts every hostile value into every place of a command's payload, as each attacker. */
export async function attackCommand(
  { world, watch }: Arena,
  things: unknown,
  name: CommandName,
  row: CommandRow<CommandName, unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { problems: [], heldMs: 0, count: 0 };
  const shots = placesOf(commands[name].payload).flatMap((place) =>
    hostileValues(place, fitting).map(({ name: what, value, isRefused }) => ({
      what: `${what} as ${place.path.join(".")}`,
      into: (payload: unknown) => putAt(payload, place.path, value),
      isRefused,
    })),
  );
  for (const attacker of attackers) {
    const actor = world.actors[attacker];
    const cases = Object.values(row);
    const { payload } = cases.find(({ expect }) => expect[attacker] === "ok") ?? cases[0]!;
    for (let from = 0; from < shots.length; from += perSocket) {
      const socket = await openSocket(world.server.url, actor.token);
      for (const { what, into, isRefused } of shots.slice(from, from + perSocket)) {
        const sent = into(payload({ world, things, actor }));
        outcome.count += 1;
        const heldMs = await watch.holdOf(async () => {
          const answer = await socket.ask(name, sent);
          const code = "error" in answer ? answer.error.code : "ok";
          if (code === "internal_error" || (isRefused && code === "ok"))
            outcome.problems.push(`${attacker}, ${what}: answered ${code}`);
        });
        outcome.heldMs = Math.max(outcome.heldMs, heldMs);
      }
      socket.close();
    }
  }
  return outcome;
}
