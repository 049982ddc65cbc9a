import { type CanvasColor, canvasColors } from "@atoll/contract/documents/canvas-limits";
import { CircleCheck, CircleMinus, Lightbulb, Link, MessageSquarePlus, Pencil, Trash2 } from "lucide-react";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { copyText } from "../../../ui/toast/copy-text.ts";
import type { Desk } from "./desk.tsx";
import { groupNotes, type NoteItem } from "./groups.ts";

export const colorNames: Readonly<Record<CanvasColor, string>> = {
  sun: "Sun",
  lagoon: "Lagoon",
  coral: "Coral",
  sea: "Sea",
  palm: "Palm",
  iris: "Iris",
};

export interface NoteMenuOptions {
  /** The list offers here what the canvas has elsewhere. */
  isList?: boolean;
  onMoved?: (groupName: string) => void;
}

/** Menu entries of a note. */
export function noteMenu(
  desk: Desk,
  note: NoteItem,
  { isList = false, onMoved }: NoteMenuOptions = {},
): MenuEntry[] {
  const { actions, mayTakePart, mayWrite, openDialog, snapshot, edit, board, votes, select } = desk;
  const groups = groupNotes(snapshot.items).filter(({ id }) => id !== null);
  const { id } = note;
  const isOwnVote = votes?.own.some(({ noteId }) => noteId === id);
  const entries: (MenuEntry | false)[] = [
    mayTakePart && {
      label: "Create Task",
      icon: CircleCheck,
      shortcut: isList ? undefined : "T",
      onSelect: () => openDialog({ kind: "task", noteId: id }),
    },
    mayTakePart && {
      label: "Create Idea",
      icon: Lightbulb,
      shortcut: isList ? undefined : "I",
      onSelect: () => openDialog({ kind: "idea", noteId: id }),
    },
    isList && mayWrite && { label: "Edit", icon: Pencil, onSelect: () => edit(id) },
    isList && {
      label: "Comments",
      icon: MessageSquarePlus,
      onSelect: () => openDialog({ kind: "comments", noteId: id }),
    },
    board.session.phase === "vote" &&
      isOwnVote === true && {
        label: "Take back a vote",
        icon: CircleMinus,
        onSelect: () => actions.unvote(id),
      },
    {
      label: "Copy link",
      icon: Link,
      onSelect: () => copyText(`${location.origin}/brainstorm/${board.id}?note=${id}`, "Link copied"),
    },
    mayWrite && {
      choice: "Move to a group",
      value: note.element.frame ?? "",
      options: [
        ...groups.map((group) => ({ value: group.id ?? "", label: group.name })),
        { value: "", label: "No group" },
      ],
      onValueChange(value) {
        actions.moveToGroup(id, value === "" ? null : value);
        onMoved?.(groups.find((group) => group.id === value)?.name ?? "No group");
      },
    },
    isList &&
      mayWrite && {
        choice: "Colour",
        value: note.element.color,
        options: canvasColors.map((value) => ({ value, label: colorNames[value] })),
        onValueChange: (color) => actions.change([id], { color }),
      },
    mayWrite && "separator",
    mayWrite && {
      label: "Delete",
      icon: Trash2,
      danger: true,
      onSelect() {
        actions.remove([id]);
        select([]);
      },
    },
  ];
  return entries.filter((entry) => entry !== false);
}
