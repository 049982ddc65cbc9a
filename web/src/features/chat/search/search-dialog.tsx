import type { Channel, Message } from "@atoll/contract/chat/schemas";
import { findNames } from "@atoll/contract/text/find-names";
import { useRef, useState } from "react";
import { type PeopleSearch, usePeopleSearch } from "../../../capabilities/people/use-people-search.ts";
import { counted } from "../../../lib/counted.ts";
import { wallText } from "../../../lib/time/wall-time.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { KeyHints } from "../../../ui/list/key-hints.tsx";
import { useOptionList } from "../../../ui/list/use-option-list.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import { useChannels } from "../session/use-channels.ts";
import { explainUnknown } from "./explain-unknown.ts";
import { SearchResults } from "./search-results.tsx";
import { useMessageSearch } from "./use-message-search.ts";
import { useOpenDirect } from "./use-open-direct.ts";

/** Specification, section 9: results of each kind. */
const maxResults = 20;
/** The number of suggestions before anything is typed. */
const maxRecent = 8;

/** The people are without those whose chat is among the results. */
interface ChatSearch extends PeopleSearch {
  chats: readonly Channel[];
}

/** Chats by a part of their name, and people by theirs; without a query, the chats that were used last. */
function useChatSearch(query: string): ChatSearch {
  const { data: channels = [] } = useChannels();
  const search = usePeopleSearch(query, { max: maxResults, debounceMs: 0 });
  const chats = findNames(channels.map(asNamed), query)
    .slice(0, query === "" ? maxRecent : maxResults)
    .map(({ channel }) => channel);
  const inChats = new Set(
    chats.flatMap(({ peers }) => (peers.length === 1 ? peers.map(({ id }) => id) : [])),
  );
  return { ...search, chats, people: search.people.filter(({ id }) => !inChats.has(id)) };
}

/** A chat of several shows first names only; it is found by their whole ones, too. */
const asNamed = (channel: Channel) => ({
  channel,
  label: channelTitle(channel),
  also: channel.peers.map(({ name }) => name).join(" "),
});

/** The search operators: as shown, and as inserted into the field. The server parses them. */
const operators: readonly [shown: string, written: () => string][] = [
  ["from:name", () => "from:"],
  ["in:channel", () => "in:"],
  ["before:date", () => `before:${today()} `],
  ["after:date", () => `after:${today()} `],
  ["has:file", () => "has:file "],
  ["has:link", () => "has:link "],
  ["is:starred", () => "is:starred "],
];

/** Lists the operators. Pressing one adds it to the field. */
function OperatorHints({ onAdd }: { onAdd: (operator: string) => void }) {
  return (
    <ul aria-label="Narrow it down" className="flex flex-none flex-wrap gap-1.5">
      {operators.map(([shown, written]) => (
        <li key={shown}>
          <button
            type="button"
            aria-label={`Add ${shown}`}
            className="rounded-sm border bg-surface px-1.5 py-0.5 font-mono text-2xs text-muted hover:bg-surface-hover hover:text-text max-md:py-1.5"
            onClick={() => onAdd(written())}
          >
            {shown}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** As the operators take a day: "2026-11-21", by the person's own calendar. */
const today = (): string => wallText(new Date()).slice(0, 10);

export interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
  /** Opens a chat at a message; without this at its end. */
  onOpenMessage?: ((message: Message) => void) | undefined;
}

/** Specification, section 9. */
const debounceMs = 300;
/** As the server takes it. */
const maxQueryLength = 200;

/** Finds a chat that exists, or a colleague to begin one with. Specification, section 2 (chat screen). */
export function SearchDialog({ open, onOpenChange, onOpen, onOpenMessage }: SearchDialogProps) {
  return (
    <Dialog open={open} onClose={() => onOpenChange(false)} title="Search Chats & People" width={600}>
      <Search onOpen={onOpen} onOpenMessage={onOpenMessage ?? (({ channelId }) => onOpen(channelId))} />
    </Dialog>
  );
}

/** Its own component, so that each opening begins empty. */
function Search({
  onOpen,
  onOpenMessage,
}: {
  onOpen: (channelId: string) => void;
  onOpenMessage: (message: Message) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const query = useDebounced(text.trim(), debounceMs);
  const { chats, people, error, retry, ...names } = useChatSearch(query);
  const { hits, corrected, ...messages } = useMessageSearch(query);
  const isSearching = names.isSearching || messages.isSearching;
  const direct = useOpenDirect(onOpen);
  const failure = direct.error ?? error;
  const count = chats.length + hits.length + people.length;
  const list = useOptionList({ count, key: query, onChoose: choose });

  // If the search for people failed, it is unknown whether there are none.
  const isUnknown = count === 0 && error !== null;
  const found = query === "" || isSearching || isUnknown ? undefined : counted(count, "result");
  const unknown = explainUnknown(query);
  function addOperator(operator: string) {
    setText((before) => `${before.trimEnd()} ${operator}`.trimStart());
    field.current?.focus();
  }
  function choose(index: number) {
    const chat = chats[index];
    const hit = hits[index - chats.length];
    const person = people[index - chats.length - hits.length];
    if (chat) onOpen(chat.id);
    else if (hit) onOpenMessage(hit.message);
    else if (person) direct.open(person.id);
  }
  return (
    <>
      <SearchField
        {...list.field}
        ref={field}
        label="Search chats, messages and people"
        value={text}
        maxLength={maxQueryLength}
        note={found}
        loading={isSearching || direct.isOpening}
        onTextChange={setText}
      />
      {failure !== null && (
        <RetryAlert
          message={failure}
          retrying={names.isSearching}
          // If opening the chat failed, the person can be chosen again.
          onRetry={direct.error === null ? retry : undefined}
          focusAfter={field}
        />
      )}
      <div className="-mx-2 h-[min(440px,52dvh)] flex-none overflow-y-auto">
        {unknown !== null && (
          <p role="status" className="px-2 pt-2 text-muted text-xs">
            {unknown}
          </p>
        )}
        {corrected !== null && (
          <p role="status" className="px-2 pt-2 text-muted">
            Showing messages for <strong className="font-semibold text-text">{corrected}</strong>
          </p>
        )}
        <SearchResults list={list} chats={chats} hits={hits} people={people} query={query} />
        {query === "" && chats.length === 0 && (
          <p role="status" className="px-2 py-8 text-center text-muted">
            Type a name to search
          </p>
        )}
        {count === 0 && !isSearching && !isUnknown && query !== "" && (
          <EmptyState title={`No results found for "${query}"`} drawing="search" />
        )}
        <p role="status" className="sr-only">
          {found}
        </p>
      </div>
      <OperatorHints onAdd={addOperator} />
      <Keys />
    </>
  );
}

/** The shortcuts at the bottom of the dialog, on devices with a keyboard. */
function Keys() {
  return (
    <div
      aria-hidden="true"
      className="-mx-5 -mb-5 flex flex-none items-center gap-4 border-t bg-surface px-5 py-2.5 text-muted text-xs max-md:hidden"
    >
      <KeyHints />
    </div>
  );
}
