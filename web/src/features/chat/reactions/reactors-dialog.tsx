import type { Message, Reaction } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { DialogPersonCards } from "../../../capabilities/people/card/person-card.tsx";
import { PersonName } from "../../../capabilities/people/person-name.tsx";
import { PresentAvatar } from "../../../capabilities/people/present-avatar.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { reactorsQuery } from "./api.ts";
import { othersInWords } from "./reactor-names.ts";

export interface ReactorsDialogProps {
  /** As it is now; undefined closes the dialog. */
  message: Message | undefined;
  onClose: () => void;
}

/** The people who reacted to a message, by emoji: for touch, and for lists that are too long for a tooltip. */
export function ReactorsDialog({ message, onClose }: ReactorsDialogProps) {
  // Keep the content while the dialog closes.
  const [last, setLast] = useState(message);
  if (message && message !== last) setLast(message);
  return (
    <Dialog open={message !== undefined} onClose={onClose} title="Who reacted" width={420}>
      {last && <Reactors message={last} />}
      <DialogPersonCards />
    </Dialog>
  );
}

function Reactors({ message }: { message: Message }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...reactorsQuery(message),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<string>();
  const shown = message.reactions.find(({ emoji }) => emoji === chosen) ?? message.reactions[0];
  if (!shown) return <p className="text-muted">Nobody reacts to this message any more.</p>;
  return (
    <Tabs
      label="Reactions"
      value={shown.emoji}
      onValueChange={setChosen}
      tabs={message.reactions.map(({ emoji, count }) => ({ value: emoji, label: emoji, count }))}
    >
      <div className="-mx-1 max-h-[min(320px,45dvh)] min-h-[152px] overflow-y-auto px-1">
        {data ? (
          <PeopleOf label={`People who reacted with ${shown.emoji}`} {...shown} people={data} />
        ) : error ? (
          <LoadState query={{ error, isFetching, refetch }} />
        ) : (
          <RowSkeletons label="Loading people" mark={28} rowClassName="py-1.5" />
        )}
      </div>
    </Tabs>
  );
}

interface PeopleOfProps extends Pick<Reaction, "userIds" | "count"> {
  label: string;
  people: readonly Person[];
}

/** The people of a reaction or a vote, and how many there are more. */
export function PeopleOf({ label, userIds, count, people }: PeopleOfProps) {
  const byId = new Map(people.map((person) => [person.id, person]));
  const named = userIds.flatMap((id) => byId.get(id) ?? []);
  const others = count - named.length;
  return (
    <>
      <ul aria-label={label}>
        {named.map((person) => (
          <li key={person.id} className="flex items-center gap-3 py-1.5">
            <PresentAvatar userId={person.id} picture={person.avatar} name={authorName(person)} size={28} />
            <PersonName person={person} className="min-w-0 flex-1" />
          </li>
        ))}
      </ul>
      {others > 0 && <p className="py-1.5 text-muted text-xs">{othersInWords(others)}</p>}
    </>
  );
}
