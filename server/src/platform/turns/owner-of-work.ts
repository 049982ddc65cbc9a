import { AsyncLocalStorage } from "node:async_hooks";

/** Whose work is under way, for queues in which people take turns. */
export interface OwnerOfWork {
  owner: string;
  /** The part of the application that a request is for. Left out: work that must go on whatever the others do. */
  kind?: string;
  /** Returns a signal that aborts when nobody waits for the result any more. */
  signal?: (() => AbortSignal) | undefined;
}

const owners = new AsyncLocalStorage<OwnerOfWork>();

/** Does work in somebody's name: everything that it calls takes turns as theirs. */
export function workFor<Result>(owner: OwnerOfWork, work: () => Result): Result {
  return owners.run(owner, work);
}

/** Whose work this is: a person's, or the server's own. */
export function ownerOfWork(): OwnerOfWork {
  return owners.getStore() ?? { owner: "server" };
}
