import { changeToQuadrant, type TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import { useMemo } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { useChangeTask } from "../waiting/task-outbox.ts";
import { tellThatItWaits } from "../waiting/tell-that-it-waits.ts";
import { foldAhead, useAhead } from "../waiting/use-ahead.ts";
import { findInMatrix, type Matrix, withAhead } from "./matrix-state.ts";
import { quadrantWords } from "./quadrant-words.ts";

/** Brings tasks to other fields of the matrix: at once to the eye, and back where the server refuses it. Without a connection it waits. */
export function useMatrixMoves(matrix: Matrix | undefined) {
  const signedIn = useSignedIn();
  const ahead = useAhead();
  const change = useChangeTask();
  const shown = useMemo(() => matrix && foldAhead(matrix, ahead, withAhead), [matrix, ahead]);

  function move(taskId: string, quadrant: TaskQuadrant): void {
    const task = shown && findInMatrix(shown, taskId);
    if (!shown || !task) return;
    const set = changeToQuadrant(task, quadrant, shown.view);
    if (Object.keys(set).length === 0) return;
    const said = `Moved to ${quadrantWords[quadrant].name}`;
    change({ taskId, title: task.title, set, ahead: set, said });
    tellThatItWaits(signedIn);
  }
  return { matrix: shown, move };
}
