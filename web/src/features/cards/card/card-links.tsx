import { cardLinkKinds, maxCardLinks } from "@atoll/contract/cards/limits";
import type { CardLink, LinkedThing, NamedCard } from "@atoll/contract/cards/link-schemas";
import type { Card } from "@atoll/contract/cards/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { searchRoutes } from "@atoll/contract/search/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BookOpen, Calendar, CircleCheckBig, Layers, Link2, MessageCircle, Plus, X } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { SearchList } from "../../../ui/list/search-list.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useCardLinks } from "../data/api.ts";
import { cardChanges } from "../data/changes.ts";

type LinkKind = CardLink["kind"];

const kinds: Readonly<Record<LinkKind, { label: string; icon: IconType }>> = {
  card: { label: "Cards", icon: Layers },
  task: { label: "Tasks", icon: CircleCheckBig },
  event: { label: "Events", icon: Calendar },
  message: { label: "Messages", icon: MessageCircle },
  article: { label: "Pages", icon: BookOpen },
};

/** The links of a card, and the cards that link to it, as far as the viewer may read them. */
export function CardLinks({ card }: { card: Card }) {
  const query = useCardLinks(card.id);
  const queue = useChanges(cardChanges);
  const { links = [], cards = [], isFull } = query.data ?? {};
  const hidden = isFull ? maxCardLinks - links.length : 0;
  const change = (set: { linked: CardLink[] } | { unlinked: CardLink[] }, said: string) => ({
    about: [card.id],
    title: card.title,
    said,
    change: { act: "change" as const, set },
  });
  const taken = new Set([card.id, ...links.map(({ id }) => id)]);
  return (
    <section aria-label="Links" className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 font-semibold text-sm">Links</h3>
        {query.data && !isFull && (
          <Popover
            label="Add a link"
            align="end"
            className="w-[340px]"
            trigger={
              <Button size="xs" variant="ghost" icon={Plus}>
                Add link
              </Button>
            }
          >
            {(close) => (
              <ThingSearch
                taken={taken}
                onChoose={({ kind, id, title }) => {
                  queue.change(change({ linked: [{ kind, id }] }, `${title} linked`));
                  close();
                }}
              />
            )}
          </Popover>
        )}
      </div>
      {query.error && !query.data && <LoadState query={query} failure="Failed to load the links" />}
      {query.data && links.length === 0 && cards.length === 0 && !isFull && (
        <p className="text-muted text-xs">Link tasks, events, messages, pages and other cards.</p>
      )}
      {hidden > 0 && (
        <p className="text-muted text-xs">
          This card has {maxCardLinks} links, {hidden} of which you cannot see. Remove one to add another.
        </p>
      )}
      <ul className="flex flex-col divide-y">
        {links.map((link) => (
          <li key={`${link.kind} ${link.id}`} className="flex min-h-9 items-center gap-2 text-sm">
            <Linked link={link} />
            <IconButton
              size="xs"
              icon={X}
              label={`Remove the link to ${nameOf(link)}`}
              onClick={() =>
                queue.change(
                  change({ unlinked: [{ kind: link.kind, id: link.id }] }, `Link to ${nameOf(link)} removed`),
                )
              }
            />
          </li>
        ))}
        {cards.map((linking) => (
          <li key={linking.id} className="flex min-h-9 items-center gap-2 text-sm">
            <Linking card={linking} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = ({ title, text }: Pick<LinkedThing, "title" | "text">) =>
  title || text.slice(0, 60) || "a message";

function Linked({ link }: { link: LinkedThing }) {
  const now = useNow();
  const Icon = kinds[link.kind].icon;
  const note = link.kind === "event" ? formatWallDate(dayOf(link.at), now) : link.note;
  return (
    <>
      <Icon aria-hidden="true" className="size-4 flex-none text-faint" />
      <AddressLink address={link.link} className="min-w-0 flex-1 truncate hover:underline">
        {nameOf(link)}
      </AddressLink>
      {note !== "" && <span className="flex-none text-muted text-xs">{note}</span>}
    </>
  );
}

function Linking({ card }: { card: NamedCard }) {
  return (
    <>
      <Link2 aria-hidden="true" className="size-4 flex-none text-faint" />
      <AddressLink address={card.link} className="min-w-0 flex-1 truncate hover:underline">
        {card.title}
      </AddressLink>
      <span className="flex-none text-muted text-xs">
        Links here · {card.section} · {card.stage}
      </span>
    </>
  );
}

const debounceMs = 250;
const maxResults = 8;

/** Finds things of one kind by their words. */
function ThingSearch({
  taken,
  onChoose,
}: {
  taken: ReadonlySet<string>;
  onChoose: (thing: { kind: LinkKind; id: string; title: string }) => void;
}) {
  const [kind, setKind] = useState<LinkKind>("card");
  const [text, setText] = useState("");
  const words = useDebounced(text.trim(), debounceMs);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["cards", "linkable", kind, words],
    queryFn: ({ signal }) =>
      call(searchRoutes.searchEverywhere, { query: { query: words, kind, limit: maxResults } }, { signal }),
    enabled: words !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  const hits = words === "" ? [] : (data?.items ?? []);
  const Icon = kinds[kind].icon;
  const found = hits.filter((hit) => hit.kind === kind && !taken.has(hit.id));
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Kind"
        hideLabel
        value={kind}
        onValueChange={setKind}
        options={cardLinkKinds.map((value) => ({ value, label: kinds[value].label }))}
      />
      <SearchList
        label={`Search ${kinds[kind].label.toLowerCase()}`}
        listLabel={kinds[kind].label}
        loading={isFetching}
        error={error ? errorMessage(error, "Search failed") : null}
        onRetry={() => void refetch()}
        text={text}
        onTextChange={setText}
        query={words}
        empty={words === "" ? "Type a word of its name or text." : `No results found for "${words}"`}
        onChoose={(id) => {
          const hit = found.find((one) => one.id === id);
          if (hit) onChoose({ kind, id, title: titleOf(hit) });
        }}
        options={found.map((hit) => ({
          id: hit.id,
          title: titleOf(hit),
          detail: detailOf(hit),
          mark: <Icon aria-hidden="true" className="size-4 flex-none text-faint" />,
        }))}
      />
    </div>
  );
}

const titleOf = ({ title, text }: Hit) => title.text || text.text.slice(0, 80) || "A message";

function detailOf({ detail, person }: Hit): string {
  if (detail.kind === "card") return `${detail.section} · ${detail.stage}`;
  if (detail.kind === "event") return formatWallDate(detail.startsOn ?? dayOf(detail.startsAt), new Date());
  return person?.name ?? "";
}
