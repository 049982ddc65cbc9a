import { useKeptText } from "../../../lib/use-kept-text.ts";

/** `unread` lists only unread chats. A section's name means that it is collapsed. */
export type ListChoice = "unread" | "starred" | "direct" | "spaces";

/** How the list of chats is shown; remembered on this device. */
export function useListChoices() {
  const [kept, keep] = useKeptText("atoll.chat.rows", "");
  const chosen = kept.split(" ");
  const has = (choice: ListChoice) => chosen.includes(choice);
  return {
    has,
    toggle: (choice: ListChoice) =>
      keep((has(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice]).join(" ").trim()),
  };
}
