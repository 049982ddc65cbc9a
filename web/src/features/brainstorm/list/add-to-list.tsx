import { canvasTextMaxLength } from "@atoll/contract/documents/canvas-limits";
import { Plus, Undo2 } from "lucide-react";
import { useState } from "react";
import { EmojiPopover } from "../../../capabilities/writing/emoji/emoji-popover.tsx";
import { submitTo } from "../../../lib/form/submit-to.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { AddImage } from "../canvas/add-image.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { freePlace } from "../canvas/geometry.ts";
import type { NoteGroup } from "../canvas/groups.ts";
import { pasteHandlers } from "../canvas/notes/paste-notes.ts";
import { fitsNote } from "../canvas/notes/split-text.ts";
import type { ListActions } from "./use-list-actions.ts";

interface AddProps {
  groups: readonly NoteGroup[];
  list: ListActions;
}

type Addition = Parameters<ReturnType<typeof useBoardStore>["actions"]["addElement"]>[0];

const plain = { text: "", stack: 0, frame: null, group: null } as const;

/** Adds groups, texts, shapes, stickers and images to the canvas. */
export function AddElements({ groups, list }: AddProps) {
  const { actions, snapshot, edit } = useBoardStore();
  const named = groups.filter(({ id }) => id !== null).length;
  function add(element: Addition, announcement: string): void {
    edit(actions.addElement(element));
    list.announce(announcement);
  }
  const buttons: readonly { name: string; make: () => Addition }[] = [
    {
      name: "group",
      make: () => ({
        ...plain,
        kind: "frame",
        at: [(groups.length + 1) * 465, 0],
        size: [432, 290],
        color: "lagoon",
        text: `Group ${named + 1}`,
        stack: -1,
      }),
    },
    {
      name: "text",
      make: () => ({
        ...plain,
        kind: "text",
        at: placeFor(snapshot.items),
        size: [180, 36],
        color: "sun",
      }),
    },
    {
      name: "shape",
      make: () => ({
        ...plain,
        kind: "shape",
        form: "rectangle",
        at: placeFor(snapshot.items),
        size: [150, 100],
        color: "sea",
      }),
    },
  ];
  return (
    <div className="flex flex-wrap gap-1">
      {buttons.map(({ name, make }) => (
        <Button
          key={name}
          variant="ghost"
          icon={Plus}
          onClick={() => add(make(), `${name.charAt(0).toUpperCase()}${name.slice(1)} added`)}
        >
          Add a {name}
        </Button>
      ))}
      <EmojiPopover
        trigger={
          <Button variant="ghost" icon={Plus}>
            Add a sticker
          </Button>
        }
        onPick={(emoji) => {
          list.focusSoon(actions.addSticker(emoji));
          list.announce(`${emoji} added`);
        }}
      />
      <AddImage
        onAdded={(id) => {
          list.announce("Image added");
          list.focusSoon(id);
        }}
      >
        {(pick) => (
          <Button variant="ghost" icon={Plus} onClick={pick}>
            Add an image
          </Button>
        )}
      </AddImage>
    </div>
  );
}

const placeFor = (items: Parameters<typeof freePlace>[0]) => freePlace(items, undefined, [0, -130]);

/** The field for the next note, and undo, below the list. */
export function AddNote({ groups, list }: AddProps) {
  const { actions, snapshot, openDialog } = useBoardStore();
  const [text, setText] = useState("");
  const home = groups.find(({ id }) => id === null) ?? groups[0];
  const paste = pasteHandlers({
    ask: (pasted) => openDialog({ kind: "paste", pasted }),
    // The field has one line only.
    onText(whole) {
      actions.addNote({ text: whole.trim(), frameId: home?.id ?? null });
      setText("");
    },
    onNotes(texts) {
      actions.addNotes({ texts, frameId: home?.id ?? null });
      list.announce(`${texts.length} notes added to ${home?.name ?? "the board"}`);
    },
  });
  function add(): void {
    if (text.trim() === "" || !fitsNote(text.trim())) return;
    actions.addNote({ text: text.trim(), frameId: home?.id ?? null });
    list.announce(`Note added to ${home?.name ?? "the board"}`);
    setText("");
  }
  return (
    <form onSubmit={submitTo(add)} className="flex-none border-t bg-surface p-3">
      <div className="mx-auto flex max-w-[760px] items-center gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            {...paste}
            label="Add a note"
            hideLabel
            size="lg"
            placeholder="Add a note"
            maxLength={canvasTextMaxLength}
            value={text}
            onChange={({ target }) => setText(target.value)}
            end={<IconButton type="submit" icon={Plus} label="Add the note" />}
          />
        </div>
        {snapshot.canUndo && <IconButton icon={Undo2} label="Undo" onClick={list.undo} />}
      </div>
    </form>
  );
}
