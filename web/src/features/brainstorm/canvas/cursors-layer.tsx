import type { CoEditor } from "@atoll/contract/documents/schemas";
import { useStore } from "@xyflow/react";
import { MousePointer2 } from "lucide-react";
import { useEffect, useState } from "react";
import { firstName } from "../../../capabilities/people/author-name.ts";

/** Cursors of the others with their names, in the colour of their department. A still one fades. */
export function CursorsLayer({ others }: { others: readonly CoEditor[] }) {
  return others.map((editor) =>
    editor.pointer?.at ? <Cursor key={editor.clientId} editor={editor} at={editor.pointer.at} /> : null,
  );
}

const stillAfterMs = 5_000;

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
