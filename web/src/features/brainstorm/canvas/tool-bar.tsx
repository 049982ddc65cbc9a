import {
  CircleDot,
  ClipboardPaste,
  Eraser,
  Frame,
  Hand,
  Image,
  MessageSquarePlus,
  MousePointer2,
  PenLine,
  Redo2,
  Spline,
  Square,
  Sticker,
  StickyNote,
  Type,
  Undo2,
} from "lucide-react";
import { EmojiPopover } from "../../../capabilities/writing/emoji/emoji-popover.tsx";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { boardShortcuts } from "../shortcuts.ts";
import { AddImage } from "./add-image.tsx";
import { useBoardStore } from "./board-store.tsx";

export type Tool =
  | "select"
  | "hand"
  | "note"
  | "text"
  | "shape"
  | "arrow"
  | "frame"
  | "pen"
  | "eraser"
  | "vote"
  | "comment";

const tools: readonly (readonly { tool: Tool; label: string; icon: IconType; key?: string }[])[] = [
  [
    { tool: "select", label: "Select", icon: MousePointer2, key: "V" },
    { tool: "hand", label: "Move the canvas", icon: Hand, key: "H" },
  ],
  [
    { tool: "note", label: "Note", icon: StickyNote, key: "N" },
    { tool: "text", label: "Text", icon: Type },
    { tool: "shape", label: "Shape", icon: Square },
    { tool: "arrow", label: "Arrow", icon: Spline },
    { tool: "frame", label: "Group", icon: Frame },
    { tool: "pen", label: "Pen", icon: PenLine, key: "P" },
    { tool: "eraser", label: "Eraser", icon: Eraser, key: "E" },
  ],
  [
    { tool: "vote", label: "Vote", icon: CircleDot },
    { tool: "comment", label: "Comment", icon: MessageSquarePlus },
  ],
];

const writing = new Set<Tool>(["note", "text", "shape", "arrow", "frame", "pen", "eraser"]);

export interface ToolBarProps {
  tool: Tool;
  onTool: (tool: Tool) => void;
  /** The first end of an arrow is set. */
  isPointing: boolean;
  onPaste: () => void;
}

/** The tools, at the left of the canvas. */
export function ToolBar({ tool, onTool, isPointing, onPaste }: ToolBarProps) {
  const { canvas, snapshot, mayWrite, mayTakePart, board } = useBoardStore();
  useShortcut(boardShortcuts.undo, canvas.undo);
  useShortcut(boardShortcuts.redo, canvas.redo);
  useShortcut(boardShortcuts.note, () => mayWrite && onTool("note"));
  useShortcut(boardShortcuts.select, () => onTool("select"));
  useShortcut(boardShortcuts.pen, () => mayWrite && onTool("pen"));
  useShortcut(boardShortcuts.eraser, () => mayWrite && onTool("eraser"));
  useShortcut(boardShortcuts.hand, () => onTool("hand"));
  const isOff = (one: Tool) =>
    (writing.has(one) && !mayWrite) ||
    (one === "vote" && board.session.phase !== "vote") ||
    (one === "comment" && !mayTakePart);
  return (
    <div
      role="toolbar"
      aria-label="Tools"
      aria-orientation="vertical"
      className="absolute top-1/2 left-3 z-5 flex max-h-[calc(100%-24px)] -translate-y-1/2 flex-col gap-px overflow-y-auto rounded-md border bg-surface-raised p-1 shadow-2"
    >
      {tools.map((some) => (
        <div key={some[0]?.tool} className="flex flex-col gap-px border-b pb-1 mb-1">
          {some.map(({ tool: one, label, icon, key }) => (
            <IconButton
              key={one}
              icon={icon}
              label={label}
              shortcut={key}
              tooltipSide="right"
              pressed={tool === one}
              disabled={isOff(one)}
              onClick={() => onTool(one)}
            />
          ))}
          {some[0]?.tool === "vote" && (
            <>
              <StickerButton />
              <ImageButton />
              <IconButton
                icon={ClipboardPaste}
                label="Paste"
                tooltipSide="right"
                disabled={!mayWrite}
                onClick={onPaste}
              />
            </>
          )}
        </div>
      ))}
      <IconButton
        icon={Undo2}
        label="Undo"
        tooltipSide="right"
        disabled={!snapshot.canUndo}
        onClick={canvas.undo}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        tooltipSide="right"
        disabled={!snapshot.canRedo}
        onClick={canvas.redo}
      />
      <p role="status" className="sr-only">
        {isPointing ? "Now choose where the arrow ends" : ""}
      </p>
    </div>
  );
}

function StickerButton() {
  const { mayWrite, actions, select } = useBoardStore();
  return (
    <EmojiPopover
      trigger={<IconButton icon={Sticker} label="Sticker" tooltipSide="right" disabled={!mayWrite} />}
      onPick={(emoji) => {
        if (mayWrite) select([actions.addSticker(emoji)]);
      }}
    />
  );
}

function ImageButton() {
  const { mayWrite, select } = useBoardStore();
  return (
    <AddImage onAdded={(id) => select([id])}>
      {(pick) => (
        <IconButton icon={Image} label="Image" tooltipSide="right" disabled={!mayWrite} onClick={pick} />
      )}
    </AddImage>
  );
}
