import { announcementShows } from "@atoll/contract/dashboard/limits";
import type { CardOptionsProps } from "../../features/dashboard/cards/card-parts.ts";
import { Select } from "../../ui/field/select.tsx";

const words: Readonly<Record<(typeof announcementShows)[number], string>> = {
  all: "All",
  unread: "Unread",
  urgent: "Urgent",
};

/** Which announcements a card shows. */
export function Options({ options, onChange }: CardOptionsProps) {
  return (
    <Select
      label="Announcements"
      onValueChange={(announcements) => onChange({ ...options, announcements })}
      options={announcementShows.map((value) => ({ value, label: words[value] }))}
      value={options.announcements ?? "all"}
    />
  );
}
