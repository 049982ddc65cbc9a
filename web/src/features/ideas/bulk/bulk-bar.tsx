import { ideaStatuses, maxIdeasAtOnce } from "@atoll/contract/ideas/limits";
import { canManageIdeas, canModerateIdeas } from "@atoll/contract/ideas/policy";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { tagSchema } from "@atoll/contract/tasks/schemas";
import { CircleDashed, Tag, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { ModerateMany } from "../../../capabilities/votes/moderate-many.tsx";
import { compareNames } from "../../../lib/compare-names.ts";
import { counted } from "../../../lib/counted.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { handOver } from "../changes/idea-act.ts";
import { ideaChanges } from "../changes/idea-changes.ts";
import { useLookAgain } from "../data/use-ideas.ts";
import { statusNames } from "../data/words.ts";
import { DecideDialog, type DecideDialogProps } from "../decide/decide-dialog.tsx";
import { ideaShortcuts } from "../shortcuts.ts";
import { StatusRing } from "../status-badge.tsx";

const schema = z.object({ tag: tagSchema });

/** Adds a tag to all of the ideas, or removes one from those that have it. */
function TagMany({ ideas }: { ideas: readonly ListedIdea[] }) {
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

interface BulkBarProps {
  ideas: readonly ListedIdea[];
  onClear: () => void;
}

/**
 * Actions on all selected ideas at once, each as one change with one Undo. Stays mounted without any: a reply or a
 * reason may be half typed for ideas that have left the list.
 */
export function BulkBar({ ideas, onClear }: BulkBarProps) {
  const refetch = useLookAgain();
  const [decision, setDecision] = useState<Pick<DecideDialogProps, "to" | "ideas">>();
  return (
    <>
      <ModerateMany
        kind="idea"
        things={ideas}
        count={(howMany) => counted(howMany, "idea")}
        offerUndo={(said, undo) => offerUndo("idea-changes", said, undo)}
        onDone={refetch}
      >
        {(moderation) =>
          ideas.length > 0 && (
            <Bar ideas={ideas} onClear={onClear} onDecide={setDecision} moderation={moderation} />
          )
        }
      </ModerateMany>
      {decision && <DecideDialog {...decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}

interface BarProps extends BulkBarProps {
  onDecide: (decision: Pick<DecideDialogProps, "to" | "ideas">) => void;
  moderation: ReactNode;
}

function Bar({ ideas, onClear, onDecide, moderation }: BarProps) {
  const viewer = useViewer();
  useShortcut(ideaShortcuts.clear, onClear);
  return (
    <SelectionBar label="Selected ideas" count={ideas.length} most={maxIdeasAtOnce} onClear={onClear}>
      {canManageIdeas(viewer) && (
        <>
          <Menu
            label="Status"
            side="top"
            items={ideaStatuses.map((to) => ({
              label: statusNames[to],
              lead: <StatusRing status={to} />,
              onSelect: () => onDecide({ to, ideas }),
            }))}
            trigger={<BarButton icon={CircleDashed} label="Status" />}
          />
          <OwnerOfMany ideas={ideas} />
          <TagMany ideas={ideas} />
        </>
      )}
      {canModerateIdeas(viewer) && moderation}
    </SelectionBar>
  );
}

function OwnerOfMany({ ideas }: { ideas: readonly ListedIdea[] }) {
  const queue = useChanges(ideaChanges);
  return (
    <Popover
      className="w-[320px]"
      label="Owner"
      side="top"
      trigger={<BarButton icon={UserRound} label="Owner" />}
    >
      {(close) => {
        const give = (owner: Person | null) => {
          close();
          const others = ideas.filter((idea) => (idea.owner?.id ?? null) !== (owner?.id ?? null));
          if (others.length > 0) queue.change(handOver(others, owner));
        };
        return (
          <div className="flex flex-col gap-2">
            <PersonSearch onChoose={give} />
            <div className="border-t pt-2">
              <Button onClick={() => give(null)} size="sm" variant="ghost">
                Nobody
              </Button>
            </div>
          </div>
        );
      }}
    </Popover>
  );
}
