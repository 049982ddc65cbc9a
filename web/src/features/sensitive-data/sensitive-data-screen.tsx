import { type SensitiveKey, sensitiveKeys } from "@atoll/contract/sensitive-data/limits";
import type { SensitiveCard, SensitiveLook } from "@atoll/contract/sensitive-data/schemas";
import { useMutation } from "@tanstack/react-query";
import { Copy, Eye, Plus, ScrollText, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../capabilities/people/person-avatar.tsx";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Drawer } from "../../ui/dialog/drawer.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { deleteCard, type LookFilter, useKeyNames, useLooks, useSensitiveCards } from "./api.ts";
import { CardDialog } from "./card-dialog.tsx";
import { CardRow } from "./card-row.tsx";
import { KeyCard } from "./key-card.tsx";

export interface SensitiveDataScreenProps {
  filter: string;
  onFilterChange: (filter: string) => void;
  /** The card that the address names. */
  cardId: string | undefined;
  /** Puts the page's controls in their place. */
  renderActions: (controls: ReactNode) => ReactNode;
}

type Open =
  | { kind: "edit"; card: SensitiveCard | undefined }
  | { kind: "delete"; card: SensitiveCard }
  | { kind: "looks"; filter: LookFilter; about?: string };

/** Sensitive cards by key. Specification, sections 2 and 6. */
export function SensitiveDataScreen(props: SensitiveDataScreenProps) {
  const { filter, cardId } = props;
  const query = useSensitiveCards();
  const keyNames = useKeyNames();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { keys = [], cards = [] } = query.data ?? {};
  const wanted = filter.toLowerCase();
  const ofKey = (key: SensitiveKey) => cards.filter((card) => card.key === key);
  return (
    <>
      {props.renderActions(
        <>
          <FilterField
            className="w-40 max-md:w-full"
            label="Filter cards"
            placeholder="Filter cards"
            value={filter}
            maxLength={100}
            onChange={props.onFilterChange}
          />
          <Button icon={ScrollText} onClick={() => setOpen({ kind: "looks", filter: {} })}>
            Access log
          </Button>
          <Button
            variant="primary"
            icon={Plus}
            disabled={keys.length === 0}
            onClick={() => setOpen({ kind: "edit", card: undefined })}
          >
            New Card
          </Button>
        </>,
      )}
      <InlineAlert tone="info" icon={ShieldCheck} className="mb-4">
        <strong className="font-semibold">Every reveal is recorded</strong> with your name, the time and your
        reason, and the owner is notified. Values hide again after 60 seconds and never appear in search,
        exports or Ask AI.
      </InlineAlert>
      {query.data ? (
        <div className="grid grid-cols-3 items-start gap-4 max-xl:grid-cols-2 max-md:grid-cols-1">
          {keys.map((key) => (
            <KeyCard
              key={key}
              cardKey={key}
              cards={ofKey(key)}
              shown={ofKey(key).filter(({ title }) => title.toLowerCase().includes(wanted))}
              onShowLooks={() => setOpen({ kind: "looks", filter: { key }, about: keyNames[key] })}
              renderCard={(card) => (
                <CardRow
                  key={card.id}
                  card={card}
                  isNamed={card.id === cardId}
                  onEdit={() => setOpen({ kind: "edit", card })}
                  onDelete={() => setOpen({ kind: "delete", card })}
                  onShowLooks={() =>
                    setOpen({ kind: "looks", filter: { cardId: card.id }, about: card.title })
                  }
                />
              )}
            />
          ))}
        </div>
      ) : query.error ? (
        <LoadState query={query} failure="Failed to load sensitive cards" />
      ) : (
        <RowSkeletons label="Loading sensitive cards" mark={28} rowClassName="py-3" />
      )}
      {query.data && keys.length < sensitiveKeys.length && (
        <p className="mt-4 text-muted text-xs">
          {hiddenKeys(keys, keyNames)} not shown: none of your roles lets you see these cards. An
          administrator can change that.
        </p>
      )}
      {open?.kind === "edit" && <CardDialog card={open.card} keys={keys} onClose={close} />}
      {open?.kind === "delete" && <DeleteDialog card={open.card} onClose={close} />}
      {open?.kind === "looks" && <AccessLog filter={open.filter} about={open.about} onClose={close} />}
    </>
  );
}

function hiddenKeys(keys: readonly SensitiveKey[], keyNames: Partial<Record<SensitiveKey, string>>): string {
  const names = sensitiveKeys.filter((key) => !keys.includes(key)).map((key) => keyNames[key] ?? key);
  const last = names.pop() ?? "";
  return names.length === 0 ? `${last} is` : `${names.join(", ")} and ${last} are`;
}

function DeleteDialog({ card, onClose }: { card: SensitiveCard; onClose: () => void }) {
  const removal = useMutation({ mutationFn: () => deleteCard(card.id), onSuccess: onClose });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete card?"
      verb="Delete card"
      loading={removal.isPending}
      error={removal.error}
      failure="Failed to delete the card"
      onConfirm={() => removal.mutate()}
    >
      {card.title} and its value are deleted for everybody. This cannot be undone. The audit log keeps who
      looked at it.
    </ConfirmDialog>
  );
}

/** The log of accesses to cards, each with its person, time and reason. */
function AccessLog({
  filter,
  about,
  onClose,
}: {
  filter: LookFilter;
  /** The name of a key or card. Undefined for all. */
  about: string | undefined;
  onClose: () => void;
}) {
  const list = useLooks(filter);
  return (
    <Drawer onClose={onClose} title={about ? `Access log: ${about}` : "Access log"}>
      <div className="p-4">
        <PagedList
          list={list}
          moreLabel="Show earlier looks"
          skeleton={<RowSkeletons label="Loading the access log" mark={28} rowClassName="py-2" />}
          empty={<EmptyState drawing="search" title="Nobody has looked yet" />}
        >
          {(looks) => (
            <ul aria-label="Looks" className="flex flex-col divide-y">
              {looks.map((look) => (
                <Look key={look.id} look={look} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Drawer>
  );
}

function Look({ look: { person, kind, card, reason, approvedBy, at } }: { look: SensitiveLook }) {
  const Icon = kind === "copy" ? Copy : Eye;
  const keyNames = useKeyNames();
  return (
    <li className="flex gap-3 py-2.5">
      <PersonAvatar person={person} decorative size={28} />
      <div className="min-w-0 flex-1 text-sm">
        <p>
          <strong className="font-semibold">{authorName(person)}</strong>{" "}
          {kind === "copy" ? "copied" : "looked at"} {card.title}
        </p>
        <p className="text-muted text-xs">{reason}</p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-faint text-xs">
          <Icon className="size-3 flex-none" />
          {keyNames[card.key] ?? card.key}, {formatInstant(at)}
          {approvedBy && `, approved by ${authorName(approvedBy)}`}
        </p>
      </div>
    </li>
  );
}
