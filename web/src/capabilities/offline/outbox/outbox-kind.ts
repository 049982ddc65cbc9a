import type { Shape } from "../../../lib/shape.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import type { ReadOld } from "./stored-entries.ts";

/** A kind of things that wait in the outbox, as the slice that they belong to describes it. */
export interface OutboxKind<Body extends object> {
  /** Stands in what the browser keeps: it stays what it is from one version to the next. */
  name: string;
  /** Of the body, as it lies in the storage. What does not fit is neither shown nor sent, and stays. */
  shape: Shape<Body>;
  /**
   * Resolves once the server has it and the screen shows it. May be called again with the same entry: the server has to
   * take the same id, or the same words, for the same thing.
   */
  send(entry: OutboxEntry<Body>): Promise<unknown>;
  /** What is done to one subject goes in the order of doing; else one may overtake the other. */
  isInOrder: boolean;
  /**
   * What the body is about, where that is more than one subject: entries that share any of these keep their order. Left
   * out: its subject.
   */
  linesOf?(body: Body): readonly string[];
  /** Only the last one of each subject counts: those before it that wait need not be sent. */
  isLastOnly?: boolean;
  /** It cannot go yet, for something in this tab that it waits for. */
  isHeld?(body: Body): boolean;
  /** A refusal that says that an earlier try has arrived. */
  isDone?(error: Error, body: Body): boolean;
  /** The server's no is final. Left out: the entry stays, with the reason, until the person tries again or drops it. */
  onRefused?(entry: OutboxEntry<Body>, reason: string, error: Error): void;
  /** Called when sending stopped, also over an entry of another kind: what is left is sent later. */
  onStalled?(error: Error): void;
  /** The reason, where the server gives none. */
  failure: string;
  /** What signing out would erase, as the person is asked. */
  words: { one: string; many: string };
  /** Reads what older versions stored in another form, or under another name. Undefined: not of this kind. */
  readOld?: ReadOld;
}
