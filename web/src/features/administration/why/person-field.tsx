import type { AdminUser } from "@atoll/contract/administration/schemas";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { selectTrigger } from "../../../ui/field/select-parts.tsx";
import { SearchList } from "../../../ui/list/search-list.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { PopupTriggerProps } from "../../../ui/popup/use-lazy-popup.ts";
import { useAccountSearch } from "./api.ts";

export interface PersonFieldProps {
  person: AdminUser | undefined;
  onChoose: (userId: string) => void;
}

/** The person in question, found by name or email. */
export function PersonField({ person, onChoose }: PersonFieldProps) {
  return (
    <Popover
      label="Choose a person"
      align="start"
      className="w-[320px]"
      trigger={<PersonButton person={person} />}
    >
      {(close) => (
        <AccountSearch
          onChoose={(userId) => {
            close();
            onChoose(userId);
          }}
        />
      )}
    </Popover>
  );
}

function PersonButton({ person, ...trigger }: { person: AdminUser | undefined } & PopupTriggerProps) {
  return (
    <button {...trigger} type="button" className={selectTrigger}>
      {person ? (
        <>
          <Avatar decorative userId={person.id} picture={person.avatar} name={person.name} size={20} />
          <span className="flex-1 truncate text-left">{person.name}</span>
        </>
      ) : (
        <span className="flex-1 truncate text-left text-faint">Choose a person</span>
      )}
      <ChevronsUpDown className="size-4 text-faint" />
    </button>
  );
}

const debounceMs = 200;

function AccountSearch({ onChoose }: { onChoose: (userId: string) => void }) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), debounceMs);
  const { data, error, isFetching, refetch } = useAccountSearch(search);
  const users = data?.users ?? [];
  return (
    <SearchList
      label="Search users"
      listLabel="Users"
      text={text}
      onTextChange={setText}
      query={search}
      loading={isFetching}
      error={error ? errorMessage(error, "Search failed") : null}
      onRetry={() => void refetch()}
      empty={`No results found for "${search}"`}
      onChoose={onChoose}
      options={users.map((user) => ({
        id: user.id,
        title: user.name,
        detail: user.email,
        mark: <Avatar decorative userId={user.id} picture={user.avatar} name={user.name} size={28} />,
        hint: user.isDisabled && <span className="flex-none text-faint text-xs">Disabled</span>,
      }))}
    />
  );
}
