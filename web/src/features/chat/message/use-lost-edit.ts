import type { Message } from "@atoll/contract/chat/schemas";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { notify } from "../../../ui/toast/toast.tsx";
import type { ComposerHandle } from "../composer/composer.tsx";
import type { MessageWork } from "./use-message-work.ts";

/**
 * The message that is being changed was deleted on another device: what was written would go with it, and is put
 * into the composer instead. `isGone` tells a deleted message from one that is out of the window.
 */
export function useLostEdit(
  work: MessageWork,
  isGone: (message: Message) => boolean,
  composer: RefObject<ComposerHandle | null>,
): void {
  const isLost = work.editing !== null && isGone(work.editing.message);
  const rescue = useEffectEvent(() => {
    const { editing } = work;
    if (!editing) return;
    work.cancel();
    if (editing.text.trim() === editing.message.content) return;
    composer.current?.add(editing.text);
    notify.error("This message was deleted meanwhile. Your text is in the composer.", { id: "lost edit" });
  });
  useEffect(() => {
    if (isLost) rescue();
  }, [isLost]);
}
