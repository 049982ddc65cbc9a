import { changeToQuadrant, type TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { useMemo, useState } from "react";
import { call } from "../../../lib/api-client.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { offerTakeBack } from "../data/take-back.ts";
import { findInMatrix, type Matrix, withMoveTo } from "./matrix-state.ts";
import { quadrantWords } from "./quadrant-words.ts";
import { tellMatrices } from "./use-matrix.ts";

interface Move {
  changeId: string;
  taskId: string;
  quadrant: TaskQuadrant;
}

const toastId = "task-moved";
const failure = "The task could not be moved";

/** Brings tasks to other fields of the matrix: at once to the eye, and back where the server refuses it. */
export function useMatrixMoves(matrix: Matrix | undefined) {
  const signedIn = useSignedIn();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const shown = useMemo(
    () => matrix && moves.reduce((held, { taskId, quadrant }) => withMoveTo(held, taskId, quadrant), matrix),
    [matrix, moves],
  );

  async function move(taskId: string, quadrant: TaskQuadrant): Promise<void> {
    const task = shown && findInMatrix(shown, taskId);
    if (!shown || !task) return;
    const set = changeToQuadrant(task, quadrant, shown.view);
    if (Object.keys(set).length === 0) return;
    const changeId = uuidv7();
    setMoves((held) => [...held, { changeId, taskId, quadrant }]);
    try {
      const answer = await call(taskRoutes.changeTask, { params: { taskId }, body: { changeId, ...set } });
      if (answer.task) tellMatrices(signedIn, [answer.task]);
      offerTakeBack(signedIn, `Moved to ${quadrantWords[quadrant].name}`, changeId, toastId);
    } catch (error) {
      notify.error(`${failure}. ${errorMessage(error)}`, { id: toastId });
    } finally {
      setMoves((held) => held.filter((one) => one.changeId !== changeId));
    }
  }
  return { matrix: shown, move };
}
