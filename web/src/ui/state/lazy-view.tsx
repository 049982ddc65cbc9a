import { type ReactNode, useState } from "react";
import { type LazyPart, useLazyPart } from "../base/lazy-part.ts";
import { loadFailure } from "../toast/load-failure.ts";
import { ErrorState } from "./error-state.tsx";

export interface LazyViewProps<Module> {
  part: LazyPart<Module>;
  /** Shown until the code is there. */
  skeleton: ReactNode;
  children: (module: Module) => ReactNode;
}

/** A view whose code is loaded when it is first shown, and how to try again if it could not be loaded. */
export function LazyView<Module>({ part, skeleton, children }: LazyViewProps<Module>) {
  const [hasFailed, setFailed] = useState(false);
  const module = useLazyPart(part, !hasFailed, () => setFailed(true));
  if (module) return children(module);
  return hasFailed ? <ErrorState message={loadFailure} onRetry={() => setFailed(false)} /> : skeleton;
}
