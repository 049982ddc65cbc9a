import { useSyncExternalStore } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { followQuestion, readQuestion } from "./finish-question.ts";

const dialogPart = lazyPart(() => import("./finish-dialog.tsx"));

/** Shows the question about open sub-tasks on every page. */
export function FinishHost() {
  const question = useSyncExternalStore(followQuestion, readQuestion);
  const part = useLazyPart(dialogPart, question !== undefined, () => question?.answer(undefined));
  return part && question ? <part.FinishDialog question={question} /> : null;
}
