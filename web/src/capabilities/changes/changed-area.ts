import type { SignedIn } from "../../lib/signed-in.ts";

/** A change that a person makes, as its area describes it. `act` tells the kinds apart. */
export interface Act {
  act: string;
}

/** A change as it is stored until the server has accepted it. */
export interface PendingChange<A extends Act> {
  /** The ids of the objects that it changes. Changes that share one are sent in their order. */
  about: string[];
  /** Names them when the change is refused: “Price list”, 3 tasks. */
  title: string;
  /** The text of the toast with Undo once it is done. Empty for no toast. */
  said: string;
  change: A;
}

/** How an area's changes are sent and undone. The area shows them with `useUnsettled`. */
export interface ChangedArea<A extends Act> {
  /** Names the entries in the browser's storage, so it never changes. */
  name: string;
  /**
   * Sends a change under its id, and puts the answer into the cache. Called again with the same id until there is an
   * answer. Returns false when nothing had to be changed: then no toast says that it was. Import what it needs when it is called: this is loaded with the frame.
   */
  send(signedIn: SignedIn, changeId: string, pending: PendingChange<A>): Promise<unknown>;
  /**
   * The starts of the keys of all queries that show such objects. With them, they are fetched again after a change, and
   * `undo` is the one that all areas share.
   */
  refetches?: readonly (readonly string[])[];
  /** Undoes a change, and puts the answer into the cache. Left out, without `refetches`: changes cannot be undone. */
  undo?(signedIn: SignedIn, changeId: string, pending: PendingChange<A>): Promise<unknown>;
  /** Called for a change that was refused after the person left it alone: keep a text as a draft, for example. */
  onRefused?(signedIn: SignedIn, pending: PendingChange<A>, error: Error): string | undefined;
  /** Whether a pending change makes an earlier one of the same object needless: another text for the same field. */
  replaces?(later: A, earlier: A): boolean;
  /** The title of a refusal: “Price list” could not be changed. */
  refusal: string;
  /** The words for changes that signing out would delete. */
  words: { one: string; many: string };
  /** Reads what earlier versions stored under these names. */
  former?: {
    names: readonly string[];
    load(): Promise<(name: string, body: object) => PendingChange<A> | undefined>;
  };
}
