import { maxChecklistItem } from "@atoll/contract/cards/limits";
import type { Card, CardChange, CardType, OpenCard } from "@atoll/contract/cards/schemas";
import { ChartLine, CircleCheck, Copy, Link2, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { reportSaved } from "../../../lib/form/report-saved.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { TryItCard } from "../apis/try-it-card.tsx";
import { ReasonDialog } from "../board/reason-dialog.tsx";
import { cardChanges } from "../data/changes.ts";
import { daysApart } from "../data/days.ts";
import { CardIncidents } from "../incidents/card-incidents.tsx";
import { SilenceCard } from "../monitoring/silence-card.tsx";
import { SequenceCard } from "../sequences/sequence-card.tsx";
import { drawSeries } from "./draw-series.ts";
import { asUtmWord, utmLink } from "./utm.ts";

const defaultDays = 30;

/** When something was last tried and worked, and what people report. */
function Verify({ card, type }: { card: Card; type: CardType }) {
  const queue = useChanges(cardChanges);
  const viewer = useViewer();
  const today = dayOf(useNow());
  const [isReporting, setIsReporting] = useState(false);
  const last = card.data.verified_on;
  const problems = Array.isArray(card.data.problems) ? card.data.problems : [];
  const open = problems.filter(({ isDone }) => !isDone);
  const isStale = typeof last !== "string" || daysApart(last, today) > (type.staleDays ?? defaultDays);
  const changeOf = (set: CardChange["set"], said: string) => ({
    about: [card.id],
    title: card.title,
    said,
    change: { act: "change" as const, set },
  });
  return (
    <section
      aria-label="Verification"
      className="flex flex-col gap-3 rounded-lg border bg-surface-raised p-4 shadow-1"
    >
      <div className="flex items-center justify-between gap-2">
        {isStale || open.length > 0 ? (
          <Badge tone="warning" icon={TriangleAlert}>
            {open.length > 0 ? "Problems reported" : "Not verified lately"}
          </Badge>
        ) : (
          <Badge tone="success" icon={CircleCheck}>
            Verified
          </Badge>
        )}
        <span className="text-muted text-xs">
          {typeof last === "string" ? formatWallDate(last) : "Never"}
        </span>
      </div>
      {open.map(({ text }) => (
        <p key={text} className="flex items-start gap-2 text-sm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 flex-none text-warning-text" /> {text}
        </p>
      ))}
      <Button
        icon={CircleCheck}
        onClick={() =>
          queue.change(
            changeOf({ data: { verified_on: today, verified_by: viewer.id } }, `${card.title} verified`),
          )
        }
      >
        It worked for me
      </Button>
      <Button variant="ghost" icon={TriangleAlert} onClick={() => setIsReporting(true)}>
        It did not work
      </Button>
      {isReporting && (
        <ReasonDialog
          heading={`Report a problem with ${card.title}`}
          label="What did not work?"
          verb="Report problem"
          onClose={() => setIsReporting(false)}
          most={maxChecklistItem}
          onReason={(item) =>
            queue.run(changeOf({ added: [{ field: "problems", item }] }, "Problem reported"))
          }
        />
      )}
    </section>
  );
}

const options = (words: readonly string[]) => words.map((value) => ({ value, label: value }));
const sources = options(["linkedin", "google", "newsletter", "partner", "event"]);
const mediums = options(["paid-social", "cpc", "email", "referral", "print"]);

/** Makes links that say which campaign a visit comes from. */
function UtmBuilder({ card }: { card: Card }) {
  const [page, setPage] = useState(typeof card.data.page === "string" ? card.data.page : "");
  const [source, setSource] = useState("linkedin");
  const [medium, setMedium] = useState("paid-social");
  const [content, setContent] = useState("");
  const builder = useRef<HTMLDivElement>(null);
  const named = card.data.utm_name;
  const campaign = asUtmWord(typeof named === "string" ? named : card.title);
  const wanted = asUtmWord(content);
  const isContentRight = content === wanted;
  const link = isContentRight ? utmLink({ page, source, medium, campaign, content }) : undefined;
  function copy(): void {
    if (!link) return;
    copyText(link, "Link copied");
    reportSaved(builder.current);
  }
  return (
    <Surface title="UTM builder" icon={Link2}>
      <div ref={builder} className="flex flex-col gap-3">
        <TextField
          label="Page"
          value={page}
          placeholder="example.com/launch"
          onChange={({ target }) => setPage(target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <Select label="Source" value={source} onValueChange={setSource} options={sources} />
          <Select label="Medium" value={medium} onValueChange={setMedium} options={mediums} />
        </div>
        <TextField label="Campaign" value={campaign} readOnly help="Set by this campaign" />
        <TextField
          label="Content"
          value={content}
          {...(!isContentRight && { error: `Use lower case and dashes: ${wanted}` })}
          onChange={({ target }) => setContent(target.value)}
        />
        {!isContentRight && (
          <Button size="sm" variant="ghost" onClick={() => setContent(wanted)}>
            Use {wanted}
          </Button>
        )}
        <p className="rounded-sm border bg-surface-sunken p-3 font-mono text-xs wrap-anywhere">
          {link ?? "Enter a page such as example.com/launch"}
        </p>
        <Button icon={Copy} disabled={!link} onClick={copy}>
          Copy link
        </Button>
      </div>
    </Surface>
  );
}

const width = 260;
const height = 96;

/** The history of a number. Days without a number are gaps in the line, and never drawn as zero. */
function SeriesCard({ open: { series, type } }: { open: OpenCard }) {
  const label = type.fields.find(({ name }) => name === type.options.layout.series)?.label ?? "History";
  const first = series[0];
  const last = series.at(-1);
  if (!first || !last)
    return (
      <Surface title={label} icon={ChartLine}>
        <EmptyState title="No history yet. Import it as CSV." />
      </Surface>
    );
  const { path, dots, least, most } = drawSeries(series, width, height);
  return (
    <Surface title={label} icon={ChartLine}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full"
        role="img"
        aria-label={`${label}: ${first.value} on ${dayWords(first.day)}, ${last.value} on ${dayWords(last.day)}, between ${least} and ${most}`}
      >
        <path d={path} fill="none" stroke="var(--chart-1)" strokeWidth="2" strokeLinejoin="round" />
        {dots.map(({ x, y, day }) => (
          <circle key={day} cx={x} cy={y} r="2.5" fill="var(--chart-1)" />
        ))}
      </svg>
      <p className="mt-2 flex justify-between text-muted text-xs tabular-nums">
        <span>
          {dayWords(first.day)}: {first.value}
        </span>
        <span>
          {dayWords(last.day)}: {last.value}
        </span>
      </p>
      <details className="mt-2 text-xs">
        <summary className="cursor-pointer text-muted">Show as a table</summary>
        <table className="mt-1 w-full">
          <tbody>
            {series.toReversed().map(({ day, value }) => (
              <tr key={day}>
                <th scope="row" className="text-left font-regular">
                  {dayWords(day)}
                </th>
                <td className="text-right tabular-nums">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Surface>
  );
}

const dayWords = (day: string) => formatWallDate(day);

/** Tools that a section offers in addition to its cards. */
export function Tools({ open }: { open: OpenCard }) {
  const { tools, sequenceStage } = open.type.options;
  return (
    <>
      {open.operation && <TryItCard open={open} />}
      {open.type.options.hooks === "alerts" && (
        <>
          <CardIncidents open={open} />
          <SilenceCard open={open} />
        </>
      )}
      {sequenceStage !== undefined && <SequenceCard open={open} />}
      {tools.includes("verify") && <Verify card={open.card} type={open.type} />}
      {tools.includes("utm") && <UtmBuilder card={open.card} />}
      {tools.includes("series") && <SeriesCard open={open} />}
    </>
  );
}
