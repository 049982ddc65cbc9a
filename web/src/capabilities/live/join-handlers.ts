import type { EventName, EventPayload } from "@atoll/contract/events";
import { isLookAgain, type LiveHandlers, type LookAgain } from "./follow-query.ts";

/** Combines several handlers for the same data, in order. If one of them wants to refetch, the data is refetched. */
export function joinHandlers<Data>(all: readonly LiveHandlers<Data>[]): LiveHandlers<Data> {
  const names = new Set(all.flatMap((handlers) => Object.keys(handlers) as EventName[]));
  return Object.fromEntries([...names].map((name) => [name, joined(all, name)]));
}

function joined<Data, Name extends EventName>(all: readonly LiveHandlers<Data>[], name: Name) {
  return (data: Data, payload: EventPayload<Name>): Data | LookAgain => {
    let next = data;
    for (const handlers of all) {
      const made = handlers[name]?.(next, payload);
      if (made === undefined) continue;
      if (isLookAgain(made)) return made;
      next = made;
    }
    return next;
  };
}
