import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import type { MessageActionsProps } from "./message-actions.tsx";

const actionsPart = lazyPart(() => import("./message-actions.tsx"));

/** The actions of a message, loaded after the messages. */
export function LazyMessageActions(props: MessageActionsProps) {
  const part = useLazyPart(actionsPart, true, () => undefined);
  return part ? <part.MessageActions {...props} /> : null;
}
