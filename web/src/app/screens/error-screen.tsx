import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiError } from "../../lib/server/api-client.ts";
import { ErrorState } from "../../ui/state/error-state.tsx";

/** A page that failed to draw. The rest of the frame stays usable. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="grid min-h-full place-items-center p-6">
      {isMissingCode(error) ? (
        <ErrorState message={outdated} onRetry={() => window.location.reload()} retryLabel="Reload" />
      ) : (
        <ErrorState message={publicText(error)} onRetry={retry} />
      )}
    </div>
  );
}

const outdated =
  "This page could not be loaded. The connection may be down, or Atoll was updated since you opened it.";

/** Returns the text for people. The details are already in the console. */
function publicText(error: unknown): string | undefined {
  return error instanceof ApiError ? error.message : undefined;
}

/** An update replaces the files of the pages; a browser that still runs the old version asks for the old ones. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|preload CSS/i.test(error.message)
  );
}
