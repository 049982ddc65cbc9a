import { useMutation } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../../capabilities/people/author-name.ts";
import { usePeopleSearch } from "../../../../capabilities/people/use-people-search.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { Avatar } from "../../../../ui/avatar/avatar.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { SearchList } from "../../../../ui/list/search-list.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import { addMember } from "../api.ts";
import { useChannelCache } from "../use-channel-cache.ts";

const maxResults = 8;

/** Finds colleagues by name and adds the chosen one immediately. */
export function AddMember({ channelId }: { channelId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const search = usePeopleSearch(isOpen ? text : "", { max: maxResults });
  const { name } = search;
  const cache = useChannelCache();
  const adding = useMutation({
    mutationFn: (person: { id: string; name: string }) => addMember(channelId, person.id),
    onSuccess: (_done, person) => {
      setText("");
      notify.success(`${authorName(person)} was added`);
    },
    onSettled: () => cache.refreshMembers(channelId),
  });

  function choose(id: string) {
    const person = search.people.find((one) => one.id === id);
    if (person && !adding.isPending) adding.mutate(person);
  }
  if (!isOpen) {
    return (
      <Button size="sm" icon={UserPlus} className="self-start" onClick={() => setIsOpen(true)}>
        Add people
      </Button>
    );
  }
  return (
    <section aria-label="Add people" className="rounded-md border bg-surface-raised p-3">
      <SearchList
        label="Search people to add"
        listLabel="People"
        text={text}
        onTextChange={(next) => {
          setText(next);
          if (adding.error) adding.reset();
        }}
        query={text}
        isAnswered
        options={search.people.map((person) => ({
          id: person.id,
          title: authorName(person),
          detail: person.email,
          mark: <Avatar decorative userId={person.id} picture={person.avatar} name={person.name} size={28} />,
        }))}
        onChoose={choose}
        loading={search.isSearching || adding.isPending}
        error={adding.error ? errorMessage(adding.error) : search.error}
        // A person who could not be added can be chosen again.
        onRetry={adding.error ? undefined : search.retry}
        empty={name === "" ? "Type a name to search" : `No results found for "${name}"`}
      />
      <Button size="sm" variant="ghost" onClick={() => setIsOpen(false)}>
        Done
      </Button>
    </section>
  );
}
