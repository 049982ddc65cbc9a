import type { CanvasView } from "@atoll/contract/documents/canvas";
import type { CoEditor } from "@atoll/contract/documents/schemas";
import { useStore } from "@xyflow/react";
import { MousePointer2 } from "lucide-react";
import { type CSSProperties, memo, useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { SharedDocument } from "../../../../capabilities/documents/sharing/document-status.ts";
import { firstName } from "../../../../capabilities/people/author-name.ts";
import { ArrowsLayer } from "../arrows-layer.tsx";
import { useBoardStore } from "../board-store.tsx";
import type { PassingPlace } from "../use-flow-nodes.ts";
import { createOthersCursors, type OthersCursors } from "./others-cursors.ts";
import { onPointers, passingOf, useOthers } from "./use-live-moves.ts";

export interface OthersLayerProps {
  document: SharedDocument;
  /** The person whose view is followed. */
  followedId: string | null;
  onFollowed: (view: CanvasView) => void;
  /** Elements that the viewer moves. */
  own: ReadonlyMap<string, PassingPlace>;
}

/**
 * Everything that changes with each move of others: their cursors, and the arrows at what they move. Each part draws
 * itself, so that the canvas does not.
 */
export function OthersLayer({ document, followedId, onFollowed, own }: OthersLayerProps) {
  const { items } = useBoardStore().snapshot;
  const hasArrows = useMemo(
    () => [...items.values()].some(({ element }) => element.kind === "arrow"),
    [items],
  );
  return (
    <>
      {hasArrows && <MovingArrows document={document} own={own} />}
      {followedId !== null && (
        <Follower document={document} followedId={followedId} onFollowed={onFollowed} />
      )}
      <Cursors document={document} />
    </>
  );
}

function MovingArrows({ document, own }: Pick<OthersLayerProps, "document" | "own">) {
  return <ArrowsLayer passing={passingOf(useOthers(document), own)} />;
}

function Follower({
  document,
  followedId,
  onFollowed,
}: Pick<OthersLayerProps, "document" | "followedId" | "onFollowed">) {
  const followed = useOthers(document).find(({ userId }) => userId === followedId)?.pointer?.view;
  const follow = useEffectEvent(onFollowed);
  useEffect(() => {
    if (followed) follow(followed);
  }, [followed]);
  return null;
}

const fadedEveryMs = 1_000;
/** More cursors than these move in steps: each glide is an animation with events of its own. */
const mostGliding = 8;

type CursorsStyle = CSSProperties & { "--cursor-scale": number };

function Cursors({ document }: { document: SharedDocument }) {
  const zoom = useStore(({ transform }) => transform[2]);
  const [shown, setShown] = useState<readonly CoEditor[]>([]);
  const [cursors] = useState(() => createOthersCursors({ editors: document.coEditors, onShown: setShown }));
  useEffect(() => {
    const draw = () => cursors.draw(performance.now());
    draw();
    const end = onPointers(document, draw);
    const timer = setInterval(() => cursors.fade(performance.now()), fadedEveryMs);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [document, cursors]);
  const style: CursorsStyle = { "--cursor-scale": 1 / zoom };
  return (
    <div
      aria-hidden="true"
      className="board-cursors pointer-events-none absolute top-0 left-0 z-10"
      data-many={shown.length > mostGliding || undefined}
      style={style}
    >
      {shown.map((editor) => (
        <Cursor
          key={editor.clientId}
          clientId={editor.clientId}
          name={editor.name}
          departmentSlug={editor.departmentSlug}
          cursors={cursors}
        />
      ))}
    </div>
  );
}

/** A cursor with the name of its person, in the colour of their department. */
const Cursor = memo(function Cursor({
  clientId,
  name,
  departmentSlug,
  cursors,
}: Pick<CoEditor, "clientId" | "name" | "departmentSlug"> & { cursors: OthersCursors }) {
  const attach = useCallback(
    (element: HTMLElement | null) => cursors.attach(clientId, element),
    [cursors, clientId],
  );
  return (
    <span ref={attach} data-dept={departmentSlug ?? ""} className="board-cursor absolute top-0 left-0 block">
      <span className="block origin-top-left scale-(--cursor-scale)">
        <MousePointer2 className="size-3.5 fill-dept text-dept" />
        <span className="ml-2.5 block w-max rounded-sm bg-dept px-1.5 py-px font-semibold text-2xs text-surface">
          {firstName(name)}
        </span>
      </span>
    </span>
  );
});
