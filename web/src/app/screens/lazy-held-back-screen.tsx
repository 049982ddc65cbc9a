import { type ReactNode, useState } from "react";
import { type LazyPart, lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { PendingScreen } from "./pending-screen.tsx";
import type { SecondFactorScreenProps } from "./second-factor-screen.tsx";

// Hardly anybody needs their code to be shown the first page.
const secondFactorPart = lazyPart(() => import("./second-factor-screen.tsx"));
const accessDeniedPart = lazyPart(() => import("./access-denied-screen.tsx"));
const newPasswordPart = lazyPart(() => import("./new-password-screen.tsx"));

/** The set-up of a second factor that a role asks for. */
export function LazySecondFactorScreen(props: SecondFactorScreenProps) {
  return (
    <Loaded part={secondFactorPart}>{({ SecondFactorScreen }) => <SecondFactorScreen {...props} />}</Loaded>
  );
}

/** The choice of a password after an administrator has changed how somebody signs in. */
export function LazyNewPasswordScreen() {
  return <Loaded part={newPasswordPart}>{({ NewPasswordScreen }) => <NewPasswordScreen />}</Loaded>;
}

/** In place of a page that is not for this person. */
export function LazyAccessDeniedScreen({ text }: { text: string }) {
  return (
    <Loaded part={accessDeniedPart}>{({ AccessDeniedScreen }) => <AccessDeniedScreen text={text} />}</Loaded>
  );
}

function Loaded<T>({ part, children }: { part: LazyPart<T>; children: (loaded: T) => ReactNode }) {
  const [hasFailed, setHasFailed] = useState(false);
  const loaded = useLazyPart(part, !hasFailed, () => setHasFailed(true));
  if (loaded) return children(loaded);
  return (
    <div className="grid min-h-dvh place-items-center bg-surface">
      {hasFailed ? <ErrorState onRetry={() => setHasFailed(false)} /> : <PendingScreen />}
    </div>
  );
}
