import { useEffect, useEffectEvent } from "react";
import { errorMessage } from "../../lib/request/api-error.ts";
import { signInThroughCompany } from "../../lib/session/session.ts";
import { Spinner } from "../../ui/progress/spinner.tsx";

/**
 * Completes the company's sign-on: exchanges the server's code for a session. On success the router's guard redirects;
 * otherwise `onFailure` receives the error text.
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
