import { Kbd } from "../../ui/badge/kbd.tsx";
import { Logo } from "../../ui/icon/logo.tsx";
import { DayDivider } from "../../ui/layout/day-divider.tsx";
import { ProgressBar } from "../../ui/progress/progress-bar.tsx";
import { RingProgress } from "../../ui/progress/ring-progress.tsx";
import { Spinner } from "../../ui/progress/spinner.tsx";
import { TideLine } from "../../ui/progress/tide-line.tsx";
import { TypingDots } from "../../ui/progress/typing-dots.tsx";
import { GroupLabel, Specimen } from "./specimen.tsx";

/** The motifs: ring, tide line, and what else marks a place or a state. */
export function MarkSection() {
  return (
    <Specimen title="Marks and progress" span={5}>
      <div className="mb-3 flex items-center gap-4">
        <Logo size={26} />
        <Logo size={44} />
        <Spinner size={14} label="Loading" />
        <Spinner size={16} label="Loading" />
        <Spinner size={36} label="Restoring your session" />
      </div>
      <GroupLabel>Task status</GroupLabel>
      <ul className="mb-3 grid grid-cols-2 gap-2">
        {rings.map(({ name, value, tone }) => (
          <li key={name} className="flex items-center gap-2">
            <RingProgress value={value} label={name} tone={tone} />
            {name}
          </li>
        ))}
      </ul>
      <GroupLabel>Progress</GroupLabel>
      <div className="mb-1 flex items-center gap-3">
        <ProgressBar value={22} max={37} label="Read" />
        <span className="text-muted text-xs">22 of 37 read</span>
      </div>
      <TideLine />
      <DayDivider label="Friday 20 November" />
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <TypingDots />
        <span className="text-2xs text-faint">
          <b className="font-semibold text-muted">Tomasz Wilk</b> is typing
        </span>
        <span className="ml-auto flex gap-1.5">
          <Kbd>Esc</Kbd>
          <Kbd>Shift Enter</Kbd>
        </span>
      </div>
    </Specimen>
  );
}

const rings = [
  { name: "To Do", value: 0, tone: "primary" },
  { name: "In Progress", value: 0.4, tone: "highlight" },
  { name: "In Review", value: 0.75, tone: "info" },
  { name: "Done", value: 1, tone: "primary" },
] as const;
