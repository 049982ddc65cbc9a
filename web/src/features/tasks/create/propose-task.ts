import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";

/** Specification, section 9: the selection quote. */
const quoteMaxLength = 4000;

/**
 * Proposes a title and a description for a task made from a selection: its first line cut to 120 characters, and all of
 * it cut to 4000 plus an ellipsis. Specification, section 5 (create task from selection).
 */
export function proposeTask(selection: string): { title: string; description: string } {
  const text = selection.trim();
  const [firstLine = ""] = text.split(/\r?\n/);
  const description = cut(text, quoteMaxLength);
  return {
    title: cut(firstLine.trim(), taskTitleMaxLength).trimEnd(),
    description: description === text ? text : `${description}…`,
  };
}

/** In code points, as the server counts them, and never through the middle of what is read as one character. */
function cut(text: string, maxLength: number): string {
  let length = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    length += [...segment].length;
    if (length > maxLength) return text.slice(0, index);
  }
  return text;
}
