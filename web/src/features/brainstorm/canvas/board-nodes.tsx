import { type Node, type NodeProps, NodeResizer } from "@xyflow/react";
import { memo, useMemo } from "react";
import { useAttachmentLink } from "../../../capabilities/files/links/attachment-links.ts";
import { counted } from "../../../lib/counted.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import type { CanvasItem } from "./board-canvas.ts";
import { stickerFont, textSizeOf } from "./looks/text-sizes.ts";
import { FarName, FarWords, useDetail } from "./notes/far-words.tsx";
import { NoteFoot, NoteReactions } from "./notes/note-foot.tsx";
import { NoteText } from "./notes/note-text.tsx";
import { penPixels, pointsOf, smoothPath } from "./pen/strokes.ts";

export type BoardNode = Node<{
  item: CanvasItem;
  noteCount: number;
  voteCount: number | null;
  mayWrite: boolean;
}>;

/** Everything that the drawing of an element depends on: also where no flow is around it. */
export type ElementViewProps = Pick<NodeProps<BoardNode>, "data" | "selected" | "width" | "height">;

const smallest = { minWidth: 60, minHeight: 40 };
const smallestOf: Readonly<Partial<Record<string, typeof smallest>>> = {
  stroke: { minWidth: 1, minHeight: 1 },
  sticker: { minWidth: 24, minHeight: 24 },
};

function Resizer({ node }: { node: ElementViewProps }) {
  const { kind } = node.data.item.element;
  return (
    <NodeResizer
      {...(smallestOf[kind] ?? smallest)}
      isVisible={node.selected && node.data.mayWrite}
      color="var(--ring)"
      keepAspectRatio={kind === "image" || kind === "sticker"}
    />
  );
}

/** The height of everything around the lines of a note. */
const aroundText = 32;

const Note = memo(function Note(node: ElementViewProps) {
  const { item } = node.data;
  const detail = useDetail();
  const textSize = textSizeOf(item.element);
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
            textSize={textSize}
            maxLines={Math.floor(((node.height ?? 0) - aroundText) / textSize.line)}
            className="min-h-0 flex-1 overflow-hidden"
          />
          <NoteFoot item={item} />
          {/* Over the lower edge, so that the words keep their space. */}
          <div className="absolute top-full left-1.5 flex w-max -translate-y-2 gap-0.5">
            <NoteReactions noteId={item.id} />
          </div>
        </>
      )}
    </div>
  );
});

/** The words of a text or a shape: all of them, or the first ones far away. */
function Words({ node, className }: { node: ElementViewProps; className: string }) {
  const { item } = node.data;
  const detail = useDetail();
  if (detail === "words") return <FarWords text={item.element.text} />;
  if (detail !== "all") return null;
  return (
    <>
      <Resizer node={node} />
      <NoteText item={item} textSize={textSizeOf(item.element)} className={className} />
    </>
  );
}

const Text = memo(function Text(node: ElementViewProps) {
  return (
    <div {...looksOf(node)} className="board-element size-full rounded-xs p-1">
      <Words node={node} className="size-full overflow-hidden font-semibold text-(--ink,var(--text))" />
    </div>
  );
});

const Shape = memo(function Shape(node: ElementViewProps) {
  const { item } = node.data;
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
      <Words node={node} className="relative max-h-full w-full overflow-hidden text-center" />
    </div>
  );
});

const Frame = memo(function Frame(node: ElementViewProps) {
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

const Image = memo(function Image(node: ElementViewProps) {
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

const Stroke = memo(function Stroke(node: ElementViewProps) {
  const { element } = node.data.item;
  const [width, height] = [node.width ?? 1, node.height ?? 1];
  const line = useMemo(
    () => (element.kind === "stroke" ? smoothPath(pointsOf(element, [width, height])) : ""),
    [element, width, height],
  );
  if (element.kind !== "stroke") return null;
  return (
    <div {...looksOf(node)} className="board-element relative size-full rounded-xs">
      <Resizer node={node} />
      <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
        <path d={line} className="board-stroke-line" strokeWidth={penPixels[element.pen]} />
        <path d={line} className="board-stroke-hit" strokeWidth={penPixels[element.pen] + 10} />
      </svg>
    </div>
  );
});

const Sticker = memo(function Sticker(node: ElementViewProps) {
  const { element } = node.data.item;
  return (
    <div
      {...looksOf(node)}
      className="board-element grid size-full place-items-center rounded-xs leading-none"
    >
      <Resizer node={node} />
      {element.kind === "sticker" && (
        <span style={{ fontSize: stickerFont(node.width ?? 1, node.height ?? 1) }}>{element.emoji}</span>
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

function looksOf({ data, selected }: ElementViewProps) {
  const { element } = data.item;
  return {
    "data-note-color": "color" in element ? element.color : undefined,
    "data-ink": "ink" in element ? element.ink : undefined,
    "data-selected": selected || undefined,
  };
}

export const nodeTypes = {
  note: Note,
  text: Text,
  shape: Shape,
  frame: Frame,
  image: Image,
  stroke: Stroke,
  sticker: Sticker,
};
