import { useEffect, useEffectEvent } from "react";
import { errorMessage } from "../../lib/api-error.ts";
import { signInThroughCompany } from "../../lib/session.ts";
import { Spinner } from "../../ui/progress/spinner.tsx";

/**
 * Back from the company's sign-on: exchanges what the server left for a session. On success the router's guard takes
 * over; else `onFailure` gets the text for the red box.
 */
export function SingleSignOnReturn({ onFailure }: { onFailure: (message: string) => void }) {
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    signInThroughCompany().catch((error: unknown) => fail(errorMessage(error, "Login failed")));
  }, []);
  return (
    <p className="flex items-center gap-3 py-2 text-muted" role="status">
      <Spinner size={20} />
      Signing you in
    </p>
  );
}
