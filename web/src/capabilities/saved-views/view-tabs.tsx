import { Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "../../ui/button/button.tsx";
import { tabClass } from "../../ui/layout/tab-class.ts";
import { useTabInSight } from "../../ui/layout/use-tab-in-sight.ts";
import { type OpenableView, type SavedViewsProps, usePageViews } from "./use-page-views.tsx";
import { ViewActionsMenu } from "./view-actions.tsx";
import { ViewHint } from "./view-hint.tsx";

export interface ViewTabsProps extends SavedViewsProps {
  hrefOf: (view: OpenableView) => string;
  /** The number of things that the open view shows. */
  total?: ReactNode;
  /** At the end of the row. */
  children?: ReactNode;
}

/** The views of a page as tabs: those that everyone has, then those that the viewer saved. */
export function ViewTabs({ hrefOf, total, children, ...props }: ViewTabsProps) {
  const pageViews = usePageViews(props);
  const row = useRef<HTMLUListElement>(null);
  useTabInSight(row);
  // A link with filters of its own is the first view, edited.
  const open = pageViews.open ?? props.given[0];
  const isEdited = pageViews.open === undefined || pageViews.isEdited;
  return (
    <>
      <div className="mb-3 flex flex-none items-end gap-2 border-b max-md:-mx-4 max-md:px-4">
        <nav aria-label="Views" className="min-w-0 flex-1">
          <ul ref={row} className="flex gap-5 scroll-row">
            {pageViews.views.map((view) => (
              <li className="flex-none" key={view.id}>
                <a
                  aria-current={view.id === open.id ? "page" : undefined}
                  className={tabClass}
                  href={hrefOf(view)}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    props.onOpen(view);
                  }}
                >
                  {view.name}
                  {view.id === open.id && total}
                </a>
              </li>
            ))}
            <li className="flex-none">
              <button className={tabClass} onClick={pageViews.askToSave} type="button">
                <Plus aria-hidden="true" className="size-3.5" />
                Save view
              </button>
            </li>
          </ul>
        </nav>
        <span className="flex flex-none items-center gap-2 pb-1.5">
          {isEdited && (
            <>
              <span className="text-muted text-xs max-md:sr-only">Edited</span>
              <Button onClick={() => props.onOpen(open)} size="sm" variant="ghost">
                Reset
              </Button>
            </>
          )}
          {isEdited && pageViews.own && (
            <Button onClick={pageViews.update} size="sm">
              Update view
            </Button>
          )}
          <ViewActionsMenu pageViews={pageViews} />
          {children}
        </span>
        {pageViews.dialog}
      </div>
      <ViewHint pageViews={pageViews} />
    </>
  );
}
