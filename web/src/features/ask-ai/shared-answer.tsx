import { useState } from "react";
import { PersonAvatar } from "../../capabilities/people/person-avatar.tsx";
import { useHasRoomBeside } from "../../lib/page/use-is-phone.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { SideRail } from "../../ui/layout/side-rail.tsx";
import { SkeletonGroup, SkeletonText } from "../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import type { SourceParts } from "./source-parts.ts";
import { Sources, sourceId } from "./sources.tsx";
import { TurnView } from "./turn-view.tsx";
import { useSharedTurn } from "./use-conversations.ts";

/** A question that a colleague shared, with what the viewer may read of its answer. */
export function SharedAnswer({ turnId, parts }: { turnId: string; parts: SourceParts }) {
  const { data, error, isFetching, refetch } = useSharedTurn(turnId);
  const [shown, setShown] = useState<number>();
  const hasRoom = useHasRoomBeside();
  if (hasCode(error, "turn_not_found"))
    return <EmptyState drawing="search" title="This answer does not exist, or is no longer shared." />;
  if (error) return <LoadState query={{ error, isFetching, refetch }} />;
  if (!data)
    return (
      <SkeletonGroup label="Loading the answer" className="flex flex-col gap-4 p-6">
        <SkeletonText lines={5} />
      </SkeletonGroup>
    );
  const { turn, askedBy } = data;
  function showSource(number: number) {
    setShown(number);
    const hit = turn.passages[number - 1];
    if (hasRoom) document.getElementById(sourceId(number))?.scrollIntoView({ block: "nearest" });
    else if (hit) parts.open(hit);
  }
  const sources = turn.passages.length > 0 && <Sources turn={turn} parts={parts} shown={shown} />;
  return (
    <div className="flex h-full min-h-0">
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-[720px] flex-col gap-8 px-6 py-6 max-md:px-4">
          <h1 className="sr-only">A shared answer</h1>
          <TurnView
            turn={turn}
            parts={parts}
            onShowSource={showSource}
            asker={
              <div className="flex items-start gap-2.5">
                <PersonAvatar person={askedBy} decorative size={28} />
                <div className="min-w-0">
                  <p className="text-muted text-xs">{askedBy.name} asked</p>
                  <p className="whitespace-pre-line font-semibold wrap-anywhere">{turn.question}</p>
                </div>
              </div>
            }
          />
          {!hasRoom && sources}
        </div>
      </div>
      {hasRoom && sources && <SideRail label="Sources of the answer">{sources}</SideRail>}
    </div>
  );
}
