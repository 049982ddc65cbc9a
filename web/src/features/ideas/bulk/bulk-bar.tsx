import { ideaStatuses, maxIdeasAtOnce } from "@atoll/contract/ideas/limits";
import { canManageIdeas, canModerateIdeas } from "@atoll/contract/ideas/policy";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { CircleDashed, UserRound } from "lucide-react";
import { useState } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { ModerateMany } from "../../../capabilities/votes/moderate-many.tsx";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { handOver } from "../changes/hand-over.ts";
import { ideaChanges } from "../changes/idea-changes.ts";
import { useLookAgain } from "../data/use-ideas.ts";
import { statusNames } from "../data/words.ts";
import { DecideDialog, type DecideDialogProps } from "../decide/decide-dialog.tsx";
import { ideaShortcuts } from "../list/shortcuts.ts";
import { StatusRing } from "../status-badge.tsx";
import { TagMany } from "./tag-many.tsx";

const ideasInWords = (count: number): string => `${count} ${count === 1 ? "idea" : "ideas"}`;

/** Actions on all selected ideas at once, each as one change with one Undo. */
export function BulkBar({ ideas, onClear }: { ideas: readonly ListedIdea[]; onClear: () => void }) {
  const viewer = useViewer();
  const lookAgain = useLookAgain();
  const [decision, setDecision] = useState<Pick<DecideDialogProps, "to" | "ideas">>();
  useShortcut(ideaShortcuts.clear, onClear);
  return (
    <>
      <SelectionBar label="Selected ideas" count={ideas.length} most={maxIdeasAtOnce} onClear={onClear}>
        {canManageIdeas(viewer) && (
          <>
            <Menu
              label="Status"
              side="top"
              items={ideaStatuses.map((to) => ({
                label: statusNames[to],
                lead: <StatusRing status={to} />,
                onSelect: () => setDecision({ to, ideas }),
              }))}
              trigger={<BarButton icon={CircleDashed} label="Status" />}
            />
            <OwnerOfMany ideas={ideas} />
            <TagMany ideas={ideas} />
          </>
        )}
        {canModerateIdeas(viewer) && (
          <ModerateMany
            kind="idea"
            things={ideas}
            count={ideasInWords}
            offerUndo={(said, undo) => offerUndo("idea-changes", said, undo)}
            onDone={lookAgain}
          />
        )}
      </SelectionBar>
      {decision && <DecideDialog {...decision} onClose={() => setDecision(undefined)} />}
    </>
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
