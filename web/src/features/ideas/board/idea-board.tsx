import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { useId, useState } from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { cx } from "../../../ui/base/cx.ts";
import { DragOverlay } from "../../../ui/drag/drag-overlay.tsx";
import { useDrag } from "../../../ui/drag/use-drag.ts";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { columnQuery } from "../data/filter.ts";
import { useIdeaSummary } from "../data/use-ideas.ts";
import { statusNames } from "../data/words.ts";
import { DecideDialog } from "../decide/decide-dialog.tsx";
import type { IdeaBoardProps } from "./board-props.ts";
import { IdeaCard, ideaCardLook } from "./idea-card.tsx";
import { IdeaColumn } from "./idea-column.tsx";

interface Move {
  idea: ListedIdea;
  to: IdeaStatus;
}

const hint =
  "Space lifts the idea, the arrows move it, Space drops it, Escape puts it back. Dropping it asks for a reply to the voters.";

/** Ideas in columns by status. A card that is moved asks for a line to the voters before it stays there. */
export function IdeaBoard({ statuses, shown, renderLink, mayMove, onList }: IdeaBoardProps) {
  const isPhone = useIsPhone();
  const hintId = useId();
  const [current, setCurrent] = useState<IdeaStatus>(statuses[0] ?? "new");
  const [move, setMove] = useState<Move | null>(null);
  // Filled by the columns, which know their cards.
  const [known] = useState(() => new Map<string, ListedIdea>());
  const counts = useIdeaSummary(columnQuery(shown))?.byStatus;
  const titleOf = (id: string) => known.get(id)?.title ?? "The idea";
  const nameOf = (zone: string) => {
    const status = statuses.find((one) => one === zone);
    return status ? statusNames[status] : zone;
  };
  const drag = useDrag({
    say: {
      lifted: (id, { zone }) => `Lifted ${titleOf(id)}. ${nameOf(zone)}.`,
      moved: (_id, { zone }) => `${nameOf(zone)}.`,
      dropped: (id, { zone }) => `${titleOf(id)}: write a reply to move it to ${nameOf(zone)}.`,
      cancelled: (id) => `${titleOf(id)} is back where it was.`,
    },
    onDrop(id, { zone }) {
      const idea = known.get(id);
      const to = statuses.find((one) => one === zone);
      if (idea && to && to !== idea.status) setMove({ idea, to });
    },
  });
  const heldIdea = drag.held && known.get(drag.held.id);
  const shownStatuses = isPhone ? statuses.filter((status) => status === current) : statuses;
  return (
    <>
      <div className="contents" ref={drag.root}>
        {isPhone && (
          <Tabs
            className="-mx-4 flex-none px-4"
            label="Status"
            value={current}
            onValueChange={setCurrent}
            tabs={statuses.map((status) => ({
              value: status,
              label: statusNames[status],
              count: counts?.[status] ?? 0,
              zone: status,
            }))}
          />
        )}
        <div className={cx(isPhone ? "pt-3" : "flex min-h-0 flex-1 gap-3 overflow-x-auto max-xl:pb-2")}>
          {shownStatuses.map((status) => (
            <IdeaColumn
              key={status}
              status={status}
              total={counts?.[status]}
              shown={shown}
              statuses={statuses}
              isAlone={isPhone}
              known={known}
              heldId={drag.held?.id}
              hintId={hintId}
              renderLink={renderLink}
              mayMove={mayMove}
              onMove={(idea, to) => setMove({ idea, to })}
              onList={onList}
            />
          ))}
        </div>
      </div>
      <DragOverlay drag={drag} hint={hint} hintId={hintId}>
        {heldIdea && (
          <div className={cx(ideaCardLook, "shadow-3")}>
            <IdeaCard idea={heldIdea} />
          </div>
        )}
      </DragOverlay>
      {move && (
        <DecideDialog key={move.idea.id} ideas={[move.idea]} to={move.to} onClose={() => setMove(null)} />
      )}
    </>
  );
}
