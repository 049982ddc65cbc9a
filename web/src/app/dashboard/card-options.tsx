import { announcementShows, chatShows } from "@atoll/contract/dashboard/limits";
import { openTaskStatuses, type TaskScope, taskPriorities } from "@atoll/contract/tasks/limits";
import type { CardOptionsProps } from "../../features/dashboard/cards/card-parts.ts";
import { priorityNames, scopeNames, statusNames } from "../../features/tasks/data/task-words.ts";
import { MultiSelect } from "../../ui/field/multi-select.tsx";
import { Select } from "../../ui/field/select.tsx";

const announcementWords: Readonly<Record<(typeof announcementShows)[number], string>> = {
  all: "All",
  unread: "Unread",
  urgent: "Urgent",
};

/** Which announcements a card shows. */
export function AnnouncementOptions({ options, onChange }: CardOptionsProps) {
  return (
    <Select
      label="Announcements"
      onValueChange={(announcements) => onChange({ ...options, announcements })}
      options={announcementShows.map((value) => ({ value, label: announcementWords[value] }))}
      value={options.announcements ?? "all"}
    />
  );
}

const chatWords: Readonly<Record<(typeof chatShows)[number], string>> = {
  recent: "Recently active",
  unread: "Unread",
  starred: "Starred",
};

/** Which chats a card shows. */
export function ChatOptions({ options, onChange }: CardOptionsProps) {
  return (
    <Select
      label="Chats"
      onValueChange={(chats) => onChange({ ...options, chats })}
      options={chatShows.map((value) => ({ value, label: chatWords[value] }))}
      value={options.chats ?? "recent"}
    />
  );
}

const taskScopes: readonly TaskScope[] = ["assigned", "created", "my", "all"];
const taskScopeWords: Readonly<Record<TaskScope, string>> = {
  ...scopeNames,
  assigned: "Assigned to me",
  created: "Created by me",
  my: "Mine: assigned or created",
  all: "All tasks I can see",
};

/** Which tasks a card shows. */
export function TaskOptions({ options, onChange }: CardOptionsProps) {
  return (
    <>
      <Select
        label="Tasks"
        onValueChange={(scope) => onChange({ ...options, scope })}
        options={taskScopes.map((scope) => ({ value: scope, label: taskScopeWords[scope] }))}
        value={options.scope ?? "assigned"}
      />
      <MultiSelect
        help={`Open ones only: ${openTaskStatuses.map((status) => statusNames[status]).join(", ")}. None chosen: all priorities.`}
        label="Priorities"
        onValueChange={(priorities) => onChange({ ...options, priorities })}
        options={taskPriorities.map((priority) => ({ value: priority, label: priorityNames[priority] }))}
        value={options.priorities ?? []}
      />
    </>
  );
}
