import { useBoardStore } from "../canvas/board-store.tsx";

/** How many votes the viewer has left. */
export function VotesLeft() {
  const { board, votes, mayTakePart } = useBoardStore();
  const all = board.session.votesPerPerson;
  if (!mayTakePart || !votes) return null;
  const left = Math.max(0, all - votes.own.length);
  return (
    <span className="flex items-center gap-2 whitespace-nowrap border-l pl-2.5 font-semibold text-xs max-md:border-l-0 max-md:pl-0">
      <span aria-hidden="true" className="flex gap-1">
        {Array.from({ length: all }, (_, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other name
            key={index}
            className={
              index < all - left
                ? "size-2.5 rounded-full inset-ring-[1.5px] inset-ring-muted"
                : "size-2.5 rounded-full bg-primary"
            }
          />
        ))}
      </span>
      <span role="status">
        {left} of {all} votes left
      </span>
    </span>
  );
}
