import type { Message } from "@atoll/contract/chat/schemas";
import type { RefObject } from "react";
import { useLostEdit } from "../../../capabilities/writing/field/use-lost-edit.ts";
import type { ComposerHandle } from "../composer/composer.tsx";
import type { MessageWork } from "./use-message-work.ts";

/**
 * The message that is being changed was deleted on another device: what was written is put into the composer. `isGone`
 * tells a deleted message from one that is out of the window.
 */
export function useLostMessageEdit(
  work: MessageWork,
  isGone: (message: Message) => boolean,
  composer: RefObject<ComposerHandle | null>,
): void {
  const { editing } = work;
  useLostEdit({
    isLost: editing !== null && isGone(editing.message),
    text: editing?.text ?? "",
    before: editing?.message.content ?? "",
    leave: work.cancel,
    rescue: (text) => composer.current?.add(text),
    words: "This message has been deleted. Your text is in the composer.",
  });
}
