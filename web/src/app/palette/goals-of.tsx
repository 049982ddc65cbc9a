import { ChatGoals } from "../chat/palette.tsx";
import { SearchGoals } from "../search/palette.tsx";
import { AreaGoals } from "./area-goals.tsx";
import type { AreaGoalsProps, FoundGoals } from "./goal.ts";

/** Collects what all areas find for a text. */
export function GoalsOf({ children, ...props }: AreaGoalsProps) {
  return (
    <ChatGoals {...props}>
      {(chat) => (
        <AreaGoals {...props}>
          {(areas) => (
            <SearchGoals {...props}>
              {(search) => children(together(together(chat, areas), search))}
            </SearchGoals>
          )}
        </AreaGoals>
      )}
    </ChatGoals>
  );
}

function together(one: FoundGoals, other: FoundGoals): FoundGoals {
  return {
    found: [...one.found, ...other.found],
    places: [...one.places, ...other.places],
    actions: [...one.actions, ...other.actions],
    later: [...(one.later ?? []), ...(other.later ?? [])],
    error: one.error ?? other.error,
    isSearching: one.isSearching || other.isSearching,
  };
}
