import type { Turn } from "@atoll/contract/ask-ai/schemas";

const maxFollowUps = 3;
const maxLength = 90;

/** Questions that other sources of an answer are about, to ask next. */
export function FollowUps({ turn, onAsk }: { turn: Turn; onAsk: (question: string) => void }) {
  const questions = followUpsOf(turn);
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
