import { AsyncLocalStorage } from "node:async_hooks";

/** The person on whose behalf the server works, for queues in which people take turns. */
export interface OwnerOfWork {
  owner: string;
  /** The part of the application that a request is for. Left out: work that must go on whatever the others do. */
  kind?: string;
  /** Their language, in which names are ordered, as `sv-SE`. */
  language?: string | undefined;
  /** Returns a signal that aborts when nobody waits for the result any more. */
  signal?: (() => AbortSignal) | undefined;
}

const owners = new AsyncLocalStorage<OwnerOfWork>();

/** Runs work on behalf of an owner: everything it calls takes turns as theirs. */
export function workFor<Result>(owner: OwnerOfWork, work: () => Result): Result {
  return owners.run(owner, work);
}

/** Returns the owner of the current work: a person, or the server itself. */
export function ownerOfWork(): OwnerOfWork {
  return owners.getStore() ?? { owner: "server" };
}
