import { useState } from "react";
import { addDays, weekdayOf } from "../../../lib/wall-time.ts";
import { weekdayNames } from "../../../lib/weekday-names.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { choiceWords, type RuleChoice, readRule, ruleWords, writeRule } from "./rule.ts";

interface RuleFieldProps {
  /** Empty: it comes once. */
  rule: string;
  /** The day on which it first is. */
  day: string;
  onChange: (rule: string) => void;
  error: string | undefined;
}

const once = { interval: 1, weekdays: [], nth: null, ends: { kind: "never" } } as const;
const workdays = [1, 2, 3, 4, 5];

/** How an event comes again, in words: the usual ways, and one of one's own. */
export function RuleField({ rule, day, onChange, error }: RuleFieldProps) {
  const usual: RuleChoice[] = [
    { ...once, every: "DAILY" },
    { ...once, every: "WEEKLY", weekdays: workdays },
    { ...once, every: "WEEKLY", weekdays: [weekdayOf(day)] },
    { ...once, every: "MONTHLY" },
    { ...once, every: "MONTHLY", nth: nthOf(day) },
    { ...once, every: "YEARLY" },
  ];
  const rules = usual.map((choice) => writeRule(choice, day));
  const [isOwn, setOwn] = useState(rule !== "" && !rules.includes(rule));
  const choice = readRule(rule);
  return (
    <div className="flex flex-col gap-3">
      <Select
        error={error}
        help={isOwn && rule !== "" ? ruleWords(rule, day) : undefined}
        label="Repeats"
        onValueChange={(value) => {
          setOwn(value === "own");
          onChange(value === "own" ? rule || (rules[2] ?? "") : value);
        }}
        options={[
          { value: "", label: "Does not repeat" },
          ...usual.map((one, index) => ({ value: rules[index] ?? "", label: choiceWords(one, day) })),
          { value: "own", label: "Custom…" },
        ]}
        value={isOwn ? "own" : rule}
      />
      {isOwn && choice && (
        <OwnRule choice={choice} day={day} onChange={(next) => onChange(writeRule(next, day))} />
      )}
      {isOwn && !choice && rule !== "" && (
        <p className="text-muted text-xs">It came with a rule of its own, which stays as it is.</p>
      )}
    </div>
  );
}

/** The how manieth of its weekday in the month a day is; the last one rather than a fifth. */
function nthOf(day: string): number {
  const isLast = addDays(day, 7).slice(0, 7) !== day.slice(0, 7);
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return nth > 4 || (isLast && nth === 4) ? -1 : nth;
}

interface OwnRuleProps {
  choice: RuleChoice;
  day: string;
  onChange: (choice: RuleChoice) => void;
}

function OwnRule({ choice, day, onChange }: OwnRuleProps) {
  const { every, interval, weekdays, ends } = choice;
  const chosen = weekdays.length > 0 ? weekdays : [weekdayOf(day)];
  const set = (change: Partial<RuleChoice>) => onChange({ ...choice, ...change });
  function toggle(weekday: number) {
    const next = chosen.includes(weekday) ? chosen.filter((one) => one !== weekday) : [...chosen, weekday];
    if (next.length > 0) set({ weekdays: next });
  }
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border p-3">
      <legend className="sr-only">How it repeats</legend>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Every"
          max={99}
          min={1}
          onChange={({ target }) => set({ interval: atLeastOne(target.value) })}
          type="number"
          value={interval}
        />
        <Select
          label="Unit"
          onValueChange={(next) => set({ every: next, weekdays: next === "WEEKLY" ? chosen : [], nth: null })}
          options={[
            { value: "DAILY", label: "Days" },
            { value: "WEEKLY", label: "Weeks" },
            { value: "MONTHLY", label: "Months" },
            { value: "YEARLY", label: "Years" },
          ]}
          value={every}
        />
      </div>
      {every === "WEEKLY" && (
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          {weekdayNames.map((name, index) => (
            <Checkbox
              checked={chosen.includes(index + 1)}
              key={name}
              label={name.slice(0, 3)}
              onChange={() => toggle(index + 1)}
            />
          ))}
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Ends"
          onValueChange={(kind) =>
            set({
              ends:
                kind === "count"
                  ? { kind, count: 10 }
                  : kind === "until"
                    ? { kind, day: addDays(day, 90) }
                    : { kind: "never" },
            })
          }
          options={[
            { value: "never", label: "Never" },
            { value: "count", label: "After so many times" },
            { value: "until", label: "On a day" },
          ]}
          value={ends.kind}
        />
        {ends.kind === "count" && (
          <TextField
            label="Times"
            max={999}
            min={1}
            onChange={({ target }) => set({ ends: { kind: "count", count: atLeastOne(target.value) } })}
            type="number"
            value={ends.count}
          />
        )}
        {ends.kind === "until" && (
          <TextField
            label="Last day"
            onChange={({ target }) => target.value && set({ ends: { kind: "until", day: target.value } })}
            type="date"
            value={ends.day}
          />
        )}
      </div>
    </fieldset>
  );
}

function atLeastOne(text: string): number {
  return Math.min(999, Math.max(1, Math.floor(Number(text)) || 1));
}
