import type { Shape } from "../../../lib/shape.ts";
import type { OutboxEntry } from "./outbox-entry.ts";

/** A kind of things that wait in the outbox, as the slice that they belong to describes it. */
export interface OutboxKind<Body extends object> {
  /** Stands in what the browser keeps: it stays what it is from one version to the next. */
  name: string;
  /** The shape of the stored body. An entry that does not match is neither shown nor sent, but kept. */
  shape: Shape<Body>;
  /**
   * Resolves once the server has it and the screen shows it. May be called again with the same entry: the server has to
   * take the same id, or the same words, for the same thing.
   */
  send(entry: OutboxEntry<Body>): Promise<unknown>;
  /** Whether entries of one subject are sent in order. If not, one can overtake another. */
  isInOrder: boolean;
  /**
   * The things a body concerns, if there is more than one: entries that share any of them keep their order. Defaults to
   * the subject.
   */
  linesOf?(body: Body): readonly string[];
  /** Only the last one of each subject counts: those before it that wait need not be sent. */
  isLastOnly?: boolean;
  /** It cannot go yet, for something in this tab that it waits for. */
  isHeld?(body: Body): boolean;
  /** A refusal that says that an earlier try has arrived. */
  isDone?(error: Error, body: Body): boolean;
  /** Whether an entry that the server failed over is not tried again: its form is still open, and says so. */
  isGivenUp?(error: Error, entry: OutboxEntry<Body>): boolean;
  /**
   * The server's no is final. Left out: the entry stays, with the reason, until the person tries again or drops it.
   * Returns "kept" for an entry that stays all the same.
   */
  onRefused?(entry: OutboxEntry<Body>, reason: string, error: Error): "kept" | undefined;
  /** Returns the body for another try, for bodies that have an ID of their own: the refused one may be taken. */
  again?(body: Body): Body;
  /** Called with an entry that the person sends again. */
  onRetry?(entry: OutboxEntry<Body>): void;
  /** Called when sending stopped, also over an entry of another kind: what is left is sent later. */
  onStalled?(error: Error): void;
  /** The reason, where the server gives none. */
  failure: string;
  /** The words for entries that signing out would delete, for the confirmation. */
  words: { one: string; many: string };
}
