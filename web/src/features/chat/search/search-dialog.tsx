import { useState } from "react";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineAlert } from "../../../ui/inline-alert.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { useOptionList } from "../../../ui/use-option-list.ts";
import { SearchResults } from "./search-results.tsx";
import { useChatSearch } from "./use-chat-search.ts";
import { useOpenDirect } from "./use-open-direct.ts";

export interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
}

/** Specification, section 9. */
const debounceMs = 300;

/** Finds a chat that exists, or a colleague to begin one with. Specification, section 2 (chat screen). */
export function SearchDialog({ open, onOpenChange, onOpen }: SearchDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search Chats & People" width={600}>
      <Search onOpen={onOpen} />
    </Dialog>
  );
}

/** Its own component, so that each opening begins empty. */
function Search({ onOpen }: { onOpen: (channelId: string) => void }) {
  const [text, setText] = useState("");
  const query = useDebounced(text.trim(), debounceMs);
  const { chats, people, error, isSearching } = useChatSearch(query);
  const direct = useOpenDirect(onOpen);
  const count = chats.length + people.length;
  const list = useOptionList({ count, key: query, onChoose: choose });

  function choose(index: number) {
    const chat = chats[index];
    const person = people[index - chats.length];
    if (chat) onOpen(chat.id);
    else if (person) direct.open(person.id);
  }
  return (
    <>
      <SearchField
        {...list.field}
        label="Search chats and people"
        value={text}
        loading={isSearching || direct.isOpening}
        onChange={(event) => setText(event.target.value)}
        onClear={() => setText("")}
      />
      {(direct.error ?? error) && <InlineAlert tone="error">{direct.error ?? error}</InlineAlert>}
      <div className="-mx-2 max-h-[min(440px,55vh)] min-h-[280px] overflow-y-auto">
        <SearchResults list={list} chats={chats} people={people} query={query} />
        {count === 0 && !isSearching && query !== "" && (
          <EmptyState title={`No results found for "${query}"`} drawing="search" />
        )}
        <p role="status" className="sr-only">
          {query !== "" && !isSearching && `${count} results`}
        </p>
      </div>
      <Keys />
    </>
  );
}

/** At the foot of the dialog, where there is a keyboard. */
function Keys() {
  return (
    <div
      aria-hidden="true"
      className="-mx-5 -mb-5 flex flex-none items-center gap-4 border-t bg-surface px-5 py-2.5 text-muted text-xs max-md:hidden"
    >
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> Move
      </span>
      <span className="flex items-center gap-1">
        <Kbd>↵</Kbd> Open
      </span>
      <span className="flex items-center gap-1">
        <Kbd>Esc</Kbd> Close
      </span>
    </div>
  );
}
