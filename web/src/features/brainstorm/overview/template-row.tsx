import type { BoardTemplateName } from "@atoll/contract/brainstorm/limits";
import type { PreviewElement } from "@atoll/contract/brainstorm/schemas";
import { type BoardTemplate, boardTemplates } from "@atoll/contract/brainstorm/templates";
import { Plus } from "lucide-react";
import { BoardPicture } from "./board-picture.tsx";

/** The templates for a new board. On a phone the row scrolls. */
export function TemplateRow({ onChoose }: { onChoose: (template: BoardTemplateName) => void }) {
  return (
    <section aria-labelledby="board-templates" className="mb-5">
      <h2 id="board-templates" className="mb-2 font-semibold">
        Start from a template
      </h2>
      <ul className="-mx-1 flex gap-3 scroll-row px-1 pb-1 max-md:-mx-4 max-md:px-4">
        {boardTemplates.map((template) => (
          <li key={template.name} className="w-[136px] min-w-[124px] flex-1">
            <button
              type="button"
              onClick={() => onChoose(template.name)}
              className="group block w-full text-left"
            >
              <TemplatePicture template={template} />
              <span className="mt-1.5 block truncate font-medium">{template.title}</span>
              <span className="block truncate text-muted text-xs">{template.hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TemplatePicture({ template }: { template: BoardTemplate }) {
  return (
    <span className="grid h-[86px] place-items-center overflow-hidden rounded-md border bg-surface-sunken transition-shadow group-hover:shadow-2">
      {template.elements.length === 0 ? (
        <Plus aria-hidden="true" className="size-6 text-primary-text" />
      ) : (
        <BoardPicture elements={pictureOf(template)} className="block h-full w-full" />
      )}
    </span>
  );
}

/** Its frames, with some notes as people would put them there. */
function pictureOf({ elements }: BoardTemplate): PreviewElement[] {
  return elements.flatMap((element): PreviewElement[] => {
    if (element.kind !== "frame") return [];
    const { at, size, color } = element;
    const columns = Math.max(1, Math.floor((size[0] - 20) / 142));
    const rows = size[1] > 400 ? 3 : 1;
    const notes = Array.from({ length: columns * rows - 1 || 1 }, (_, index): PreviewElement => {
      const x = at[0] + 12 + (index % columns) * 142;
      const y = at[1] + 44 + Math.floor(index / columns) * 124;
      return { kind: "note", at: [x, y], size: [132, 114], color, to: null };
    });
    return [{ kind: "frame", at, size, color, to: null }, ...notes];
  });
}
