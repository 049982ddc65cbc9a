import { undoOfferedMs } from "@atoll/contract/changes/limits";
import {
  cleanViewQuery,
  isSameViewQuery,
  type ViewRules,
  viewQueryOf,
} from "@atoll/contract/saved-views/rules";
import type { SavedView } from "@atoll/contract/saved-views/schemas";
import { type ReactNode, useState } from "react";
import { useForm } from "../../lib/form/use-form.ts";
import { errorMessage } from "../../lib/request/api-error.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { useViewChanges, useViews } from "./use-views.ts";

interface ViewDialogProps {
  title: string;
  /** The label of the button. */
  verb: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** The dialog for the name of a view. */
function ViewDialog({ title, verb, name, onSave, onClose }: ViewDialogProps) {
  const form = useForm({
    values: { name },
    schema: async () => {
      const { newSavedViewSchema } = await import("@atoll/contract/saved-views/schemas");
      return newSavedViewSchema.pick({ name: true });
    },
    send: async (view) => {
      await onSave(view.name);
      onClose();
    },
    fieldOf: { saved_view_name_taken: "name" },
    fallback: "Failed to save the view",
  });
  return (
    <FormDialog form={form} onClose={onClose} title={title} verb={verb} width={420}>
      <TextField {...form.field("name")} help="Only you see your views." label="Name" />
    </FormDialog>
  );
}

/** A view to open. */
export interface OpenableView {
  id: string;
  name: string;
  query: string;
}

export interface SavedViewsProps {
  /** The page, as the server names it: "ideas", "knowledge:faq". */
  place: string;
  /** The parameters that the page's address can contain. */
  rules: ViewRules;
  /** The views that everyone has. The first one is the page without filters. */
  given: readonly [OpenableView, ...OpenableView[]];
  /** The parameters of the page's address. `saved` is the ID of the open view. */
  search: Readonly<Record<string, unknown>>;
  onOpen: (view: OpenableView) => void;
}

/** The views of a page, which one is open, and everything that can be done with them. */
export interface PageViews {
  views: readonly OpenableView[];
  /** The page without filters. */
  first: OpenableView;
  /** Until then the filters may be those of a saved view. */
  isLoaded: boolean;
  /** Undefined if the filters are those of no view. */
  open: OpenableView | undefined;
  /** The open view, if the viewer saved it. */
  own: SavedView | undefined;
  /** The filters differ from those of the open view. */
  isEdited: boolean;
  /** The open view was saved with filters that the page no longer has. */
  isReduced: boolean;
  index: number;
  count: number;
  openView: (view: OpenableView) => void;
  askToSave: () => void;
  askToRename: () => void;
  update: () => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
  dialog: ReactNode;
}

export function usePageViews({ place, rules, given, search, onOpen }: SavedViewsProps): PageViews {
  const { data } = useViews(place);
  const saved = data ?? [];
  const { save, change, order, remove } = useViewChanges(place);
  const [asking, setAsking] = useState<"save" | "rename">();
  const query = viewQueryOf(search, rules);
  const clean = saved.map((view) => ({ ...view, ...reduce(view, rules) }));
  const views: readonly OpenableView[] = [...given, ...clean];
  const named = views.find(({ id }) => id === search.saved);
  const open = named ?? views.find((view) => isSameViewQuery(view.query, query));
  const own = clean.find(({ id }) => id === open?.id);
  const index = clean.findIndex(({ id }) => id === own?.id);
  const ids = clean.map(({ id }) => id);

  function attempt(doing: Promise<unknown>, failure: string): void {
    doing.catch((error: unknown) => notify.error(errorMessage(error, failure)));
  }
  /** Deleting a view never touches what it shows, so it can be brought back as it was, in its place. */
  async function deleteView(view: SavedView): Promise<void> {
    await remove(view.id);
    onOpen(given[0]);
    const undo = async () => {
      const id = uuidv7();
      await save({ id, name: view.name, query: view.query });
      await order(ids.map((one) => (one === view.id ? id : one)));
    };
    notify.success(`View “${view.name}” deleted`, {
      timeoutMs: undoOfferedMs,
      action: { label: "Undo", onClick: () => attempt(undo(), "Failed to undo") },
    });
  }
  return {
    views,
    first: given[0],
    isLoaded: data !== undefined,
    openView: onOpen,
    open,
    own,
    isEdited: open !== undefined && !isSameViewQuery(open.query, query),
    isReduced: own !== undefined && own.dropped.length > 0,
    index,
    count: clean.length,
    askToSave: () => setAsking("save"),
    askToRename: () => setAsking("rename"),
    update: () =>
      own && attempt(change(own.id, { query, version: own.version }), "Failed to update the view"),
    move: (by) =>
      own &&
      attempt(order(ids.toSpliced(index, 1).toSpliced(index + by, 0, own.id)), "Failed to move the view"),
    remove: () => own && attempt(deleteView(own), "Failed to delete the view"),
    dialog: (
      <>
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
            onSave={(name) => change(own.id, { name, version: own.version })}
            title="Rename view"
            verb="Rename"
          />
        )}
      </>
    ),
  };
}

/** The server leaves out what it no longer knows; this page may know even less since. */
function reduce({ query, dropped }: SavedView, rules: ViewRules) {
  const here = cleanViewQuery(query, rules);
  return { query: here.query, dropped: [...dropped, ...here.dropped] };
}
