import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import type { OlderState } from "./use-older-messages.ts";

/** Over the top of the list, so that nothing moves: older messages are on their way, or could not be had. */
export function OlderMessages({ state }: { state: OlderState }) {
  if (!state.isLoading && !state.hasFailed) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 flex animate-appear justify-center">
      <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-strong bg-surface-raised p-1.5 text-muted text-xs shadow-2">
        {state.isLoading ? (
          <Spinner size={16} label="Loading older messages" />
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
