import "../canvas/board.css";
import { Ellipsis, Palette, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import type { CanvasItem } from "../canvas/board-canvas.ts";
import { useBoardStore } from "../canvas/board-store.tsx";
import { elementName, hasText, kindName } from "../canvas/element-names.ts";
import { groupNotes, type NoteGroup, nearestNote } from "../canvas/groups.ts";
import { paintChoice, styleChoices } from "../canvas/looks/style-menu.ts";
import { NoteText } from "../canvas/notes/note-text.tsx";
import { createOwnPointer } from "../canvas/others/own-pointer.ts";
import { useSummons } from "../canvas/others/use-summons.ts";
import { PrivateNotes } from "../workshop/private-notes.tsx";
import { AddElements, AddNote } from "./add-to-list.tsx";
import { NoteRow, type NoteRowProps } from "./note-row.tsx";
import { type ListActions, useListActions } from "./use-list-actions.ts";

/** The notes of a board by their groups: everything that the canvas does, without a mouse and on a phone. */
export function BoardList({ noteId }: { noteId: string | null }) {
  const { snapshot, mayWrite, document: shared } = useBoardStore();
  const list = useListActions();
  const scroller = useRef<HTMLDivElement>(null);
  const groups = groupNotes(snapshot.items);
  const noteCount = groups.reduce((sum, { notes }) => sum + notes.length, 0);
  // The others see at once that the viewer is here, without a place on the canvas.
  useEffect(() => createOwnPointer(shared).leave(), [shared]);
  useSummons((view) => {
    const id = nearestNote(snapshot.items, view);
    scroller.current?.querySelector(`[data-note="${id}"]`)?.scrollIntoView({ block: "center" });
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto p-4">
        <div className="mx-auto flex max-w-[760px] flex-col gap-4">
          <PrivateNotes />
          {noteCount === 0 && groups.length <= 1 && (
            <EmptyState title="No notes yet">{mayWrite && "Add the first note below."}</EmptyState>
          )}
          {groups.map((group) => (
            <ListGroup key={group.id} group={group} groups={groups} noteId={noteId} list={list} />
          ))}
          <OtherElements list={list} />
          {mayWrite && <AddElements groups={groups} list={list} />}
        </div>
      </div>
      <p role="status" className="sr-only">
        {list.announced}
      </p>
      {mayWrite && <AddNote groups={groups} list={list} />}
    </div>
  );
}

interface ListGroupProps extends Pick<NoteRowProps, "groups" | "list"> {
  group: NoteGroup;
  noteId: string | null;
}

/** The notes of a frame under its name. */
function ListGroup({ group, groups, noteId, list }: ListGroupProps) {
  const { snapshot, mayWrite, edit, editingId, actions } = useBoardStore();
  const frame = group.id === null ? undefined : snapshot.items.get(group.id);
  const isOnlyLoose = group.id === null && groups.length === 1;
  if (isOnlyLoose && group.notes.length === 0) return null;
  return (
    <section aria-label={group.name}>
      <div className="mb-1.5 flex items-center gap-2">
        <h2 className="flex min-w-0 items-center gap-2 font-semibold">
          {frame && editingId === frame.id ? (
            <NoteText item={frame} className="rounded-xs border px-1" />
          ) : frame && mayWrite ? (
            <button
              type="button"
              data-row={frame.id}
              className="rounded-xs text-left wrap-anywhere hover:underline"
              aria-label={`${group.name}, rename`}
              onClick={() => edit(frame.id)}
            >
              {group.name}
            </button>
          ) : (
            group.name
          )}
          <Count value={group.notes.length} label={counted(group.notes.length, "note")} />
        </h2>
        {frame && mayWrite && (
          <Menu
            label={`More for the group ${group.name}`}
            align="end"
            trigger={
              <IconButton
                size="sm"
                icon={Ellipsis}
                className="ml-auto"
                label={`More for the group ${group.name}`}
              />
            }
            items={[
              ...paintChoice(actions, [frame]),
              "separator",
              {
                label: "Delete the group, keep its notes",
                danger: true,
                onSelect: () => list.remove(frame.id),
              },
            ]}
          />
        )}
      </div>
      {group.notes.length > 0 && (
        <ul aria-label={`Notes in ${group.name}`} className="divide-y rounded-lg border bg-surface-raised">
          {group.notes.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              group={group}
              groups={groups}
              isNamed={note.id === noteId}
              list={list}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Texts, shapes, arrows, images, stickers and drawings: the elements of a canvas other than notes and groups. */
function OtherElements({ list }: { list: ListActions }) {
  const { snapshot } = useBoardStore();
  const [isDrawn, setDrawn] = useState(false);
  const all = [...snapshot.items.values()].filter(
    ({ element }) => element.kind !== "note" && element.kind !== "frame",
  );
  // A board may have hundreds of drawings, which have no words.
  const drawings = all.filter(({ element }) => element.kind === "stroke");
  const others = isDrawn ? all : all.filter(({ element }) => element.kind !== "stroke");
  if (all.length === 0) return null;
  return (
    <section aria-label="Also on the canvas">
      <h2 className="mb-1.5 font-semibold">Also on the canvas</h2>
      <ul
        aria-label="Everything other than notes and groups"
        className="divide-y rounded-lg border bg-surface-raised"
      >
        {others.map((item) => (
          <OtherRow key={item.id} item={item} list={list} />
        ))}
      </ul>
      {drawings.length > 0 && (
        <Button variant="ghost" className="mt-1" aria-expanded={isDrawn} onClick={() => setDrawn(!isDrawn)}>
          {isDrawn ? "Hide the drawings" : `Show ${counted(drawings.length, "drawing")}`}
        </Button>
      )}
    </section>
  );
}

function OtherRow({ item, list }: { item: CanvasItem; list: ListActions }) {
  const { snapshot, mayWrite, edit, editingId, actions } = useBoardStore();
  const name = elementName(item, snapshot.items);
  const hasWords = hasText(item);
  const styles = styleChoices(actions, [item]);
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-3">
      <span className="w-12 flex-none text-faint text-xs">{kindName(item)}</span>
      <div className="min-w-0 flex-1">
        {editingId === item.id ? (
          <NoteText item={item} className="field-sizing-content rounded-xs border px-1" />
        ) : mayWrite ? (
          <button
            type="button"
            data-row={item.id}
            aria-disabled={!hasWords}
            className="block w-full whitespace-pre-wrap rounded-xs text-left wrap-anywhere"
            onClick={() => hasWords && edit(item.id)}
          >
            {name}
          </button>
        ) : (
          <p className="whitespace-pre-wrap wrap-anywhere">{name}</p>
        )}
      </div>
      {mayWrite && styles.length > 0 && (
        <Menu
          label={`Style of ${name}`}
          align="end"
          trigger={<IconButton icon={Palette} label={`Style of ${name}`} />}
          items={styles}
        />
      )}
      {mayWrite && <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => list.remove(item.id)} />}
    </li>
  );
}
