import { type StateTone, stateTones } from "@atoll/contract/state-tones";
import { cx } from "../base/cx.ts";
import { Select } from "./select.tsx";

export interface ToneSelectProps {
  /** The thing whose colour it is: "Backlog". */
  of: string;
  value: StateTone;
  onChange: (tone: StateTone) => void;
}

/** The colour of a state or stage, chosen by what it says. */
export function ToneSelect({ of, value, onChange }: ToneSelectProps) {
  return (
    <Select
      className="w-44 flex-none max-md:flex-1"
      label={`Colour of ${of}`}
      hideLabel
      value={value}
      onValueChange={(next) => {
        const tone = stateTones.find((one) => one === next);
        if (tone) onChange(tone);
      }}
      options={stateTones.map((tone) => ({
        value: tone,
        label: names[tone],
        lead: (
          <span aria-hidden="true" className={cx("mx-0.5 size-2.5 flex-none rounded-full", dots[tone])} />
        ),
      }))}
    />
  );
}

const names: Readonly<Record<StateTone, string>> = {
  neutral: "Neutral",
  primary: "Planned",
  highlight: "Under way",
  info: "In review",
  warning: "Needs attention",
  error: "Blocked",
  success: "Finished",
};

const dots: Readonly<Record<StateTone, string>> = {
  neutral: "bg-border-control",
  primary: "bg-primary",
  highlight: "bg-highlight-bright",
  info: "bg-info",
  warning: "bg-warning",
  error: "bg-danger",
  success: "bg-success",
};
