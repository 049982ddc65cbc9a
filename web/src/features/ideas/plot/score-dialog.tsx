import type { IdeaScore, ListedIdea } from "@atoll/contract/ideas/schemas";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { scoreIdea } from "../data/api.ts";
import { ScoreFields } from "./score-fields.tsx";

/** Scores the ideas of a list, one after the other. Each choice is saved at once. */
export function ScoreDialog({ ideas, onClose }: { ideas: readonly ListedIdea[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Score ideas"
      description="How much an idea is worth, and how many weeks of one person it takes. The plot shows the median of everyone."
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ul>
        {ideas.map(({ id, title, ownScore }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_280px] items-center gap-3 border-t py-2 first:border-t-0 max-md:grid-cols-1"
          >
            <span className="font-medium">{title}</span>
            <ScoreFields label={title} own={ownScore} onScore={(score) => void save(id, score)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The answer comes as an event, to all screens. */
async function save(id: string, score: IdeaScore): Promise<void> {
  try {
    await scoreIdea(id, score);
  } catch (error) {
    notify.error(errorMessage(error, "Your score was not saved"), { id: `score/${id}` });
  }
}
