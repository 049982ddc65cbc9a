import {
  ArrowDownToLine,
  ArrowUpToLine,
  CircleCheck,
  CircleMinus,
  Copy,
  CopyPlus,
  Lightbulb,
  MessageSquarePlus,
  Pencil,
  Scissors,
  Spline,
  Trash2,
} from "lucide-react";
import { counted } from "../../../../lib/counted.ts";
import { keyCaps } from "../../../../lib/page/shortcuts.ts";
import { linkEntries } from "../../../../ui/popup/link-entries.ts";
import type { MenuEntry } from "../../../../ui/popup/menu-entry.ts";
import { boardShortcuts } from "../../shortcuts.ts";
import type { BoardStore } from "../board-store.tsx";
import { copyFromMenu } from "../clipboard/copy-from-menu.ts";
import { groupNotes, type NoteItem } from "../groups.ts";
import { styleChoices } from "../looks/style-menu.ts";

/** Actions of the list that the menu uses. */
export interface NoteListActions {
  /** Announces something to assistive tech. */
  announce(text: string): void;
  /** Focuses the row of an element once it is drawn. */
  focusSoon(id: string): void;
  /** Deletes an element, and focuses the row after it. */
  remove(id: string): void;
  /** The element at which the next arrow starts. */
  arrowFromId: string | null;
  startArrow(id: string): void;
  endArrow(id: string): void;
}

interface ElementMenuOptions {
  /** Announces something to assistive tech. */
  announce: (text: string) => void;
  /** The list, which does not cut or stack elements, and where the keys of the canvas do nothing. */
  isList?: boolean;
  /** Called with the duplicates. Left out, they are selected and announced. */
  onDuplicated?: ((added: readonly string[]) => void) | undefined;
}

/** Menu entries that every element of the board has. */
export function elementMenu(
  store: BoardStore,
  ids: readonly string[],
  { announce, isList = false, onDuplicated }: ElementMenuOptions,
): MenuEntry[] {
  const { actions, mayWrite, select } = store;
  const capsOf = (name: keyof typeof boardShortcuts) =>
    isList ? undefined : keyCaps(boardShortcuts[name].keys[0]).join(" ");
  const entries: (MenuEntry | false)[] = [
    {
      label: "Copy",
      icon: Copy,
      shortcut: capsOf("copy"),
      onSelect: () => void copyFromMenu(store, ids, { announce }),
    },
    mayWrite &&
      !isList && {
        label: "Cut",
        icon: Scissors,
        shortcut: capsOf("cut"),
        onSelect: () => void copyFromMenu(store, ids, { isCut: true, announce }),
      },
    mayWrite && {
      label: "Duplicate",
      icon: CopyPlus,
      shortcut: capsOf("duplicate"),
      onSelect() {
        const added = actions.duplicate(ids);
        if (added.length === 0) return;
        if (onDuplicated) return onDuplicated(added);
        select(added);
        announce(`${counted(added.length, "element")} duplicated`);
      },
    },
    mayWrite &&
      !isList && {
        label: "Bring to front",
        icon: ArrowUpToLine,
        shortcut: capsOf("front"),
        onSelect: () => actions.stack(ids, "front"),
      },
    mayWrite &&
      !isList && {
        label: "Send to back",
        icon: ArrowDownToLine,
        shortcut: capsOf("back"),
        onSelect: () => actions.stack(ids, "back"),
      },
  ];
  return entries.filter((entry) => entry !== false);
}

export interface NoteMenuOptions {
  /** Announces what the menu of the canvas did. */
  announce?: (text: string) => void;
  /** The list, which offers here what the canvas has elsewhere. */
  list?: NoteListActions;
  /** The name of the note in announcements. */
  name?: string;
}

/** Menu entries of a note. */
export function noteMenu(
  store: BoardStore,
  note: NoteItem,
  { list, name = "", announce = list?.announce ?? (() => {}) }: NoteMenuOptions = {},
): MenuEntry[] {
  const { actions, mayTakePart, mayWrite, openDialog, snapshot, edit, board, votes, select } = store;
  const groups = groupNotes(snapshot.items).filter(({ id }) => id !== null);
  const { id } = note;
  const isOwnVote = votes?.own.some(({ noteId }) => noteId === id);
  const isList = list !== undefined;
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
        label: "Remove a vote",
        icon: CircleMinus,
        onSelect: () => actions.unvote(id),
      },
    ...linkEntries({ title: board.title, path: `/brainstorm/${board.id}?note=${id}` }),
    mayWrite && {
      choice: "Move to a group",
      hasHeading: true,
      value: note.element.frame ?? "",
      options: [
        ...groups.map((group) => ({ value: group.id ?? "", label: group.name })),
        { value: "", label: "No group" },
      ],
      onValueChange(value) {
        actions.moveToGroup(id, value === "" ? null : value);
        list?.announce(`${name} moved to ${groups.find((group) => group.id === value)?.name ?? "No group"}`);
        list?.focusSoon(id);
      },
    },
    ...(isList && mayWrite ? styleChoices(actions, [note]) : []),
    list !== undefined &&
      mayWrite &&
      (list.arrowFromId === null || list.arrowFromId === id
        ? { label: "Start an arrow here", icon: Spline, onSelect: () => list.startArrow(id) }
        : { label: "End the arrow here", icon: Spline, onSelect: () => list.endArrow(id) }),
    "separator",
    ...elementMenu(store, [id], {
      announce,
      isList,
      onDuplicated:
        list &&
        (([added = id]) => {
          list.announce(`${name} duplicated`);
          list.focusSoon(added);
        }),
    }),
    mayWrite && "separator",
    mayWrite && {
      label: "Delete",
      icon: Trash2,
      danger: true,
      onSelect() {
        if (list) list.remove(id);
        else actions.remove([id]);
        select([]);
      },
    },
  ];
  return entries.filter((entry) => entry !== false);
}
