import type { CommandCall, CommandName, EventName } from "@atoll/contract/events";
import type { Route, RouteCall } from "@atoll/contract/route";
import type { TestSocket } from "../socket.ts";
import { type Actor, type AdmittedName, admittedNames } from "./actors.ts";
import type { Expectations } from "./expectations.ts";
import type { World } from "./world.ts";

export interface CaseInput<Things> {
  world: World;
  /** The slice's own furniture. */
  things: Things;
  /** The actor of the request. */
  actor: Actor;
  spare: Spare;
}

/** A thing that a success uses up: a new one for each of those, one for all refusals of the row together. */
export type Spare = <T>(what: string, make: () => Promise<T>) => Promise<T>;

/** One state of the thing that a route is about, such as own, foreign, missing: a cell for each actor. */
export interface Case<R extends Route, Things> {
  request(input: CaseInput<Things>): RouteCall<R> | Promise<RouteCall<R>>;
  expect: Expectations;
  /** A success costs the actor's session or account: a double goes in the actor's place. */
  spendsActor?: true;
  /** Tables that a refusal writes to on purpose. */
  records?: readonly string[];
  /** Nobody succeeds here, for want of something outside Atoll; but every right is looked at before. */
  lacksOutside?: true;
  /** A newer request of a person ends the older one, so no two of one person are sent at once. */
  isOncePerPerson?: true;
  /** All change one thing, so they are sent one after the other. */
  isOneAtATime?: true;
  /** The answer hands the actor an access token. */
  answersToken?: true;
}

export type Row<R extends Route, Things> = Record<string, Case<R, Things>>;

/** Former members of everything who were connected when they lost it. */
export const losers = ["demoted", "turnedPending", "disabledNow", "deletedNow", "signedOut"] as const;
export type Loser = (typeof losers)[number];
export type Listener = AdmittedName | Loser;

export interface EventInput<Things> {
  world: World;
  things: Things;
  /** The person and session of each listener of this row, as they were when they connected. */
  listeners: Readonly<Record<Listener, Actor>>;
  /** Their sockets, to subscribe to events that are only sent on request. */
  sockets: Readonly<Record<Listener, TestSocket>>;
}

/** One event: what brings it about, and who receives it. Everybody else must not. */
export interface EventRow<Things> {
  change(input: EventInput<Things>): Promise<void>;
  receivers: readonly Listener[];
}

/** The senders of commands: everyone who may connect, and a member who lost chat while connected. */
export type Sender = AdmittedName | "demoted";
export const senders: readonly Sender[] = [...admittedNames, "demoted"];

/**
 * One command: a state of the thing that it is about, such as own, foreign, missing, with a cell for each sender. Who
 * was demoted is answered like who never might chat.
 */
export type CommandRow<Name extends CommandName, Things> = Record<
  string,
  {
    payload(input: { world: World; things: Things; actor: Actor }): CommandCall<Name>;
    expect: Expectations;
  }
>;

export interface Slice<Routes extends Record<string, Route>, Name extends EventName, Things> {
  name: string;
  routes: Routes;
  /** The contract's events of the slice; only their names are looked at. */
  eventNames: Record<Name, unknown>;
  /** Makes what the rows are about, with a secret in every private thing. */
  furnish(world: World): Promise<Things>;
  /** Makes a person a member of everything private, so that they have it all to lose. */
  letIn?(world: World, things: Things, person: { id: string }): Promise<void>;
  rows: { [Key in keyof Routes]: Row<Routes[Key], Things> };
  events: Record<Name, EventRow<Things>>;
  commands?: { [Command in CommandName]?: CommandRow<Command, Things> };
}

/** A slice whose types have done their work. */
export interface AnySlice {
  name: string;
  routes: Record<string, Route>;
  eventNames: Partial<Record<EventName, unknown>>;
  furnish(world: World): Promise<unknown>;
  letIn?(world: World, things: unknown, person: { id: string }): Promise<void>;
  rows: Record<string, Row<Route, unknown>>;
  events: Partial<Record<EventName, EventRow<unknown>>>;
  commands?: Partial<Record<CommandName, CommandRow<CommandName, unknown>>>;
}

/** Types hold every row to its route: the slice must name all of its routes, and no other. */
export function defineSlice<Routes extends Record<string, Route>, Name extends EventName, Things>(
  slice: Slice<Routes, Name, Things>,
): AnySlice {
  return slice as unknown as AnySlice;
}
