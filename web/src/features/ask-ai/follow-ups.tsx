import type { AskSummary, Turn } from "@atoll/contract/ask-ai/schemas";
import { ListTodo } from "lucide-react";
import { Button } from "../../ui/button/button.tsx";

const maxFollowUps = 3;
const maxLength = 90;

export interface FollowUpsProps {
  turn: Turn;
  onAsk: (question: string) => void;
  /** Has the tasks in a summary listed; left out where no language model writes. */
  onListTasks?: ((summary: AskSummary, question: string) => void) | undefined;
}

/** Questions that other sources of an answer are about, to ask next; after a summary, its tasks. */
export function FollowUps({ turn, onAsk, onListTasks }: FollowUpsProps) {
  const { summary, draft } = turn;
  if (summary && onListTasks && draft === null) {
    const question = `Tasks from “${turn.question}”`;
    return (
      <Button className="self-start" icon={ListTodo} onClick={() => onListTasks(summary, question)} size="sm">
        List the tasks in it
      </Button>
    );
  }
  const questions = summary || draft ? [] : followUpsOf(turn);
  if (questions.length === 0) return null;
  return (
    <ul aria-label="Ask next" className="flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question}>
          <button
            type="button"
            className="rounded-full border border-primary/50 px-3.5 py-1.5 text-left text-primary-text text-sm hover:bg-surface-hover max-md:min-h-11"
            onClick={() => onAsk(question)}
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The names of sources that are questions themselves, without the one that was asked. */
function followUpsOf({ question, passages }: Turn): string[] {
  const asked = question.trim().toLowerCase();
  const names = passages.map(({ title }) => title.text.trim());
  const others = names.filter(
    (name) => name.endsWith("?") && name.length <= maxLength && name.toLowerCase() !== asked,
  );
  return [...new Set(others)].slice(0, maxFollowUps);
}
