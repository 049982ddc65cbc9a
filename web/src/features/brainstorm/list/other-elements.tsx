import { Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { CanvasItem } from "../canvas/board-canvas.ts";
import { useDesk } from "../canvas/desk.tsx";
import { NoteText } from "../canvas/notes/note-text.tsx";
import { elementName, kindName } from "./element-names.ts";
import type { ListActions } from "./use-list-actions.ts";

/** Texts, shapes, images and arrows: the elements of a canvas other than notes and groups. */
export function OtherElements({ list }: { list: ListActions }) {
  const { snapshot } = useDesk();
  const others = [...snapshot.items.values()].filter(
    ({ element }) => element.kind !== "note" && element.kind !== "frame",
  );
  if (others.length === 0) return null;
  return (
    <section aria-label="Also on the canvas">
      <h2 className="mb-1.5 font-semibold">Also on the canvas</h2>
      <ul
        aria-label="Texts, shapes, images and arrows"
        className="divide-y rounded-lg border bg-surface-raised"
      >
        {others.map((item) => (
          <OtherRow key={item.id} item={item} list={list} />
        ))}
      </ul>
    </section>
  );
}

function OtherRow({ item, list }: { item: CanvasItem; list: ListActions }) {
  const { snapshot, mayWrite, edit, editingId } = useDesk();
  const name = elementName(item, snapshot.items);
  const hasWords = item.element.kind === "text" || item.element.kind === "shape";
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
      {mayWrite && <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => list.remove(item.id)} />}
    </li>
  );
}
