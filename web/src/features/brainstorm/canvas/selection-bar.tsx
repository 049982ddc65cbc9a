import { useStore } from "@xyflow/react";
import {
  ALargeSmall,
  AlignLeft,
  CircleDot,
  Ellipsis,
  Group,
  MessageSquarePlus,
  PenLine,
  Shapes,
  SmilePlus,
  Spline,
  Tag,
  Trash2,
  Ungroup,
} from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { EmojiPopover } from "../../../capabilities/writing/emoji/emoji-popover.tsx";
import { counted } from "../../../lib/counted.ts";
import { isPressed, useShortcut } from "../../../lib/page/shortcuts.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { boardShortcuts } from "../shortcuts.ts";
import { useBoardStore } from "./board-store.tsx";
import { hasText } from "./element-names.ts";
import { align, boxOf } from "./geometry.ts";
import { isNote } from "./groups.ts";
import { paintOf, paintsOf } from "./looks/paints.ts";
import { arrowChoices, formChoice, inkNames, penChoice, textSizeChoice } from "./looks/style-menu.ts";
import { elementMenu, noteMenu } from "./notes/note-menu.ts";
import { NoteText } from "./notes/note-text.tsx";
import { isAtCanvas, isOnCanvas } from "./use-canvas-keys.ts";

const barHeight = 36;
const edge = 8;
/** The workshop is above this. */
const topLimit = 70;

/** Below the elements, or above them where the canvas ends; always in view. */
function barTop(top: number, bottom: number, height: number): number {
  const lowest = height - barHeight - edge;
  const below = bottom + edge;
  return Math.max(topLimit, below <= lowest ? below : Math.min(lowest, top - edge - barHeight));
}

export interface SelectionBarProps {
  isMoving: boolean;
  /** Announces something to assistive tech. */
  announce: (text: string) => void;
}

/** Actions on the selected elements, below them. */
export function SelectionBar({ isMoving, announce }: SelectionBarProps) {
  const store = useBoardStore();
  const {
    snapshot,
    selectedIds,
    select,
    edit,
    editingId,
    actions,
    mayWrite,
    mayTakePart,
    openDialog,
    board,
  } = store;
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((flow) => flow.width);
  const height = useStore((flow) => flow.height);
  const chosen = [...selectedIds].flatMap((id) => snapshot.items.get(id) ?? []);
  const [first] = chosen;
  const one = chosen.length === 1 ? first : undefined;
  const oneNote = one && isNote(one) ? one : undefined;
  const removeAll = () => {
    actions.remove(selectedIds);
    select([]);
    announce(`${counted(chosen.length, "element")} deleted`);
  };
  useShortcut(
    boardShortcuts.remove,
    (event) => mayWrite && chosen.length > 0 && isAtCanvas(event) && removeAll(),
  );
  useEditKey(() => mayWrite && one && hasText(one) && edit(one.id));
  useShortcut(
    boardShortcuts.task,
    () => oneNote && mayTakePart && openDialog({ kind: "task", noteId: oneNote.id }),
  );
  useShortcut(
    boardShortcuts.idea,
    () => oneNote && mayTakePart && openDialog({ kind: "idea", noteId: oneNote.id }),
  );
  const edited = editingId === null ? undefined : snapshot.items.get(editingId);
  if (edited?.element.kind === "arrow") {
    const box = boxOf(edited, snapshot.items);
    return (
      <div
        className="absolute top-0 left-0 z-6 w-48 rounded-md border bg-surface-raised px-2 py-1 text-sm shadow-3"
        style={{
          translate: `calc(${(box.x + box.width / 2) * zoom + x}px - 50%) calc(${(box.y + box.height / 2) * zoom + y}px - 50%)`,
        }}
      >
        <NoteText item={edited} className="field-sizing-content" />
      </div>
    );
  }
  if (!first || isMoving || editingId !== null) return null;
  const boxes = new Map(chosen.map((item) => [item.id, boxOf(item, snapshot.items)]));
  const left = Math.min(...[...boxes.values()].map((box) => box.x)) * zoom + x;
  const top = Math.min(...[...boxes.values()].map((box) => box.y)) * zoom + y;
  const bottom = Math.max(...[...boxes.values()].map((box) => box.y + box.height)) * zoom + y;
  const paints = paintsOf(chosen);
  const paint = chosen.map(({ element }) => paintOf(element)).find((one) => one !== null);
  const movable = new Map([...boxes].filter(([id]) => snapshot.items.get(id)?.element.kind !== "arrow"));
  const alignTo = (to: Parameters<typeof align>[1]) =>
    actions.move(new Map([...align(movable, to)].map(([id, at]) => [id, { at }])));
  return (
    <div
      role="toolbar"
      aria-label={one ? "Selected element" : `${chosen.length} selected elements`}
      className="absolute top-0 left-0 z-6 flex h-9 items-center gap-0.5 rounded-md border bg-surface-raised px-1 shadow-3"
      style={{
        translate: `clamp(60px, ${left}px, calc(${width - edge}px - 100%)) ${barTop(top, bottom, height)}px`,
      }}
    >
      {mayWrite &&
        paints.map((value) => (
          <button
            key={value}
            type="button"
            aria-label={`Colour ${inkNames[value].toLowerCase()}`}
            aria-pressed={paint === value}
            data-note-color={value}
            className="group grid size-6 flex-none place-items-center rounded-full"
            onClick={() => actions.paint(selectedIds, value)}
          >
            <span className="size-[18px] rounded-full bg-(--note) inset-ring-[1.5px] inset-ring-(--note-edge) group-aria-pressed:outline-2 group-aria-pressed:outline-ring group-aria-pressed:outline-offset-1" />
          </button>
        ))}
      {mayWrite && (
        <>
          <StyleMenu label="Text size" icon={ALargeSmall} items={textSizeChoice(actions, chosen)} />
          <StyleMenu label="Form" icon={Shapes} items={formChoice(actions, chosen)} />
          <StyleMenu label="Arrow" icon={Spline} items={arrowChoices(actions, chosen)} />
          <StyleMenu label="Pen" icon={PenLine} items={penChoice(actions, chosen)} />
          {one?.element.kind === "arrow" && (
            <IconButton size="sm" icon={Tag} label="Label" onClick={() => edit(one.id)} />
          )}
        </>
      )}
      {mayWrite && movable.size > 1 && (
        <>
          <Menu
            label="Align"
            trigger={<IconButton size="sm" icon={AlignLeft} label="Align" />}
            items={[
              { label: "Left edges", onSelect: () => alignTo("left") },
              { label: "Centres", onSelect: () => alignTo("centre") },
              { label: "Top edges", onSelect: () => alignTo("top") },
              { label: "Side by side", onSelect: () => alignTo("row") },
            ]}
          />
          {first.element.group === null ? (
            <IconButton
              size="sm"
              icon={Group}
              label="Group the selection"
              onClick={() => actions.change(selectedIds, { group: uuidv7() })}
            />
          ) : (
            <IconButton
              size="sm"
              icon={Ungroup}
              label="Ungroup the selection"
              onClick={() => actions.change(selectedIds, { group: null })}
            />
          )}
        </>
      )}
      {oneNote && board.session.phase === "vote" && mayTakePart && (
        <IconButton size="sm" icon={CircleDot} label="Vote" onClick={() => void actions.vote(oneNote.id)} />
      )}
      {oneNote && mayTakePart && (
        <EmojiPopover
          trigger={<IconButton size="sm" icon={SmilePlus} label="React" />}
          onPick={(emoji) =>
            void actions
              .react(oneNote.id, emoji)
              .then((isOn) => isOn !== undefined && announce(isOn ? `${emoji} added` : `${emoji} removed`))
          }
        />
      )}
      {oneNote && (
        <IconButton
          size="sm"
          icon={MessageSquarePlus}
          label="Comment"
          onClick={() => openDialog({ kind: "comments", noteId: oneNote.id })}
        />
      )}
      <Menu
        label="More"
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label="More" />}
        items={
          oneNote
            ? noteMenu(store, oneNote, { announce })
            : [
                ...elementMenu(store, [...selectedIds], { announce }),
                "separator",
                { label: "Delete", icon: Trash2, danger: true, disabled: !mayWrite, onSelect: removeAll },
              ]
        }
      />
    </div>
  );
}

/** A menu of the bar, if the selection has something to choose in it. */
function StyleMenu({ label, icon, items }: { label: string; icon: IconType; items: readonly MenuEntry[] }) {
  if (items.length === 0) return null;
  return <Menu label={label} trigger={<IconButton size="sm" icon={icon} label={label} />} items={items} />;
}

/** Calls back for the key that edits the selected element, unless a button or link has the focus, which Enter presses. */
function useEditKey(onEdit: () => void): void {
  const edit = useEffectEvent(onEdit);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isOnCanvas(event)) return;
      if (!isPressed(boardShortcuts.edit, event)) return;
      event.preventDefault();
      edit();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
