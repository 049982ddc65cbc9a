import type { Person } from "@atoll/contract/people/schemas";
import { useRef, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { usePeopleSearch } from "../../../capabilities/people/use-people-search.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { OptionRow } from "../../../ui/list/option-row.tsx";
import { useOptionList } from "../../../ui/list/use-option-list.ts";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { Highlighted } from "./highlighted.tsx";
import { useOpenDirect } from "./use-open-direct.ts";

export interface NewChatDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
}

/** Specification, section 9. */
const maxResults = 8;
/** As the server takes it. */
const maxNameLength = 100;

/** Finds a colleague and opens the direct chat with them. Specification, section 2 (chat screen). */
export function NewChatDialog({ open, onOpenChange, onOpen }: NewChatDialogProps) {
  return (
    <Dialog open={open} onClose={() => onOpenChange(false)} title="Start a new chat">
      <NewChat onOpen={onOpen} />
    </Dialog>
  );
}

/** Its own component, so that each opening begins empty. */
function NewChat({ onOpen }: { onOpen: (channelId: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const { people, name, error, isSearching, retry } = usePeopleSearch(text, { max: maxResults });
  const direct = useOpenDirect(onOpen);
  const failure = direct.error ?? error;
  const list = useOptionList({ count: people.length, key: text, onChoose: (index) => choose(people[index]) });

  function choose(person: Person | undefined) {
    if (person) direct.open(person.id);
  }
  return (
    <>
      <SearchField
        {...list.field}
        ref={field}
        label="Search people"
        placeholder="Type a name to search"
        value={text}
        maxLength={maxNameLength}
        loading={isSearching || direct.isOpening}
        onTextChange={setText}
      />
      {failure !== null && (
        <RetryAlert
          message={failure}
          retrying={isSearching}
          // If opening the chat failed, the person can be chosen again.
          onRetry={direct.error === null ? retry : undefined}
          focusAfter={field}
        />
      )}
      <div className="-mx-2 h-[min(400px,52dvh)] overflow-y-auto">
        <div id={list.listId} role="listbox" aria-label="People">
          {people.map((person, index) => (
            <OptionRow
              key={person.id}
              {...list.option(index)}
              mark={<PersonAvatar person={person} decorative size={28} />}
              title={<Highlighted text={authorName(person)} query={text.trim()} />}
              detail={person.email}
            />
          ))}
        </div>
        {people.length === 0 && <Hint name={name} isSearching={isSearching} hasFailed={error !== null} />}
      </div>
    </>
  );
}

function Hint({ name, isSearching, hasFailed }: { name: string; isSearching: boolean; hasFailed: boolean }) {
  if (isSearching || hasFailed) return null;
  return (
    <p role="status" className="px-2 py-8 text-center text-muted">
      {name === "" ? "Type a name to search" : `No results found for "${name}"`}
    </p>
  );
}
