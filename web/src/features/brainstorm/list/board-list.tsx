import { useEffect, useRef } from "react";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useDesk } from "../canvas/desk.tsx";
import { groupNotes, nearestNote } from "../canvas/groups.ts";
import { createOwnPointer } from "../canvas/others/own-pointer.ts";
import { useSummons } from "../canvas/others/use-summons.ts";
import { PrivateNotes } from "../workshop/private-notes.tsx";
import { AddElements, AddNote } from "./add-to-list.tsx";
import { ListGroup } from "./list-group.tsx";
import { OtherElements } from "./other-elements.tsx";
import { useListActions } from "./use-list-actions.ts";
import "../canvas/board.css";

/** The notes of a board by their groups: everything that the canvas does, without a mouse and on a phone. */
export function BoardList({ noteId }: { noteId: string | null }) {
  const { snapshot, mayWrite, document: shared } = useDesk();
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
