import { z } from "zod";
import type { Bus } from "../../../platform/bus/bus.ts";

/** A person's presence on one node: at the keyboard, or idle in all of their browsers. */
export interface HereOnNode {
  isIdle: boolean;
}

export interface HereElsewhere {
  /** How a person is here on each of the other nodes that they are on. */
  of(userId: string): HereOnNode[];
  /** How many people are on this node. */
  countHere(): number;
  /** Returns everybody who is online on another node. */
  userIds(): Set<string>;
  /** Returns everybody who is online on any node and not idle on all of them. */
  presentIds(): Set<string>;
  /** Calls back when somebody's presence on another node changes. */
  onChange(listener: (userId: string) => void): void;
  /** Sets a person's presence on this node. An unchanged one is not sent. */
  tell(userId: string, here: HereOnNode | undefined): void;
}

const busTopic = "presence";
/** Some people, or everybody of a node; null: not there any more. */
const newsSchema = z.object({
  isAll: z.boolean(),
  people: z.array(z.tuple([z.string(), z.boolean().nullable()])),
});

/**
 * Tracks who is online on the other nodes. Each node sends its own people to the others, and all of them to a node that
 * joins.
 */
export function watchElsewhere(bus: Bus): HereElsewhere {
  const listeners: ((userId: string) => void)[] = [];
  const own = new Map<string, boolean>();
  const nodes = new Map<string, Map<string, boolean>>();

  function changed(userId: string): void {
    for (const listener of listeners) listener(userId);
  }

  function drop(nodeId: string): void {
    const people = nodes.get(nodeId);
    nodes.delete(nodeId);
    for (const userId of people?.keys() ?? []) changed(userId);
  }

  bus.on(busTopic, (body, nodeId) => {
    const { isAll, people } = newsSchema.parse(body);
    const before = nodes.get(nodeId) ?? new Map<string, boolean>();
    const now = isAll ? new Map<string, boolean>() : before;
    nodes.set(nodeId, now);
    for (const [userId, isIdle] of people) {
      if (isIdle === null) now.delete(userId);
      else now.set(userId, isIdle);
    }
    const concerned = new Set(people.map(([userId]) => userId));
    if (isAll) for (const userId of before.keys()) concerned.add(userId);
    for (const userId of concerned) changed(userId);
  });
  bus.onPeers({
    joined: () => bus.publish(busTopic, { isAll: true, people: [...own] }),
    left: drop,
  });

  return {
    of(userId) {
      const states: HereOnNode[] = [];
      for (const people of nodes.values()) {
        const isIdle = people.get(userId);
        if (isIdle !== undefined) states.push({ isIdle });
      }
      return states;
    },
    countHere: () => own.size,
    userIds: () => new Set([...nodes.values()].flatMap((people) => [...people.keys()])),
    presentIds: () =>
      new Set(
        [own, ...nodes.values()].flatMap((people) =>
          [...people].flatMap(([userId, isIdle]) => (isIdle ? [] : [userId])),
        ),
      ),
    onChange: (listener) => void listeners.push(listener),
    tell(userId, here) {
      if (own.get(userId) === here?.isIdle) return;
      if (here) own.set(userId, here.isIdle);
      else own.delete(userId);
      bus.publish(busTopic, { isAll: false, people: [[userId, here?.isIdle ?? null]] });
    },
  };
}
