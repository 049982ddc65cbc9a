import type { Task } from "@atoll/contract/tasks/schemas";
import { useMemo, useRef, useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { moveTask } from "./api.ts";
import { type Board, type PlaceOnBoard, withMove } from "./board-state.ts";
import { offerTakeBack } from "./take-back.ts";
import { statusNames } from "./task-words.ts";
import { tellTasks } from "./tell-tasks.ts";

interface Move {
  changeId: string;
  taskId: string;
  place: PlaceOnBoard;
}

const toastId = "task-moved";
const failure = "The task could not be moved";

/**
 * Moves tasks about on a board: at once to the eye, and back where the server refuses it. What was moved can be taken back
 * for ten seconds.
 */
export function useMoves(board: Board | undefined) {
  const signedIn = useSignedIn();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  // One behind the other: a second move goes by where the first one has led.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const shown = useMemo(
    () => board && moves.reduce((held, { taskId, place }) => withMove(held, taskId, place), board),
    [board, moves],
  );

  async function send({ changeId, taskId, place }: Move): Promise<void> {
    try {
      tellTasks(signedIn, [await moveTask(taskId, { changeId, ...place })]);
      offerTakeBack(signedIn, `Moved to ${statusNames[place.status]}`, changeId, toastId);
    } catch (error) {
      notify.error(`${failure}. ${errorMessage(error)}`, { id: toastId });
    } finally {
      setMoves((held) => held.filter((move) => move.changeId !== changeId));
    }
  }

  function move(task: Pick<Task, "id">, place: PlaceOnBoard): void {
    const next: Move = { changeId: uuidv7(), taskId: task.id, place };
    setMoves((held) => [...held, next]);
    last.current = last.current.then(() => send(next));
  }
  return { board: shown, move };
}
