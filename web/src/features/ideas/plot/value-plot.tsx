import { type IdeaStatus, maxEffortWeeks } from "@atoll/contract/ideas/limits";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { cloneElement, Fragment, useId, useMemo } from "react";
import { counted } from "../../../lib/counted.ts";
import type { RenderIdeaLink } from "../idea-row.tsx";
import { type Place, placeCircles } from "./place-circles.ts";

export type ScoredIdea = ListedIdea & { score: NonNullable<ListedIdea["score"]> };

/** The colour of a status on the plot and in its legend. */
export const plotColours: Readonly<Record<IdeaStatus, string>> = {
  new: "var(--text-faint)",
  in_review: "var(--chart-5)",
  planned: "var(--chart-1)",
  started: "var(--chart-3)",
  shipped: "var(--chart-4)",
  declined: "var(--text-disabled)",
};

const left = 34;
const top = 8;
const right = 340;
const bottom = 270;
const area = { left, top, right, bottom };
const middleX = (left + right) / 2;
const middleY = (top + bottom) / 2;

export interface ValuePlotProps {
  ideas: readonly ScoredIdea[];
  markedId: string | null;
  renderLink: RenderIdeaLink;
}

/** Effort across, impact up, votes as area. Each circle is a link to its idea. */
export function ValuePlot({ ideas, markedId, renderLink }: ValuePlotProps) {
  const titleId = useId();
  const placed = useMemo(() => placeCircles(ideas, area), [ideas]);
  // The marked one last, over all others.
  const inOrder = placed.toSorted(
    (one, other) => Number(one.idea.id === markedId) - Number(other.idea.id === markedId),
  );
  return (
    <svg className="block w-full" viewBox="0 0 348 300" aria-labelledby={titleId}>
      <title id={titleId}>Ideas by effort and impact</title>
      <Ground />
      {inOrder.map(({ idea, ...place }) => (
        <Fragment key={idea.id}>
          {cloneElement(renderLink(idea.id), {
            className: "group cursor-pointer outline-none",
            "aria-label": inWords(idea),
            children: <Circle idea={idea} place={place} isMarked={idea.id === markedId} />,
          })}
        </Fragment>
      ))}
    </svg>
  );
}

function inWords({ title, score, voteCount }: ScoredIdea): string {
  return `${title}: impact ${score.impact}, ${counted(score.effortWeeks, "week")}, ${counted(voteCount, "vote")}`;
}

function Circle({
  idea,
  place: { x, y, r },
  isMarked,
}: {
  idea: ScoredIdea;
  place: Place;
  isMarked: boolean;
}) {
  const { status, voteCount } = idea;
  const colour = plotColours[status];
  return (
    <g opacity={status === "declined" ? 0.75 : undefined}>
      <title>{inWords(idea)}</title>
      <circle cx={x} cy={y} r={r} fill="var(--surface-raised)" />
      <circle
        className="group-hover:[stroke-width:2.5] group-focus-visible:[stroke-width:3.5]"
        cx={x}
        cy={y}
        r={r}
        fill={colour}
        fillOpacity={0.2}
        stroke={colour}
        strokeWidth={isMarked ? 2.5 : 1.5}
      />
      <text
        className="fill-current font-semibold text-[11px] text-text tabular-nums"
        x={x}
        y={y + 4}
        textAnchor="middle"
      >
        {voteCount}
      </text>
    </g>
  );
}

const axisText = "fill-current text-[11px] text-faint font-medium";
const cornerText = "fill-current text-[11px] text-muted font-semibold";

function Ground() {
  return (
    <g>
      <rect
        x={left}
        y={top}
        width={middleX - left}
        height={middleY - top}
        rx={6}
        fill="var(--primary-soft)"
        opacity={0.6}
      />
      <path d={`M${left} ${middleY}H${right}M${middleX} ${top}V${bottom}`} stroke="var(--chart-grid)" />
      <path d={`M${left} ${top}V${bottom}H${right}`} fill="none" stroke="var(--border-strong)" />
      <text className="fill-current font-semibold text-[11px] text-primary-text" x={42} y={24}>
        Do first
      </text>
      <text className={cornerText} x={332} y={24} textAnchor="end">
        Plan well
      </text>
      <text className={cornerText} x={42} y={262}>
        Fill a gap
      </text>
      <text className={cornerText} x={332} y={262} textAnchor="end">
        Think twice
      </text>
      <text className={axisText} x={middleX} y={290} textAnchor="middle">
        Effort, weeks of one person
      </text>
      <text className={axisText} x={left} y={290}>
        0
      </text>
      <text className={axisText} x={right} y={290} textAnchor="end">
        {maxEffortWeeks}
      </text>
      <text className={axisText} transform="translate(14 139) rotate(-90)" textAnchor="middle">
        Impact, median
      </text>
    </g>
  );
}
