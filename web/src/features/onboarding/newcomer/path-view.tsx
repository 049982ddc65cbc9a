import type { Onboarding, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PresentAvatar } from "../../../capabilities/people/present-avatar.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { cx } from "../../../ui/base/cx.ts";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { ShareRing } from "../../../ui/progress/share-ring.tsx";
import { currentStage, dayOnPath, formatPathDay, itemTitle, planInWords, spanInWords } from "../words.ts";
import { StageItems } from "./stage-items.tsx";

interface PathViewProps {
  onboarding: OpenOnboarding;
  /** Where somebody asks a question, and writes to a person. */
  ask: ReactNode;
  message: (person: Person) => ReactNode;
  /** Actions for the people who lead it. */
  actions?: ReactNode;
}

/** Somebody's path: how far they are, who helps them, and what each part asks for. */
export function PathView({ onboarding, ask, message, actions }: PathViewProps) {
  const now = useNow();
  const viewer = useViewer();
  const current = currentStage(onboarding, now);
  const [chosen, setChosen] = useState<number>();
  const stage = Math.min(chosen ?? current, Math.max(0, onboarding.stages.length - 1));
  const isOwn = onboarding.person.id === viewer.id;
  return (
    <div className="flex flex-col gap-4">
      <PathHead {...{ onboarding, ask, message, isOwn, actions }} onContinue={setChosen} />
      {onboarding.stages.length > 0 && (
        <StageSteps stages={onboarding.stages} current={current} chosen={stage} onChoose={setChosen} />
      )}
      <StageItems key={stage} onboarding={onboarding} stage={stage} isOwn={isOwn} />
    </div>
  );
}

interface PathHeadProps extends PathViewProps {
  isOwn: boolean;
  onContinue: (stage: number) => void;
}

function PathHead({ onboarding, ask, message, isOwn, actions, onContinue }: PathHeadProps) {
  const now = useNow();
  const { person, done, total, state, startOn, stages, next } = onboarding;
  const share = total === 0 ? 0 : done / total;
  const day = dayOnPath(onboarding, now);
  const stage = stages[currentStage(onboarding, now)]?.name ?? onboarding.path.name;
  const name = authorName(person).split(" ")[0] ?? "";
  return (
    <section
      aria-label={onboarding.path.name}
      className="flex items-center gap-5 rounded-lg border bg-surface-raised p-4 shadow-1 max-xl:flex-col max-xl:items-stretch"
    >
      <div className="flex min-w-0 flex-1 items-center gap-5">
        <ShareRing share={share} label="Done" size={88}>
          {`${Math.round(share * 100)}%`}
        </ShareRing>
        <div className="min-w-0">
          <h2 className="font-display font-semibold text-2xl wrap-anywhere">
            {state === "done" ? `All done, ${name}` : `${stage}, ${name}`}
          </h2>
          <p className="text-muted">
            {done} of {total} done, {planInWords(onboarding)}.{" "}
            {day >= 1 ? `Day ${day} of ${lastDay(onboarding)}.` : `Starts ${formatPathDay(startOn)}.`}
          </p>
          {state === "stopped" && <Badge tone={statusTones.onboarding.stopped}>Stopped</Badge>}
          <div className="mt-2 flex flex-wrap gap-2">
            {isOwn && next && state === "running" && (
              <button
                type="button"
                className="min-h-8 max-w-full truncate rounded-sm bg-primary px-3 py-1 font-semibold text-primary-contrast"
                onClick={() => {
                  onContinue(next.stage);
                  requestAnimationFrame(() => document.getElementById(`item-${next.id}`)?.focus());
                }}
              >
                Continue: {itemTitle(next)}
              </button>
            )}
            {isOwn && ask}
            {actions}
          </div>
        </div>
      </div>
      <Helper title={isOwn ? "Your buddy" : "Buddy"} part="buddy" {...{ onboarding, message }} />
      <Helper title={isOwn ? "Your manager" : "Manager"} part="manager" {...{ onboarding, message }} />
    </section>
  );
}

const lastDay = ({ startOn, endOn }: OpenOnboarding): number =>
  Math.max(1, Math.round((Date.parse(endOn) - Date.parse(startOn)) / 86_400_000) + 1);

interface HelperProps extends Pick<PathViewProps, "onboarding" | "message"> {
  title: string;
  part: "buddy" | "manager";
}

function Helper({ title, part, onboarding, message }: HelperProps) {
  const viewer = useViewer();
  const person = onboarding[part];
  const meeting = onboarding.items.find(
    (item) => item.person?.id === person?.id && item.doneAt === null && item.eventId !== null,
  );
  return (
    <div className="flex min-w-60 items-center gap-3 xl:border-l xl:pl-5">
      {person ? (
        <>
          <PresentAvatar userId={person.id} name={person.name} picture={person.avatar} size={40} />
          <div className="min-w-0 flex-1">
            <p className="text-muted text-xs">{title}</p>
            <p className="truncate font-semibold">{authorName(person)}</p>
            {meeting?.time && (
              <p className="truncate text-muted text-xs">
                {formatPathDay(meeting.dueOn)}, {spanInWords(meeting.time, meeting.minutes)}
              </p>
            )}
          </div>
          {person.id !== viewer.id && message(person)}
        </>
      ) : (
        <p className="text-muted">No {part} chosen yet</p>
      )}
    </div>
  );
}

interface StageStepsProps {
  stages: Onboarding["stages"];
  current: number;
  chosen: number;
  onChoose: (stage: number) => void;
}

/** The parts of a path as steps: done, now, and to come. On a phone they scroll sideways. */
function StageSteps({ stages, current, chosen, onChoose }: StageStepsProps) {
  const row = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const step = row.current?.children[chosen];
    if (row.current && step instanceof HTMLElement) row.current.scrollLeft = step.offsetLeft - 16;
  }, [chosen]);
  return (
    <ol ref={row} aria-label="Parts of the path" className="relative flex gap-2 scroll-row p-px">
      {stages.map(({ name, note, startOn, done, total }, index) => (
        <li key={startOn} className="min-w-48 flex-1">
          <button
            type="button"
            aria-current={index === chosen ? "step" : undefined}
            onClick={() => onChoose(index)}
            className={cx(
              "flex h-full w-full items-center gap-3 rounded-md border p-3 text-left hover:shadow-1",
              index === chosen
                ? "border-primary bg-surface-selected"
                : index > current
                  ? "bg-surface-sunken"
                  : "bg-surface-raised",
            )}
          >
            <RingProgress label={name} value={total === 0 ? 0 : done / total} size={18} />
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                <span className="flex-none text-muted text-xs tabular-nums">
                  {index > current ? total : `${done} of ${total}`}
                </span>
              </span>
              <span className="block truncate text-muted text-xs">{note}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
