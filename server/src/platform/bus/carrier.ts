import type { QueryExecutorProvider } from "kysely";
import { z } from "zod";
import type { Notifications } from "../database/notifications.ts";
import type { Log } from "../log/log.ts";

/** Everything that one node publishes at once: topics and bodies, in order. */
export const parcelSchema = z.object({
  from: z.string(),
  items: z.array(z.tuple([z.string(), z.unknown()])),
});
export type Parcel = z.infer<typeof parcelSchema>;

/** The topic of what nodes say about themselves. */
export const peersTopic = "peers";

/** The two ends of a carrier on a node. */
export interface CarrierEnds {
  nodeId: string;
  /** Takes a parcel of another node. */
  deliver(parcel: Parcel): void;
  /** Called when parcels of other nodes were lost. */
  missed(): void;
  /** Called when a parcel of this node could not be sent. */
  lost(): void;
}

/** Carries the parcels of one node to all others, in the order in which they were sent. */
export interface Carrier {
  /** Begins to take the parcels of others. */
  start(): Promise<void>;
  /** Sends a parcel. Settles when the next one may be sent. */
  send(parcel: Parcel): Promise<void>;
  /** Returns whether parcels take a detour at the moment, and so arrive late. */
  isDegraded(): boolean;
  /** Settles when all parcels are sent or lost. */
  stop(): Promise<void>;
}

export interface CarrierGround {
  db: QueryExecutorProvider;
  notifications: Notifications;
  log: Log;
}

/** Opens a carrier between the ends of a node. */
export type OpenCarrier = (ground: CarrierGround, ends: CarrierEnds) => Carrier;

/** A statement that fails is tried so often. Then its parcel is lost, and the other nodes are told so. */
export const sendTries = 20;
export const sendPauseMs = 250;
