import { useState } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { loadFailure } from "../../../ui/toast/load-failure.ts";
import type { ChatViewScreenProps } from "./chat-view-screen.tsx";

const part = lazyPart(() => import("./chat-view-screen.tsx"));

/** A list of messages from several channels, which is not part of the first load. */
export function LazyView(props: ChatViewScreenProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const screen = useLazyPart(part, !hasFailed, () => setHasFailed(true));
  if (screen) return <screen.ChatViewScreen {...props} />;
  if (!hasFailed) return <div className="flex-1" aria-busy="true" />;
  return <ErrorState message={loadFailure} onRetry={() => setHasFailed(false)} />;
}
