import { useKeptText } from "../../../lib/use-kept-text.ts";

/** Whether the list of chats stands beside the conversation; remembered on this device. */
export function useListOpen(): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [kept, keep] = useKeptText("atoll.chat.list", "open");
  return [kept !== "closed", (isOpen) => keep(isOpen ? "open" : "closed")];
}
