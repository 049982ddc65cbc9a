import type { CanvasView } from "@atoll/contract/documents/canvas";
import type { CoEditor } from "@atoll/contract/documents/schemas";
import { useStore } from "@xyflow/react";
import { MousePointer2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { SharedDocument } from "../../../capabilities/documents/sharing/shared-document.ts";
import { firstName } from "../../../capabilities/people/author-name.ts";
import { ArrowsLayer } from "./arrows-layer.tsx";
import type { PassingPlace } from "./use-flow-nodes.ts";
import { passingOf, useOthers } from "./use-passing.ts";

export interface OthersLayerProps {
  document: SharedDocument;
  /** The person whose view is followed. */
  followedId: string | null;
  onFollowed: (view: CanvasView) => void;
  /** Elements that the viewer moves. */
  own: ReadonlyMap<string, PassingPlace>;
}

/**
 * Everything that changes with each move of others: their cursors, and the arrows at what they move. It draws itself, so that the
 * canvas does not.
 */
export function OthersLayer({ document, followedId, onFollowed, own }: OthersLayerProps) {
  const others = useOthers(document);
  const followed = others.find(({ userId }) => userId === followedId)?.pointer?.view;
  const follow = useEffectEvent(onFollowed);
  useEffect(() => {
    if (followed) follow(followed);
  }, [followed]);
  return (
    <>
      <ArrowsLayer passing={passingOf(others, own)} />
      {others.map((editor) =>
        editor.pointer?.at ? <Cursor key={editor.clientId} editor={editor} at={editor.pointer.at} /> : null,
      )}
    </>
  );
}

const stillAfterMs = 5_000;

/** A cursor with the name of its person, in the colour of their department. A still one fades. */
function Cursor({
  editor: { name, departmentSlug },
  at: [x, y],
}: {
  editor: CoEditor;
  at: readonly number[];
}) {
  const zoom = useStore(({ transform }) => transform[2]);
  const [stillAt, setStillAt] = useState("");
  const place = `${x}/${y}`;
  useEffect(() => {
    const timer = setTimeout(() => setStillAt(place), stillAfterMs);
    return () => clearTimeout(timer);
  }, [place]);
  return (
    <span
      aria-hidden="true"
      data-dept={departmentSlug ?? ""}
      data-still={stillAt === place || undefined}
      className="board-cursor pointer-events-none absolute top-0 left-0 z-10 block"
      style={{ translate: `${x}px ${y}px` }}
    >
      <span className="block origin-top-left" style={{ scale: String(1 / zoom) }}>
        <MousePointer2 className="size-3.5 fill-dept text-dept" />
        <span className="ml-2.5 block w-max rounded-sm bg-dept px-1.5 py-px font-semibold text-2xs text-surface">
          {firstName(name)}
        </span>
      </span>
    </span>
  );
}
