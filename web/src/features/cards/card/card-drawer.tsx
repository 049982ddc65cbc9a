import type { OpenCard as Opened } from "@atoll/contract/cards/schemas";
import { CircleCheckBig, GitMerge, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { FormWords } from "../../../ui/dialog/form-words.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useCard, useFetchCard } from "../data/api.ts";
import { changeOf, fieldLabels, sayValue } from "../data/card-edit.ts";
import { schemaOf, valuesOf } from "../data/card-form.ts";
import { cardChanges } from "../data/changes.ts";
import { MergeDialog } from "../tools/merge-dialog.tsx";
import { TaskDialog } from "../tools/task-dialog.tsx";
import { Tools } from "../tools/tools.tsx";
import { CardFields } from "./card-fields.tsx";
import { CardHistory } from "./card-history.tsx";
import { CardLinks } from "./card-links.tsx";
import { Checklists } from "./checklists.tsx";
import { EarlierValues } from "./earlier-values.tsx";

/** One card to edit: its fields, what its section offers, its comments and its history. */
export function CardDrawer({
  cardId,
  onClose,
  onGone = onClose,
}: {
  cardId: string;
  onClose: () => void;
  /** It was deleted. */
  onGone?: () => void;
}) {
  const query = useCard(cardId);
  const title = query.data?.card.title ?? "Card";
  return (
    <Drawer onClose={onClose} title={title}>
      <div className="flex flex-col gap-5 p-4">
        {query.data ? (
          <>
            {query.isGone && (
              <InlineAlert tone="error">
                This card was deleted, or you can no longer see it. What you wrote is still here to copy.
              </InlineAlert>
            )}
            <OpenCard key={cardId} open={query.data} onClose={onClose} onGone={onGone} />
          </>
        ) : query.error ? (
          <LoadState query={query} failure="Failed to load the card" />
        ) : (
          <RowSkeletons label="Loading the card" mark={28} rowClassName="py-2" />
        )}
      </div>
    </Drawer>
  );
}

function OpenCard({ open, onClose, onGone }: { open: Opened; onClose: () => void; onGone: () => void }) {
  const { card, type, people } = open;
  const [dialog, setDialog] = useState<"merge" | "task">();
  const queue = useChanges(cardChanges);
  const fetchNewest = useFetchCard(card.id);
  const form = useEditForm({
    stored: storedOf(open),
    schema: schemaOf(type, card),
    fetchNewest: async () => storedOf(await fetchNewest()),
    async save(values, edit) {
      await queue.run({
        about: [card.id],
        title: card.title,
        said: `${values.title} saved`,
        change: { act: "change", ...changeOf(type, values, edit) },
      });
      return undefined;
    },
    onDone: onClose,
    fallback: "Failed to save the card",
  });
  function remove(): void {
    queue.change({
      about: [card.id],
      title: card.title,
      said: `${card.title} deleted`,
      change: { act: "change", set: { isDeleted: true } },
    });
    onGone();
  }
  return (
    <>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormWords form={form} keptAs={`card/${card.id}`} title={card.title} />
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        <FormClashes
          form={form}
          labels={fieldLabels(type)}
          say={(name, value) => sayValue({ type, people }, name, value)}
        />
        <CardFields form={form} type={type} people={people} isNew={false} />
        <div className="flex justify-between gap-2">
          <Button variant="ghost" icon={Trash2} onClick={remove}>
            Delete {type.singular}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSending}>
            Save {type.singular}
          </Button>
        </div>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={card.isPinned ? PinOff : Pin}
          onClick={() =>
            queue.change({
              about: [card.id],
              title: card.title,
              said: card.isPinned ? `${card.title} unpinned` : `${card.title} pinned to the overview`,
              change: { act: "change", set: { isPinned: !card.isPinned } },
            })
          }
        >
          {card.isPinned ? "Unpin" : "Pin"}
        </Button>
        {type.options.tools.includes("merge") && (
          <Button size="sm" icon={GitMerge} onClick={() => setDialog("merge")}>
            Merge
          </Button>
        )}
        {type.options.tools.includes("task") && (
          <Button size="sm" icon={CircleCheckBig} onClick={() => setDialog("task")}>
            Create task
          </Button>
        )}
      </div>
      <EarlierValues card={card} type={type} />
      <Checklists open={open} />
      <Tools open={open} />
      <CardLinks card={card} />
      <Comments subject={{ kind: "card", id: card.id }} />
      <CardHistory cardId={card.id} type={type} />
      {dialog === "merge" && (
        <MergeDialog card={card} type={type} onClose={() => setDialog(undefined)} onMerged={onGone} />
      )}
      {dialog === "task" && <TaskDialog card={card} onClose={() => setDialog(undefined)} />}
    </>
  );
}

const storedOf = ({ type, card }: Opened) => ({
  values: valuesOf(type, card),
  version: card.version,
  source: card,
});
