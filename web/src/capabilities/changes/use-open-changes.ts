import { useEffect } from "react";
import { afterPaint } from "../../lib/page/after-paint.ts";
import type { SignedIn } from "../../lib/signed-in.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";

/**
 * Sends what waits of an area from whatever page is open, once that page is drawn. For the area's `live` part.
 * @param load imports the area's changes; a constant function.
 */
export function useOpenChanges(load: () => Promise<{ open(signedIn: SignedIn): void }>): void {
  const signedIn = useSignedIn();
  useEffect(
    () =>
      afterPaint(() => {
        load().then(
          (changes) => changes.open(signedIn),
          // They are sent from the next page.
          () => undefined,
        );
      }),
    [signedIn, load],
  );
}
