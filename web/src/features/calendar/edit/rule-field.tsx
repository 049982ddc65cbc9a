import { useState } from "react";
import { addDays, weekdayOf } from "../../../lib/time/wall-time.ts";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { WeekdayField } from "../../../ui/field/dates/weekday-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { choiceWords, type RuleChoice, readRule, ruleWords, writeRule } from "./rule.ts";

interface RuleFieldProps {
  /** Empty if the event does not repeat. */
  rule: string;
  /** The day of the first occurrence. */
  day: string;
  onChange: (rule: string) => void;
  error: string | undefined;
}

const once = { interval: 1, weekdays: [], nth: null, ends: { kind: "never" } } as const;
const workdays = [1, 2, 3, 4, 5];

/** How an event repeats, in words: the usual rules, and a custom one. */
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
        <p className="text-muted text-xs">
          This event has a rule that cannot be edited here. It stays as it is.
        </p>
      )}
    </div>
  );
}

/** Returns which of its weekdays in the month a day is, from 1 to 4, or -1 for the last. */
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
            { value: "DAILY", label: interval === 1 ? "Day" : "Days" },
            { value: "WEEKLY", label: interval === 1 ? "Week" : "Weeks" },
            { value: "MONTHLY", label: interval === 1 ? "Month" : "Months" },
            { value: "YEARLY", label: interval === 1 ? "Year" : "Years" },
          ]}
          value={every}
        />
      </div>
      {every === "WEEKLY" && (
        <WeekdayField
          label="On"
          value={chosen}
          onValueChange={(next) => next.length > 0 && set({ weekdays: next })}
        />
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
          <DateField
            label="Last day"
            min={day}
            onValueChange={(until) => until && set({ ends: { kind: "until", day: until } })}
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
