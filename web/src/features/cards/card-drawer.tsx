import type { Card, CardHistoryEntry, CardType } from "@atoll/contract/cards/schemas";
import { Trash2 } from "lucide-react";
import { useChanges } from "../../capabilities/changes/use-unsettled.ts";
import { Comments } from "../../capabilities/comments/comments.tsx";
import { authorName } from "../../capabilities/people/author-name.ts";
import { errorMessage } from "../../lib/api-error.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { formatAgo } from "../../lib/format-ago.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { Drawer } from "../../ui/dialog/drawer.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { useCard, useHistory } from "./api.ts";
import { CardFields } from "./card-fields.tsx";
import { schemaOf, valuesOf } from "./card-form.ts";
import { cardChanges } from "./changes.ts";

/** One card: its fields, its comments and its history. */
export function CardDrawer({ cardId, onClose }: { cardId: string; onClose: () => void }) {
  const query = useCard(cardId);
  const title = query.data?.card.title ?? "Card";
  return (
    <Drawer open onOpenChange={onClose} title={title}>
      <div className="flex flex-col gap-5 p-4">
        {query.data ? (
          <OpenCard key={cardId} card={query.data.card} type={query.data.type} onClose={onClose} />
        ) : query.error ? (
          <ErrorState
            message={errorMessage(query.error, "Failed to load the card")}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <RowSkeletons label="Loading the card" mark={28} rowClassName="py-2" />
        )}
      </div>
    </Drawer>
  );
}

function OpenCard({ card, type, onClose }: { card: Card; type: CardType; onClose: () => void }) {
  const queue = useChanges(cardChanges);
  const form = useForm({
    values: valuesOf(type, card),
    schema: schemaOf(type),
    async send(values) {
      const set = differences(card, values);
      if (Object.keys(set).length > 0)
        await queue.run({
          about: [card.id],
          title: card.title,
          said: `${values.title} saved`,
          change: { act: "change", set },
        });
      onClose();
    },
    fallback: "Failed to save the card",
  });
  function remove(): void {
    queue.change({
      about: [card.id],
      title: card.title,
      said: `${card.title} deleted`,
      change: { act: "change", set: { isDeleted: true } },
    });
    onClose();
  }
  return (
    <>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        <CardFields form={form} type={type} isNew={false} />
        <div className="flex justify-between gap-2">
          <Button variant="ghost" icon={Trash2} onClick={remove}>
            Delete {type.singular}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSending}>
            Save {type.singular}
          </Button>
        </div>
      </form>
      <Comments subject={{ kind: "card", id: card.id }} />
      <History cardId={card.id} type={type} />
    </>
  );
}

/** Only the fields that are different: what someone else changed meanwhile stays. */
function differences(card: Card, values: ReturnType<ReturnType<typeof schemaOf>["parse"]>) {
  const { data, ...plain } = values;
  const before = {
    title: card.title,
    stage: card.stage,
    reason: card.reason,
    ownerId: card.owner?.id ?? null,
    dueOn: card.dueOn,
    body: card.body,
  };
  const changed = Object.entries(plain).filter(
    ([name, value]) => before[name as keyof typeof before] !== value,
  );
  const fields = Object.entries(data).filter(
    ([name, value]) => JSON.stringify(card.data[name] ?? null) !== JSON.stringify(value),
  );
  return {
    ...Object.fromEntries(changed),
    ...(fields.length > 0 && { data: Object.fromEntries(fields) }),
  };
}

function History({ cardId, type }: { cardId: string; type: CardType }) {
  const list = useHistory(cardId);
  const now = useNow();
  return (
    <section aria-label="History" className="flex flex-col gap-2">
      <h2 className="font-semibold text-sm">History</h2>
      <PagedList
        list={list}
        moreLabel="Show earlier changes"
        skeleton={<RowSkeletons label="Loading the history" mark={28} rowClassName="py-1" />}
        empty={<EmptyState title="No changes yet" />}
      >
        {(entries) => (
          <ul className="flex flex-col gap-1.5 text-xs">
            {entries.map((entry) => (
              <li key={entry.id}>
                <strong className="font-semibold">{authorName(entry.person)}</strong> {describe(entry, type)}{" "}
                <span className="text-faint">{formatAgo(entry.at, now)}</span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

const fieldNames: Record<string, string> = {
  title: "the name",
  body: "the notes",
  reason: "the reason",
  owner: "the owner",
  due: "the date of the next step",
  data: "the fields",
};

function describe({ field, after }: CardHistoryEntry, type: CardType): string {
  if (field === "created") return `added this ${type.singular}`;
  if (field === "deleted") return `deleted this ${type.singular}`;
  if (field === "stage")
    return `moved it to ${type.stages.find(({ id }) => id === after)?.name ?? String(after)}`;
  return `changed ${fieldNames[field] ?? field}`;
}
