import { useKeptText } from "../../../lib/use-kept-text.ts";

/** Returns whether the chat list is shown next to the conversation. Remembered on this device. */
export function useListOpen(): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [kept, keep] = useKeptText("atoll.chat.list", "open");
  return [kept !== "closed", (isOpen) => keep(isOpen ? "open" : "closed")];
}
