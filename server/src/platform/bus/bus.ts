import { AsyncLocalStorage } from "node:async_hooks";
import { uuidv7 } from "uuidv7";
import { type CarrierGround, type OpenCarrier, type Parcel, peersTopic } from "./carrier.ts";
import { createPeers, type Peers } from "./peers.ts";
import { openPostgresCarrier } from "./postgres-carrier.ts";

interface Outgoing {
  add(topic: string, body: unknown): void;
  /** Settles when all messages are sent or dropped. */
  flushed(): Promise<void>;
}

/**
 * Sends in order, one parcel at a time. Messages added during a send share the next parcel: without load they leave at
 * once, and under load the parcels grow by themselves.
 */
function createOutgoing(nodeId: string, send: (parcel: Parcel) => Promise<void>): Outgoing {
  // A parcel has messages of several requests: it must not wait for the connections of the request that published first.
  const outside = AsyncLocalStorage.snapshot();
  let waiting: [string, unknown][] = [];
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    // Messages added in the same turn of the event loop share the parcel.
    await Promise.resolve();
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      await send({ from: nodeId, items });
    }
    sending = undefined;
  }

  return {
    add(topic, body) {
      waiting.push([topic, body]);
      sending ??= outside(sendAll);
    },
    flushed: async () => sending,
  };
}

export interface Bus {
  /** Keeps next to this node's lease how it is, for those who look at all nodes. */
  report(state: object): Promise<void>;
  /** Returns whether other nodes serve the same database, so that published messages have recipients. */
  hasPeers(): boolean;
  /** Returns whether what other nodes publish arrives late, because the carrier between them is away. */
  isDegraded(): boolean;
  /**
   * Publishes to every other node, in the order of calls. Returns immediately, and does nothing if there is no other
   * node. Messages in transit are lost when a node crashes, so a caller that must not lose one needs another way to
   * recover.
   */
  publish(topic: string, body: unknown): void;
  /** Takes what other nodes publish. A topic may have several handlers. */
  on(topic: string, handler: Handler): void;
  onPeers(watcher: PeerWatcher): void;
  /** Joins the other nodes. Settles once all of them publish to this one. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface BusDependencies extends CarrierGround {
  /** PostgreSQL's NOTIFY if left out. */
  carry?: OpenCarrier | undefined;
}

type Handler = (body: unknown, nodeId: string) => void;

export interface PeerWatcher {
  /** Another node joined or returned: it receives everything from now on, and nothing from before. */
  joined?(nodeId: string): void;
  /** A node stopped, or its lease expired. */
  left?(nodeId: string): void;
  /** Called when messages from other nodes may have been missed. */
  missed?(): void;
}

/**
 * Delivers what one node publishes to all others: over PostgreSQL's NOTIFY, which needs no configuration, or by another
 * carrier. A single node runs the same code. See docs/decisions/032-bus-over-postgresql-notify.md and
 * docs/decisions/182-a-bus-by-its-address.md.
 */
export function createBus({ carry = openPostgresCarrier, ...ground }: BusDependencies): Bus {
  const { db, notifications, log } = ground;
  const nodeId = uuidv7();
  const handlers = new Map<string, Handler[]>();
  const on = (topic: string, handler: Handler) =>
    handlers.set(topic, [...(handlers.get(topic) ?? []), handler]);
  const watchers: PeerWatcher[] = [];
  const forAll = (tell: (watcher: PeerWatcher) => void) => {
    for (const watcher of watchers) tell(watcher);
  };
  const carrier = carry(ground, {
    nodeId,
    deliver,
    missed: () => peers.missed(),
    lost: () => peers.lost(),
  });
  const outgoing = createOutgoing(nodeId, carrier.send);
  const peers: Peers = createPeers({
    db,
    log,
    nodeId,
    say: (word) => outgoing.add(peersTopic, word),
    onJoined: (id) => forAll((watcher) => watcher.joined?.(id)),
    onLeft: (id) => forAll((watcher) => watcher.left?.(id)),
    onMissed: () => forAll((watcher) => watcher.missed?.()),
  });
  on(peersTopic, peers.hear);

  function deliver(parcel: Parcel): void {
    for (const [topic, body] of parcel.items) {
      try {
        for (const handle of handlers.get(topic) ?? []) handle(body, parcel.from);
      } catch (error) {
        // A node with another version may publish messages that this one cannot parse. Others must still arrive.
        log.warn({ err: error, topic }, "what another node told was not understood");
      }
    }
  }

  notifications.onGap(peers.heardAgain);

  return {
    hasPeers: peers.hasAny,
    isDegraded: () => peers.hasAny() && carrier.isDegraded(),
    report: peers.report,
    publish(topic, body) {
      if (peers.hasAny()) outgoing.add(topic, body);
    },
    on(topic, handler) {
      on(topic, handler);
    },
    onPeers(watcher) {
      watchers.push(watcher);
    },
    async start() {
      await carrier.start();
      await peers.start();
    },
    async stop() {
      await peers.stop();
      await outgoing.flushed();
      await carrier.stop();
    },
  };
}
