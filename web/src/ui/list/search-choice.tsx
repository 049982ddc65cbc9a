import { useId } from "react";
import { RemovableBadge } from "../badge/removable-badge.tsx";
import { FieldNote } from "../field/field.tsx";
import { SearchList, type SearchListProps } from "./search-list.tsx";

interface SearchChoiceProps extends Omit<SearchListProps, "errorId" | "error" | "marksFirst"> {
  /** Stands above the field. */
  title: string;
  /** The name of what is chosen, if anything is. */
  chosen: string | undefined;
  onClear: () => void;
  /** The error of the choice. */
  error?: string | undefined;
  /** The error of the search. */
  failure?: string | null;
}

/** One thing that is found by its name: a search field until it is chosen, then a badge that takes it off. */
export function SearchChoice({ title, chosen, onClear, error, failure, ...list }: SearchChoiceProps) {
  const noteId = useId();
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="font-semibold text-xs">{title}</p>
      {chosen === undefined ? (
        <SearchList {...list} error={failure ?? null} errorId={error && noteId} marksFirst={false} />
      ) : (
        <span>
          <RemovableBadge label={chosen} onRemove={onClear} />
        </span>
      )}
      {error && <FieldNote id={noteId} isError note={error} />}
    </div>
  );
}
