import type { RecentSearch, SavedSearch } from "@atoll/contract/search/saved-schemas";
import { Bookmark, History, X } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { type ShownSearch, shownAt } from "../data/shown.ts";
import { useSearchChanges, useSearches } from "../data/use-searches.ts";
import { inWords, type NamesOf } from "../filters/in-words.ts";

export interface OwnSearchesProps {
  onChoose: (shown: ShownSearch) => void;
  names: NamesOf;
}

/** The viewer's saved and recent searches; nothing where there are none. */
export function OwnSearches({ onChoose, names }: OwnSearchesProps) {
  const { data, error, refetch, isFetching } = useSearches();
  const changes = useSearchChanges();
  const now = useNow();
  if (!data)
    return error ? (
      <RetryAlert
        message={errorMessage(error, "Failed to load your searches")}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <RowSkeletons label="Loading your searches" mark={16} rowClassName="px-2 py-2" />
    );
  const attempt = (work: Promise<unknown>, failure: string) =>
    void work.catch((problem) => notify.error(errorMessage(problem, failure)));
  const { saved, recent } = data;
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {saved.length > 0 && (
        <Searches title="Saved searches">
          {saved.map(({ id, name, address }: SavedSearch) => (
            <Row
              key={id}
              icon={Bookmark}
              text={name}
              note={inWords(shownAt(address), names)}
              onChoose={() => onChoose(shownAt(address))}
              removeLabel={`Delete ${name}`}
              onRemove={() => attempt(changes.remove(id), "Failed to delete the search")}
            />
          ))}
        </Searches>
      )}
      {recent.length > 0 && (
        <Searches
          title="Recent searches"
          action={
            <Button
              variant="ghost"
              size="xs"
              onClick={() => attempt(changes.forget(), "Failed to clear recent searches")}
            >
              Clear
            </Button>
          }
        >
          {recent.slice(0, 8).map(({ address, at }: RecentSearch) => {
            const words = inWords(shownAt(address), names);
            return (
              <Row
                key={address}
                icon={History}
                text={words}
                note={formatAge(at, now)}
                onChoose={() => onChoose(shownAt(address))}
                removeLabel={`Forget ${words}`}
                onRemove={() => attempt(changes.forget(address), "Failed to delete the search")}
              />
            );
          })}
        </Searches>
      )}
    </div>
  );
}

function Searches({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border bg-surface-raised p-4 shadow-1">
      <div className="mb-2 flex min-h-6 items-center justify-between">
        <h2 className="font-semibold text-md">{title}</h2>
        {action}
      </div>
      <ul className="divide-y">{children}</ul>
    </section>
  );
}

interface RowProps {
  icon: IconType;
  text: string;
  note: string;
  onChoose: () => void;
  removeLabel: string;
  onRemove: () => void;
}

function Row({ icon: Icon, text, note, onChoose, removeLabel, onRemove }: RowProps) {
  return (
    <li className="group flex items-center gap-1">
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-10 min-w-0 flex-1 items-center gap-2.5 rounded-sm text-left hover:text-primary-text"
      >
        <Icon className="size-4 flex-none text-faint" />
        <span className="min-w-0 flex-1 truncate">{text}</span>
        <span className="max-w-[45%] flex-none truncate text-faint text-xs">{note}</span>
      </button>
      <IconButton label={removeLabel} icon={X} size="xs" onClick={onRemove} />
    </li>
  );
}
