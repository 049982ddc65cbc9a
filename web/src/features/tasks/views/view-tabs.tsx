import { undoOfferedMs } from "@atoll/contract/changes/limits";
import type { TaskView } from "@atoll/contract/tasks/view-schemas";
import { ArrowLeft, ArrowRight, Ellipsis, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { tabClass } from "../../../ui/layout/tab-class.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { TotalCount } from "../total-count.tsx";
import { givenViews, isSameQuery } from "./own-views.ts";
import { useViewChanges, useViews } from "./use-views.ts";
import { ViewDialog } from "./view-dialog.tsx";

export interface ViewTabsProps {
  /** The view that was opened last. */
  viewId: string;
  /** The current filters and order, as a view saves them. */
  query: string;
  /** How many tasks it shows. */
  total: number | undefined;
  onOpen: (view: TaskView) => void;
  /** Stands at the end. */
  children?: ReactNode;
}

/** The viewer's ways to look at tasks as tabs: everybody's first, then those that they saved. */
export function ViewTabs({ viewId, query, total, onOpen, children }: ViewTabsProps) {
  const { data: saved = [] } = useViews();
  const { save, change, order, remove } = useViewChanges();
  const [asking, setAsking] = useState<"save" | "rename">();
  const views = [...givenViews, ...saved];
  const open = views.find(({ id }) => id === viewId) ?? views[0];
  const own = saved.find(({ id }) => id === open?.id);
  const isEdited = open !== undefined && !isSameQuery(open.query, query);

  function attempt(doing: Promise<unknown>, failure: string): void {
    doing.catch((error: unknown) => notify.error(errorMessage(error, failure)));
  }
  function move(by: 1 | -1): void {
    if (!own) return;
    const ids = saved.map(({ id }) => id);
    const at = ids.indexOf(own.id);
    attempt(order(ids.toSpliced(at, 1).toSpliced(at + by, 0, own.id)), "Failed to move the view");
  }
  const index = own ? saved.indexOf(own) : -1;
  return (
    <div className="mb-3 flex flex-none items-end gap-2 border-b max-md:-mx-4 max-md:px-4">
      <nav aria-label="Views" className="min-w-0 flex-1">
        <ul className="flex gap-5 scroll-row">
          {views.map((view) => (
            <li className="flex-none" key={view.id}>
              <a
                aria-current={view === open ? "page" : undefined}
                className={tabClass}
                href={`/tasks?view=list&saved=${view.id}&${view.query}`}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(view);
                }}
              >
                {view.name}
                {view === open && total !== undefined && <TotalCount value={total} />}
              </a>
            </li>
          ))}
          <li className="flex-none">
            <button className={tabClass} onClick={() => setAsking("save")} type="button">
              <Plus aria-hidden="true" className="size-3.5" />
              Save view
            </button>
          </li>
        </ul>
      </nav>
      <span className="flex flex-none items-center gap-2 pb-1.5">
        {isEdited && open && (
          <>
            <span className="text-muted text-xs max-md:sr-only">Edited</span>
            <Button onClick={() => onOpen(open)} size="sm" variant="ghost">
              Reset
            </Button>
          </>
        )}
        {isEdited && own && (
          <Button onClick={() => attempt(change(own.id, { query }), "Failed to update the view")} size="sm">
            Update view
          </Button>
        )}
        {own && (
          <Menu
            align="end"
            items={[
              { label: "Rename…", icon: Pencil, onSelect: () => setAsking("rename") },
              { label: "Move left", icon: ArrowLeft, disabled: index === 0, onSelect: () => move(-1) },
              {
                label: "Move right",
                icon: ArrowRight,
                disabled: index === saved.length - 1,
                onSelect: () => move(1),
              },
              "separator",
              {
                label: "Delete view",
                icon: Trash2,
                danger: true,
                onSelect: () => attempt(deleteView(own), "Failed to delete the view"),
              },
            ]}
            label={`Actions for the view ${own.name}`}
            trigger={<IconButton icon={Ellipsis} label={`Actions for the view ${own.name}`} size="sm" />}
          />
        )}
        {children}
      </span>
      {asking === "save" && (
        <ViewDialog
          name=""
          onClose={() => setAsking(undefined)}
          onSave={async (name) => {
            const view = { id: uuidv7(), name, query };
            await save(view);
            onOpen(view);
          }}
          title="Save view"
          verb="Save view"
        />
      )}
      {asking === "rename" && own && (
        <ViewDialog
          name={own.name}
          onClose={() => setAsking(undefined)}
          onSave={(name) => change(own.id, { name })}
          title="Rename view"
          verb="Rename"
        />
      )}
    </div>
  );

  /** It can be had back as it was, for a while: the tasks are not touched either way. */
  async function deleteView(view: TaskView): Promise<void> {
    await remove(view.id);
    const [first] = givenViews;
    if (first) onOpen(first);
    notify.success(`View “${view.name}” deleted`, {
      timeoutMs: undoOfferedMs,
      action: {
        label: "Undo",
        onClick: () => attempt(save({ ...view, id: uuidv7() }), "Failed to undo"),
      },
    });
  }
}
