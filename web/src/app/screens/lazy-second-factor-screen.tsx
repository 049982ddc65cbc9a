import { useState } from "react";
import { ErrorState } from "../../ui/error-state.tsx";
import { lazyPart, useLazyPart } from "../../ui/lazy-part.ts";
import { PendingScreen } from "./pending-screen.tsx";
import type { SecondFactorScreenProps } from "./second-factor-screen.tsx";

const screenPart = lazyPart(() => import("./second-factor-screen.tsx"));

/** The set-up, whose code hardly anybody needs to be shown their first page. */
export function LazySecondFactorScreen(props: SecondFactorScreenProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const part = useLazyPart(screenPart, !hasFailed, () => setHasFailed(true));
  if (part) return <part.SecondFactorScreen {...props} />;
  return (
    <div className="grid min-h-dvh place-items-center bg-surface">
      {hasFailed ? <ErrorState onRetry={() => setHasFailed(false)} /> : <PendingScreen />}
    </div>
  );
}
