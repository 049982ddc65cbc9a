import { CancelledError, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { createRetry } from "../../lib/request/retry.ts";
import { isRefusal } from "../../lib/server/api-client.ts";

export interface AskAgain {
  /** Fetches again soon, until there is an answer; calls in quick succession become one. */
  soon(): void;
  /** The same at some moment of the next so many milliseconds: many browsers were told at once. */
  within(spreadMs: number): void;
  stop(): void;
}

const delayMs = 300;

/** Fetches what is cached under a key again, so that the answer is from after the moment of the call. */
export function createAskAgain(queryClient: QueryClient, queryKey: QueryKey): AskAgain {
  const filter = { queryKey, exact: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The data stays uncertain until a response arrives.
  const retry = createRetry(() => void fetchAgain());

  async function fetchAgain(): Promise<void> {
    timer = undefined;
    retry.cancel();
    const ask = () => queryClient.refetchQueries(filter, { cancelRefetch: false, throwOnError: true });
    // An answer on its way may be from before what made it uncertain.
    if (queryClient.isFetching(filter) > 0) await ask().catch(() => undefined);
    await ask().then(retry.reset, (error: unknown) => {
      if (!isRefusal(error) && !(error instanceof CancelledError)) retry.later();
    });
  }

  const within = (spreadMs: number) => {
    timer ??= setTimeout(fetchAgain, delayMs + Math.random() * spreadMs);
  };
  return {
    soon: () => within(0),
    within,
    stop() {
      clearTimeout(timer);
      retry.stop();
    },
  };
}
