import { maxTagLength, maxTags } from "@atoll/contract/tasks/limits";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useState } from "react";
import { isTooLong } from "../../../capabilities/writing/field/text-length.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { SearchList } from "../../../ui/list/search-list.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { setFields } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { ValueButton } from "./value-button.tsx";

/** The tags; in the popover those that are used elsewhere are suggested, and what is new is typed. */
export function TagsField({ work }: { work: TaskWork }) {
  const { tags } = work.task;
  const add = (tag: string) => work.change(setFields({ addTags: [tag] }, `Tag ${tag} added`));
  return (
    <Popover
      label="Tags"
      align="start"
      className="w-[300px]"
      trigger={
        <ValueButton label="Tags" className="flex-wrap py-1">
          {tags.length === 0 && <span className="text-muted">None</span>}
          {tags.map((tag) => (
            <span
              key={tag}
              className="inline-flex h-5 max-w-full items-center gap-1.5 rounded-xs bg-surface-sunken px-2 text-muted text-xs"
            >
              <span className="truncate">{tag}</span>
              <VisuallyHidden> </VisuallyHidden>
            </span>
          ))}
        </ValueButton>
      }
    >
      <div className="flex flex-col gap-2">
        {tags.length > 0 && (
          <ul aria-label="Chosen tags" className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag} className="min-w-0">
                <RemovableBadge
                  label={tag}
                  onRemove={() => work.change(setFields({ removeTags: [tag] }, `Tag ${tag} removed`))}
                />
              </li>
            ))}
          </ul>
        )}
        {tags.length < maxTags ? (
          <TagSearch tags={tags} onAdd={add} />
        ) : (
          <p className="text-muted text-xs">At most {maxTags} tags.</p>
        )}
      </div>
    </Popover>
  );
}

const debounceMs = 150;

/** Finds a tag that is used elsewhere, or makes a new one. */
export function TagSearch({ tags, onAdd }: { tags: readonly string[]; onAdd: (tag: string) => void }) {
  const [typed, setTyped] = useState("");
  const tag = typed.replaceAll(",", " ").trim().toLowerCase();
  const text = useDebounced(tag, debounceMs);
  const isLong = isTooLong(tag, maxTagLength);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["tasks", "tags", text],
    queryFn: ({ signal }) =>
      call(taskListRoutes.listTaskTags, { query: { text: text.slice(0, 40) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const known = (data?.tags ?? []).filter((one) => !tags.includes(one.tag) && one.tag.startsWith(tag));
  const isNew = tag !== "" && !isLong && !tags.includes(tag) && !known.some((one) => one.tag === tag);
  const options = [
    ...(isNew ? [{ id: tag, title: `Add “${tag}”`, detail: "A new tag" }] : []),
    ...known.map(({ tag: id, count }) => ({
      id,
      title: id,
      detail: count === 1 ? "On 1 task" : `On ${count} tasks`,
    })),
  ];
  return (
    <SearchList
      label="Find or add a tag"
      listLabel="Tags"
      text={typed}
      onTextChange={setTyped}
      query={tag}
      isAnswered
      loading={isFetching}
      error={error ? errorMessage(error, "Search failed") : null}
      onRetry={() => void refetch()}
      empty={emptyText(tag, isLong, tags.includes(tag))}
      options={options.map((option) => ({ ...option, mark: <Tag className="size-4 text-faint" /> }))}
      onChoose={(chosen) => {
        onAdd(chosen);
        setTyped("");
      }}
    />
  );
}

function emptyText(tag: string, isLong: boolean, isThere: boolean): string {
  if (isLong) return `A tag can have at most ${maxTagLength} characters`;
  if (isThere) return "This tag already exists";
  return tag === "" ? "Type a tag" : "No tags found";
}
