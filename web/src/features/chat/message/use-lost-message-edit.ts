import type { Message } from "@atoll/contract/chat/schemas";
import type { RefObject } from "react";
import { useLostEdit } from "../../../capabilities/writing/field/use-lost-edit.ts";
import type { ComposerHandle } from "../composer/composer.tsx";
import type { MessageWork } from "./use-message-work.ts";

/**
 * Puts the edited text into the composer if the message was deleted on another device. `isGone` distinguishes a deleted
 * message from one outside of the window.
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
