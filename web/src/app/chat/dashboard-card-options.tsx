import { chatShows } from "@atoll/contract/dashboard/limits";
import type { CardOptionsProps } from "../../features/dashboard/cards/card-parts.ts";
import { Select } from "../../ui/field/select.tsx";

const words: Readonly<Record<(typeof chatShows)[number], string>> = {
  recent: "Recently active",
  unread: "Unread",
  starred: "Starred",
};

/** Which chats a card shows. */
export function Options({ options, onChange }: CardOptionsProps) {
  return (
    <Select
      label="Chats"
      onValueChange={(chats) => onChange({ ...options, chats })}
      options={chatShows.map((value) => ({ value, label: words[value] }))}
      value={options.chats ?? "recent"}
    />
  );
}
