import { type Node, type NodeProps, NodeResizer } from "@xyflow/react";
import { memo } from "react";
import { useAttachmentLink } from "../../../capabilities/files/links/attachment-links.ts";
import { counted } from "../../../lib/counted.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import type { CanvasItem } from "./board-canvas.ts";
import { FarName, FarWords, useDetail } from "./notes/far-words.tsx";
import { NoteFoot } from "./notes/note-foot.tsx";
import { NoteText } from "./notes/note-text.tsx";

export type BoardNode = Node<{
  item: CanvasItem;
  noteCount: number;
  voteCount: number | null;
  mayWrite: boolean;
}>;

const smallest = { minWidth: 60, minHeight: 40 };

function Resizer({ node }: { node: NodeProps<BoardNode> }) {
  return (
    <NodeResizer
      {...smallest}
      isVisible={node.selected && node.data.mayWrite}
      color="var(--ring)"
      keepAspectRatio={node.data.item.element.kind === "image"}
    />
  );
}

/** The height of a line of a note, and of everything around its lines. */
const lineHeight = 18;
const aroundText = 32;

const Note = memo(function Note(node: NodeProps<BoardNode>) {
  const { item } = node.data;
  const detail = useDetail();
  return (
    <div
      {...looksOf(node)}
      className="board-element board-note relative flex size-full flex-col rounded-xs pt-2 pr-2 pb-1.5 pl-2.5"
    >
      {detail === "words" && <FarWords text={item.element.text} />}
      {detail === "all" && (
        <>
          <Resizer node={node} />
          <NoteText
            item={item}
            maxLines={Math.floor(((node.height ?? 0) - aroundText) / lineHeight)}
            className="min-h-0 flex-1 overflow-hidden text-sm leading-[18px]"
          />
          <NoteFoot item={item} />
        </>
      )}
    </div>
  );
});

const Text = memo(function Text(node: NodeProps<BoardNode>) {
  const { item } = node.data;
  const detail = useDetail();
  return (
    <div {...looksOf(node)} className="board-element size-full rounded-xs p-1">
      {detail === "words" && <FarWords text={item.element.text} />}
      {detail === "all" && (
        <>
          <Resizer node={node} />
          <NoteText item={item} className="size-full overflow-hidden font-semibold text-md" />
        </>
      )}
    </div>
  );
});

const Shape = memo(function Shape(node: NodeProps<BoardNode>) {
  const { item } = node.data;
  const detail = useDetail();
  const form = item.element.kind === "shape" ? item.element.form : "rectangle";
  return (
    <div
      {...looksOf(node)}
      className="board-element relative grid size-full place-items-center rounded-xs p-3"
    >
      <span
        aria-hidden="true"
        className={cx(
          "board-note absolute inset-0",
          form === "ellipse"
            ? "rounded-[50%]"
            : form === "diamond"
              ? "[clip-path:polygon(50%_0,100%_50%,50%_100%,0_50%)]"
              : "rounded-md",
        )}
      />
      {detail === "words" && <FarWords text={item.element.text} />}
      {detail === "all" && (
        <>
          <Resizer node={node} />
          <NoteText item={item} className="relative max-h-full w-full overflow-hidden text-center text-sm" />
        </>
      )}
    </div>
  );
});

const Frame = memo(function Frame(node: NodeProps<BoardNode>) {
  const { item, noteCount, voteCount } = node.data;
  const detail = useDetail();
  return (
    <section
      {...looksOf(node)}
      className="board-element size-full rounded-lg border border-border-strong bg-surface-sunken/82"
    >
      <Resizer node={node} />
      {detail !== "all" ? (
        <FarName text={item.element.text} count={noteCount} />
      ) : (
        <header className="flex h-[34px] items-center gap-2 px-3">
          <NoteText
            item={item}
            className="min-w-0 flex-initial truncate font-semibold"
            placeholder="Unnamed group"
          />
          <Count value={noteCount} label={counted(noteCount, "note")} />
          {voteCount !== null && voteCount > 0 && (
            <span className="ml-auto whitespace-nowrap text-faint text-xs">{counted(voteCount, "vote")}</span>
          )}
        </header>
      )}
    </section>
  );
});

const Image = memo(function Image(node: NodeProps<BoardNode>) {
  const { item } = node.data;
  const detail = useDetail();
  return (
    <div
      data-selected={node.selected || undefined}
      className="board-element size-full overflow-hidden rounded-xs bg-surface-sunken"
    >
      <Resizer node={node} />
      {item.element.kind === "image" && detail !== "colour" && (
        <Picture fileId={item.element.fileId} text={item.element.text} />
      )}
    </div>
  );
});

function Picture({ fileId, text }: { fileId: string; text: string }) {
  const { link, renew } = useAttachmentLink(fileId);
  if (!link) return null;
  return (
    <img src={link.url} alt={text} draggable={false} onError={renew} className="size-full object-contain" />
  );
}

function looksOf({ data, selected }: NodeProps<BoardNode>) {
  const { element } = data.item;
  return {
    "data-note-color": "color" in element ? element.color : undefined,
    "data-selected": selected || undefined,
  };
}

export const nodeTypes = { note: Note, text: Text, shape: Shape, frame: Frame, image: Image };
