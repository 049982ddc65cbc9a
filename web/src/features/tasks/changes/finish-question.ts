/** The question whether open sub-tasks are finished with their tasks. */
export interface FinishQuestion {
  /** The task, or how many. */
  title: string;
  openCount: number;
  answer: (answer: FinishAnswer) => void;
}

/** `undefined`: the tasks are not finished after all. */
export type FinishAnswer = "with sub-tasks" | "alone" | undefined;

let question: FinishQuestion | undefined;
const listeners = new Set<() => void>();

export const readQuestion = (): FinishQuestion | undefined => question;

export function followQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks in a dialog, wherever the person is. A question that is still open is answered with no. */
export function askToFinish(about: Pick<FinishQuestion, "title" | "openCount">): Promise<FinishAnswer> {
  question?.answer(undefined);
  return new Promise((resolve) => {
    setQuestion({
      ...about,
      answer(answer) {
        setQuestion(undefined);
        resolve(answer);
      },
    });
  });
}

function setQuestion(next: FinishQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}
