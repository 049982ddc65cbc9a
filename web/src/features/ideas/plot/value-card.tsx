import type { IdeaScore, ListedIdea } from "@atoll/contract/ideas/schemas";
import { ChartScatter } from "lucide-react";
import { cloneElement, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { scoreIdea } from "../api.ts";
import { statusNames } from "../data/words.ts";
import type { RenderIdeaLink } from "../idea-row.tsx";
import { ScoreFields } from "./score-fields.tsx";
import { plotColours, type ScoredIdea, ValuePlot } from "./value-plot.tsx";

export interface ValueCardProps {
  /** Those of the list; the ones that somebody scored are drawn. */
  ideas: readonly ListedIdea[];
  markedId: string | null;
  renderLink: RenderIdeaLink;
}

const isScored = (idea: ListedIdea): idea is ScoredIdea => idea.score !== null;

/** Where the listed ideas lie between value and effort, as a plot or as a table of the same figures. */
export function ValueCard({ ideas, markedId, renderLink }: ValueCardProps) {
  const [isTable, setIsTable] = useState(false);
  const [isScoring, setIsScoring] = useState(false);
  const scored = ideas.filter(isScored);
  const statuses = [...new Set(scored.map(({ status }) => status))];
  return (
    <Card
      title="Impact and effort"
      icon={ChartScatter}
      flush
      action={
        ideas.length > 0 && (
          <Button size="xs" variant="ghost" onClick={() => setIsScoring(true)}>
            Score yours
          </Button>
        )
      }
    >
      {scored.length === 0 ? (
        <p className="px-4 pb-4 text-muted text-sm">
          None of these ideas has a score yet. Score one to see it here.
        </p>
      ) : (
        <>
          <div className="px-3.5 pb-2.5">
            {isTable ? (
              <ValueTable ideas={scored} renderLink={renderLink} />
            ) : (
              <ValuePlot ideas={scored} markedId={markedId} renderLink={renderLink} />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pb-3 text-muted text-xs">
            {statuses.map((status) => (
              <span key={status} className="inline-flex items-center gap-1.5">
                <span
                  aria-hidden="true"
                  className="size-2 rounded-full"
                  style={{ background: plotColours[status] }}
                />
                {statusNames[status]}
              </span>
            ))}
            <Button className="ml-auto" size="xs" variant="ghost" onClick={() => setIsTable(!isTable)}>
              {isTable ? "Plot" : "Table"}
            </Button>
          </div>
        </>
      )}
      {isScoring && <ScoreDialog ideas={ideas} onClose={() => setIsScoring(false)} />}
    </Card>
  );
}

function ValueTable({ ideas, renderLink }: { ideas: readonly ScoredIdea[]; renderLink: RenderIdeaLink }) {
  return (
    <div className="max-h-[300px] overflow-auto rounded-md border">
      <table aria-label="Ideas by impact and effort" className="w-full border-collapse text-xs">
        <thead className="sticky top-0 bg-surface-sunken font-semibold text-2xs text-muted">
          <tr>
            <th scope="col" className="px-2.5 py-2 text-left">
              Idea
            </th>
            {["Impact", "Weeks", "Votes"].map((head) => (
              <th key={head} scope="col" className="px-2.5 py-2 text-right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ideas.map(({ id, title, score, voteCount }) => (
            <tr key={id} className="border-t">
              <th scope="row" className="px-2.5 py-1.5 text-left font-regular">
                {cloneElement(renderLink(id), { className: "hover:underline", children: title })}
              </th>
              {[score.impact, score.effortWeeks, voteCount].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <td key={index} className="px-2.5 py-1.5 text-right tabular-nums">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Scores the ideas of a list, one after the other. Each choice is saved at once. */
function ScoreDialog({ ideas, onClose }: { ideas: readonly ListedIdea[]; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Score ideas"
      description="The value of an idea, and its effort in person-weeks. The plot shows everyone's median."
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
