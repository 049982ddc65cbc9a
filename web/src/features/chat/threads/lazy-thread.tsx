import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { showLoadFailure } from "../../../ui/toast/load-failure.ts";
import type { ThreadPanelProps } from "./thread-panel.tsx";

const threadPart = lazyPart(() => import("./thread-panel.tsx"));

/** The thread, which is not part of the first load. */
export function LazyThread(props: ThreadPanelProps) {
  const part = useLazyPart(threadPart, true, () => {
    props.onClose();
    showLoadFailure();
  });
  return part ? <part.ThreadPanel key={props.threadId} {...props} /> : null;
}
