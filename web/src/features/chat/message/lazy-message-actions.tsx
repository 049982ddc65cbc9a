import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import type { MessageActionsProps } from "./message-actions.tsx";

const actionsPart = lazyPart(() => import("./message-actions.tsx"));

/** What can be done with a message, which nobody does before they have read one. */
export function LazyMessageActions(props: MessageActionsProps) {
  const part = useLazyPart(actionsPart, true, () => undefined);
  return part ? <part.MessageActions {...props} /> : null;
}
