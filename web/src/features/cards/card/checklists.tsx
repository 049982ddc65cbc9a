import type { CardField } from "@atoll/contract/cards/field-schemas";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { OpenCard } from "@atoll/contract/cards/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { cardChanges } from "../data/changes.ts";
import { Approvals } from "./approvals.tsx";

/** The checklists of a card. Steps are ticked by each reader for themselves, other items for everybody. */
export function Checklists({ open }: { open: OpenCard }) {
  return (
    <>
      <Approvals open={open} />
      <Lists open={open} />
    </>
  );
}

function Lists({ open }: { open: OpenCard }) {
  const { card, type, enrolment } = open;
  const lists = type.fields.filter(
    ({ name, kind }) =>
      kind === "checklist" &&
      !type.options.approvals?.fields.includes(name) &&
      itemsOf(card.data[name]).length > 0 &&
      // A sequence ticks its own steps.
      !(enrolment && name === type.options.layout.steps),
  );
  return lists.map((field) =>
    type.options.tools.includes("steps") && field.name === type.options.layout.steps ? (
      <OwnSteps key={field.name} open={open} field={field} />
    ) : (
      <SharedList key={field.name} open={open} field={field} />
    ),
  );
}

type Item = { text: string; isDone: boolean; doneAt?: string | undefined };

function itemsOf(value: unknown): Item[] {
  return Array.isArray(value) ? value : [];
}

function SharedList({ open: { card }, field }: { open: OpenCard; field: CardField }) {
  const queue = useChanges(cardChanges);
  const items = itemsOf(card.data[field.name]);
  function tick({ text, isDone }: Item): void {
    queue.change({
      about: [card.id],
      title: card.title,
      said: "",
      change: { act: "change", set: { ticks: [{ field: field.name, item: text, isDone: !isDone }] } },
    });
  }
  return (
    <Frame label={field.label} done={items.filter(({ isDone }) => isDone).length} total={items.length}>
      {items.map((item) => (
        <li key={item.text}>
          <Checkbox
            label={item.text}
            checked={item.isDone}
            {...(item.doneAt && { help: `Done ${formatInstant(item.doneAt)}` })}
            onChange={() => tick(item)}
          />
        </li>
      ))}
    </Frame>
  );
}

function OwnSteps({ open: { card, ownSteps }, field }: { open: OpenCard; field: CardField }) {
  const queryClient = useQueryClient();
  const items = itemsOf(card.data[field.name]);
  const key = ["cards", "card", card.id];
  const mutationKey = ["cards", "steps", card.id];
  const save = useMutation({
    mutationKey,
    // In order, for two ticks of one step.
    scope: { id: `steps/${card.id}` },
    mutationFn: (body: { item: string; isDone: boolean }) =>
      call(routes.saveSteps, { params: { cardId: card.id }, body }),
    onMutate: ({ item, isDone }) =>
      show((done) => [...done.filter((one) => one !== item), ...(isDone ? [item] : [])]),
    // The answer to an earlier tick does not know of a later one.
    onSuccess: ({ done }) => queryClient.isMutating({ mutationKey }) === 1 && show(() => done),
    onError(error) {
      notify.error(errorMessage(error, "Failed to save your step"));
      void queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const show = (change: (done: string[]) => string[]) =>
    queryClient.setQueryData<OpenCard>(key, (open) => open && { ...open, ownSteps: change(open.ownSteps) });
  const done = items.filter(({ text }) => ownSteps.includes(text)).map(({ text }) => text);
  return (
    <Frame label={field.label} done={done.length} total={items.length} note="Only you see your progress.">
      {items.map(({ text }) => (
        <li key={text}>
          <Checkbox
            label={text}
            checked={done.includes(text)}
            onChange={() => save.mutate({ item: text, isDone: !done.includes(text) })}
          />
        </li>
      ))}
    </Frame>
  );
}

function Frame({
  label,
  done,
  total,
  note,
  children,
}: {
  label: string;
  done: number;
  total: number;
  note?: string;
  children: React.ReactNode;
}) {
  return (
    <section aria-label={label}>
      <h3 className="mb-2 flex items-center gap-2 font-semibold text-sm">
        {label}
        <RingProgress value={total === 0 ? 0 : done / total} label={`${label} done`} size={14} />
        <span className="font-regular text-muted text-xs tabular-nums">
          {done} of {total}
        </span>
      </h3>
      <ol className="flex flex-col gap-2">{children}</ol>
      {note && <p className="mt-2 text-muted text-xs">{note}</p>}
    </section>
  );
}
