import { canvasColors } from "@atoll/contract/documents/canvas-limits";
import { Ellipsis } from "lucide-react";
import { Count } from "../../../ui/badge/count.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { useDesk } from "../canvas/desk.tsx";
import type { NoteGroup } from "../canvas/groups.ts";
import { colorNames } from "../canvas/notes/note-menu.ts";
import { NoteText } from "../canvas/notes/note-text.tsx";
import { NoteRow, type NoteRowProps } from "./note-row.tsx";

export interface ListGroupProps extends Pick<NoteRowProps, "groups" | "list"> {
  group: NoteGroup;
  noteId: string | null;
}

/** The notes of a frame under its name. */
export function ListGroup({ group, groups, noteId, list }: ListGroupProps) {
  const { snapshot, mayWrite, edit, editingId, actions } = useDesk();
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
          <Count value={group.notes.length} label={`${group.notes.length} notes`} />
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
              {
                choice: "Colour",
                value: "color" in frame.element ? frame.element.color : "",
                options: canvasColors.map((value) => ({ value, label: colorNames[value] })),
                onValueChange: (color) => actions.change([frame.id], { color }),
              },
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
