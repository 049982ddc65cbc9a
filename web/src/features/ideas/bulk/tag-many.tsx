import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { tagSchema } from "@atoll/contract/tasks/schemas";
import { Tag } from "lucide-react";
import { z } from "zod";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { compareNames } from "../../../lib/compare-names.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { ideaChanges } from "../changes/idea-changes.ts";

const schema = z.object({ tag: tagSchema });

/** Adds a tag to all of the ideas, or removes one from those that have it. */
export function TagMany({ ideas }: { ideas: readonly ListedIdea[] }) {
  const queue = useChanges(ideaChanges);
  const change = (
    about: readonly ListedIdea[],
    set: { addTags: string[] } | { removeTags: string[] },
    said: string,
  ) =>
    queue.change({
      about: about.map(({ id }) => id),
      title: about.length === 1 ? `“${about[0]?.title}”` : `${about.length} ideas`,
      said,
      change: { act: "change", set },
    });
  const tags = [...new Set(ideas.flatMap((idea) => idea.tags))].toSorted(compareNames);
  const add = (tag: string) => {
    const without = ideas.filter((idea) => !idea.tags.includes(tag));
    if (without.length > 0) change(without, { addTags: [tag] }, `Tagged ${tag}`);
  };
  const remove = (tag: string) =>
    change(
      ideas.filter((idea) => idea.tags.includes(tag)),
      { removeTags: [tag] },
      `Tag ${tag} removed`,
    );
  return (
    <Popover className="w-[300px]" label="Tags" side="top" trigger={<BarButton icon={Tag} label="Tags" />}>
      {(close) => (
        <div className="flex flex-col gap-3">
          {tags.length > 0 && (
            <ul aria-label="Their tags" className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
              {tags.map((tag) => (
                <li className="min-w-0" key={tag}>
                  <RemovableBadge label={tag} onRemove={() => remove(tag)} />
                </li>
              ))}
            </ul>
          )}
          <AddTag
            onAdd={(tag) => {
              close();
              add(tag);
            }}
          />
        </div>
      )}
    </Popover>
  );
}

function AddTag({ onAdd }: { onAdd: (tag: string) => void }) {
  const form = useForm({
    values: { tag: "" },
    schema,
    send: async ({ tag }) => onAdd(tag),
    fallback: "Failed to add the tag",
  });
  return (
    <form className="flex items-end gap-2" onSubmit={form.submit}>
      <div className="min-w-0 flex-1">
        <TextField {...form.field("tag")} label="New tag" autoComplete="off" />
      </div>
      <Button type="submit">Add</Button>
    </form>
  );
}
