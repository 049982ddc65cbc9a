import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Spinner } from "../../../ui/progress/spinner.tsx";
import type { Side } from "../stream/streams.ts";
import type { MoreState } from "./use-more-messages.ts";

/** Over an end of the list, so that nothing moves: more messages are on their way, or could not be had. */
export function MoreMessages({ state, side }: { state: MoreState; side: Side }) {
  if (!state.isLoading && !state.hasFailed) return null;
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-x-0 flex animate-appear justify-center",
        side === "older" ? "top-2" : "bottom-14",
      )}
    >
      <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-strong bg-surface-raised p-1.5 text-muted text-xs shadow-2">
        {state.isLoading ? (
          <Spinner size={16} label={`Loading ${side} messages`} />
        ) : (
          <>
            <span role="alert" className="pl-1.5">
              Failed to fetch messages
            </span>
            <Button size="xs" onClick={state.retry}>
              Try Again
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
