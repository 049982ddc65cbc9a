import type { AdminUser } from "@atoll/contract/administration/schemas";
import { permissions } from "@atoll/contract/permission-list";
import { permissionSentence } from "@atoll/contract/permission-sentence";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Select } from "../../../ui/field/select.tsx";
import { selectTrigger } from "../../../ui/field/select-parts.tsx";
import { SearchList } from "../../../ui/list/search-list.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { PopupTriggerProps } from "../../../ui/popup/use-lazy-popup.ts";
import { useAccountSearch } from "./api.ts";
import type { AskablePage, WhyQuestion } from "./question.ts";

interface PersonFieldProps {
  person: AdminUser | undefined;
  onChoose: (userId: string) => void;
}

/** The person in question, found by name or email. */
function PersonField({ person, onChoose }: PersonFieldProps) {
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
          <PersonAvatar person={person} decorative size={20} />
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
        mark: <PersonAvatar person={user} decorative size={28} />,
        hint: user.isDisabled && <span className="flex-none text-faint text-xs">Disabled</span>,
      }))}
    />
  );
}

export interface QuestionFormProps {
  question: WhyQuestion;
  onAsk: (question: WhyQuestion) => void;
  person: AdminUser | undefined;
  pages: readonly AskablePage[];
  /** As they are called now. */
  departments: readonly { slug: string; name: string }[];
}

type Kind = "path" | "permission";

/** The question as a sentence with gaps: why can a person open a page, or use a permission? */
export function QuestionForm({ question, onAsk, person, pages, departments }: QuestionFormProps) {
  const { user, path, permission } = question;
  const [chosenKind, setKind] = useState<Kind>("path");
  const kind = permission ? "permission" : path ? "path" : chosenKind;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-surface-raised p-4 shadow-1">
      <span className="whitespace-nowrap font-medium max-md:w-full">Why can</span>
      <div className="w-[210px] max-md:w-full">
        <PersonField person={person} onChoose={(userId) => onAsk({ ...question, user: userId })} />
      </div>
      <Select<Kind>
        label="What to ask about"
        hideLabel
        className="w-[170px] max-md:w-full"
        value={kind}
        onValueChange={(next) => {
          setKind(next);
          onAsk({ user });
        }}
        options={[
          { value: "path", label: "open the page" },
          { value: "permission", label: "use the permission" },
        ]}
      />
      {kind === "path" ? (
        <Select
          key="path"
          label="Page"
          hideLabel
          className="min-w-[220px] flex-1 max-md:w-full md:max-w-[380px]"
          placeholder="Choose a page"
          value={path ?? null}
          onValueChange={(next) => onAsk({ user, path: next })}
          options={withPath(pages, path).map((page) => ({ value: page.path, label: page.label }))}
        />
      ) : (
        <Select
          key="permission"
          label="Permission"
          hideLabel
          className="min-w-[220px] flex-1 max-md:w-full md:max-w-[380px]"
          placeholder="Choose a permission"
          value={permission ?? null}
          onValueChange={(next) => onAsk({ user, permission: next })}
          options={permissions.map((permission) => ({
            value: `${permission.resource}:${permission.action}`,
            label: permissionSentence(permission, departments).replace(/\.$/, ""),
          }))}
        />
      )}
      <span aria-hidden="true" className="max-md:hidden">
        ?
      </span>
    </div>
  );
}

/** An address may ask about any path: one that is not in the list joins it under its own name. */
function withPath(pages: readonly AskablePage[], path: string | undefined): readonly AskablePage[] {
  return path === undefined || pages.some((page) => page.path === path)
    ? pages
    : [...pages, { path, label: path }];
}
