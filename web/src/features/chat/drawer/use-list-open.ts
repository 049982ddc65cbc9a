import { useState } from "react";
import { openTextStorage } from "../../../lib/text-storage.ts";

const storageKey = "atoll.chat.list";

/** Whether the list of chats stands beside the conversation; remembered on this device. */
export function useListOpen(): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => openTextStorage().getItem(storageKey) !== "closed");
  function set(next: boolean) {
    setIsOpen(next);
    try {
      openTextStorage().setItem(storageKey, next ? "open" : "closed");
    } catch {
      // Storage is full: the choice lasts as long as the page.
    }
  }
  return [isOpen, set];
}
