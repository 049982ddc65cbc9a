import type { Task } from "@atoll/contract/tasks/schemas";
import { useMemo } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { moveOutboxOf, useWaitingMoves } from "../waiting/move-outbox.ts";
import { tellThatItWaits } from "../waiting/tell-that-it-waits.ts";
import { foldAhead, useAhead } from "../waiting/use-ahead.ts";
import { type Board, findTask, type PlaceOnBoard, withAhead, withMove } from "./board-state.ts";
import { statusNames } from "./task-words.ts";

/**
 * Moves tasks about on a board: at once to the eye, and back where the server refuses it. Without a connection it waits.
 * What was moved at one go can be taken back at one go for ten seconds.
 */
export function useMoves(board: Board | undefined) {
  const signedIn = useSignedIn();
  const moves = useWaitingMoves();
  const ahead = useAhead();
  const shown = useMemo(() => {
    if (!board) return undefined;
    const changed = foldAhead(board, ahead, withAhead);
    return moves.reduce(
      (held, { body }) =>
        body.isPlaced && held.order.sort === "manual"
          ? withMove(held, body.taskIds, body)
          : body.taskIds.reduce(
              (one, id) => withAhead(one, id, (task) => ({ ...task, status: body.status })),
              held,
            ),
      changed,
    );
  }, [board, ahead, moves]);

  function move(tasks: readonly Pick<Task, "id" | "title">[], place: PlaceOnBoard): void {
    const [first] = tasks;
    if (!first || !board) return;
    const isOne = tasks.length === 1;
    const column = statusNames[place.status];
    const isSame = shown !== undefined && findTask(shown, first.id)?.status === place.status;
    moveOutboxOf(signedIn).add("board", {
      ...place,
      taskIds: tasks.map(({ id }) => id),
      title: isOne ? `“${first.title}”` : `${tasks.length} tasks`,
      isPlaced: board.order.sort === "manual",
      said: isOne
        ? `Moved ${isSame ? "within" : "to"} ${column}`
        : `${tasks.length} tasks moved to ${column}`,
    });
    tellThatItWaits(signedIn);
  }
  return { board: shown, move };
}
