import { type ReactNode, useEffect } from "react";
import { useOpenChanges } from "../../capabilities/changes/use-open-changes.ts";
import { afterPaint } from "../../lib/page/after-paint.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";

const load = async () => (await import("../../features/ideas/changes/idea-changes.ts")).ideaChanges;

/** New ideas and changes that wait are sent from any page; no page waits for them. */
export function Session({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn();
  useOpenChanges(load);
  useEffect(
    () =>
      afterPaint(() => {
        import("../../features/ideas/new/new-idea-outbox.ts").then(
          ({ ideaOutboxOf }) => ideaOutboxOf(signedIn),
          // They go from the next page.
          () => undefined,
        );
      }),
    [signedIn],
  );
  return children;
}
