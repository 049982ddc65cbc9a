import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { OpenCard } from "@atoll/contract/cards/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Clock } from "lucide-react";
import { uuidv7 } from "uuidv7";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { cardChanges } from "../data/changes.ts";

interface Asked {
  field: string;
  /** Empty for a person field. */
  item: string;
  label: string;
  personId: string | undefined;
}

/** The approvals of a card, each given here by the person that it names. */
export function Approvals({ open }: { open: OpenCard }) {
  const { card, type } = open;
  const asked = askedOf(open);
  const approve = useApproval(card.id);
  if (asked.length === 0 || card.stage === type.options.templateStage) return null;
  return (
    <section aria-label="Approvals" className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">Approvals</h3>
      <p className="text-muted text-xs">An approval applies to the current content. A change cancels it.</p>
      <ul className="flex flex-col gap-3">
        {asked.map((one) => (
          <li key={`${one.field} ${one.item}`}>
            <Approval
              open={open}
              asked={one}
              isSending={approve.isPending}
              onApprove={(isApproved) =>
                approve.mutate({ field: one.field, item: one.item, content: card.content, isApproved })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function askedOf({ card, type }: OpenCard): Asked[] {
  const fields = type.fields.filter(({ name }) => type.options.approvals?.fields.includes(name));
  return fields.flatMap(({ name, label }): Asked[] => {
    const value = card.data[name];
    if (typeof value === "string") return [{ field: name, item: "", label, personId: value }];
    if (!Array.isArray(value)) return [];
    return value.map(({ text, personId }) => ({ field: name, item: text, label: text, personId }));
  });
}

function useApproval(cardId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (given: { field: string; item: string; content: string; isApproved: boolean }) =>
      call(routes.approveCard, { params: { cardId }, body: { changeId: uuidv7(), ...given } }),
    onError: (error) => notify.error(errorMessage(error, "Failed to save your approval")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["cards", "card", cardId] }),
  });
}

function Approval({
  open: { card, people },
  asked: { field, item, label, personId },
  isSending,
  onApprove,
}: {
  open: OpenCard;
  asked: Asked;
  isSending: boolean;
  onApprove: (isApproved: boolean) => void;
}) {
  const viewer = useViewer();
  const given = card.approvals.find((one) => one.field === field && one.item === item);
  const person = people.find(({ id }) => id === personId);
  const isMine = personId === undefined ? card.owner?.id !== viewer.id : personId === viewer.id;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{label}</span>
        {given ? (
          <Badge tone="success" icon={CircleCheck}>
            Approved {formatInstant(given.at)}
          </Badge>
        ) : (
          <Badge icon={Clock}>{person ? `Waits for ${authorName(person)}` : "Not approved"}</Badge>
        )}
        {!given && isMine && (
          <Button size="sm" icon={CircleCheck} loading={isSending} onClick={() => onApprove(true)}>
            Approve
          </Button>
        )}
        {given?.personId === viewer.id && (
          <Button size="sm" variant="ghost" loading={isSending} onClick={() => onApprove(false)}>
            Take back
          </Button>
        )}
      </div>
      {item !== "" && !given && <Approver card={card} field={field} item={item} person={person} />}
    </div>
  );
}

/** Names the only person who can give one approval of a list. */
function Approver({
  card,
  field,
  item,
  person,
}: {
  card: OpenCard["card"];
  field: string;
  item: string;
  person: Person | undefined;
}) {
  const queue = useChanges(cardChanges);
  const value = card.data[field];
  function name(chosen: Person | undefined): void {
    if (!Array.isArray(value)) return;
    const next = value.map(({ personId, ...one }) => {
      const named = one.text === item ? chosen?.id : personId;
      return named === undefined ? one : { ...one, personId: named };
    });
    const set = { data: { [field]: next } };
    // Another name in the list, given at the same time, is not replaced.
    const seen = { data: { [field]: value } };
    queue.change({ about: [card.id], title: card.title, said: "", change: { act: "change", set, seen } });
  }
  return (
    <PeoplePicker
      label={`Approver of ${item}`}
      max={1}
      people={person ? [person] : []}
      onChange={([chosen]) => name(chosen)}
    />
  );
}
