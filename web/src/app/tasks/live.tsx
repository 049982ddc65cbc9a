import { type ReactNode, useEffect } from "react";
import { afterPaint } from "../../lib/after-paint.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";

/** Changes of tasks that wait are sent from whatever page is opened; nobody waits for them there. */
export function Session({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn();
  useEffect(
    () =>
      afterPaint(() => {
        import("../../features/tasks/waiting/outboxes.ts").then(
          ({ openTaskOutboxes }) => openTaskOutboxes(signedIn),
          // They go from the next page.
          () => undefined,
        );
      }),
    [signedIn],
  );
  return children;
}
