import { readWanted } from "@atoll/contract/fields/filter";
import { type ReactNode, useState } from "react";
import { DateField } from "../../ui/field/dates/date-field.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";

/** Controls under the name of what they filter by. */
export function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold text-xs">{label}</legend>
      {children}
    </fieldset>
  );
}

const dayWays = [
  { value: "any", label: "Any day" },
  { value: "between", label: "Between two days" },
  { value: "next", label: "In the next days" },
  { value: "last", label: "In the last days" },
  { value: "past", label: "Before today" },
  { value: "empty", label: "No day" },
] as const;
type DayWay = (typeof dayWays)[number]["value"];
const usualDays = 7;

/** Days: before, after and between, within the next or last days, or none. An empty value is a thing without a day. */
export function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const wanted = value === undefined ? undefined : readWanted(value);
  const { from = "", to = "" } = wanted?.is === "within" ? wanted : {};
  // A range that is still empty asks for nothing, but its fields are there.
  const [isBetween, setIsBetween] = useState(false);
  const way = wayOf(value, { from, to }) ?? (isBetween ? "between" : "any");
  const days = Number(/\d+$/.exec(way === "next" ? to : from)?.[0] ?? usualDays);
  const set = (low: string, high: string) =>
    onChange(low === "" && high === "" ? undefined : `${low}..${high}`);
  const values: Readonly<Record<DayWay, string | undefined>> = {
    any: undefined,
    between: undefined,
    next: nextDays(usualDays),
    last: lastDays(usualDays),
    past: "..today-1",
    empty: "",
  };
  return (
    <FilterGroup label={label}>
      <Select
        label={`${label}: days`}
        hideLabel
        value={way}
        onValueChange={(next) => {
          setIsBetween(next === "between");
          onChange(values[next]);
        }}
        options={dayWays}
      />
      {way === "between" && (
        <>
          <DateField label="From" value={from} onValueChange={(day) => set(day, to)} />
          <DateField label="To" value={to} onValueChange={(day) => set(from, day)} />
        </>
      )}
      {(way === "next" || way === "last") && (
        <BoundField
          key={way}
          label="Days"
          pattern={/^[1-9]\d{0,3}$/}
          refusal="Enter a number of days"
          value={String(days)}
          onChange={(text) => {
            if (text !== "") onChange(way === "next" ? nextDays(Number(text)) : lastDays(Number(text)));
          }}
        />
      )}
    </FilterGroup>
  );
}

const nextDays = (days: number) => `today..today+${days}`;
const lastDays = (days: number) => `today-${days}..today`;

function wayOf(value: string | undefined, { from, to }: { from: string; to: string }): DayWay | undefined {
  if (value === undefined) return undefined;
  if (value === "") return "empty";
  if (from === "" && to === "today-1") return "past";
  if (from === "today" && to.startsWith("today+")) return "next";
  return to === "today" && from.startsWith("today-") ? "last" : "between";
}

/** Commas before groups of three digits separate thousands, as in the amounts that lists show; any other one is decimal. */
export function plainNumber(typed: string): string {
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(typed) ? typed.replaceAll(",", "") : typed.replace(",", ".");
}

/** A field whose text filters as soon as it is complete. */
export function BoundField({
  label,
  value,
  pattern,
  refusal,
  inputMode,
  onChange,
}: {
  label: string;
  value: string;
  pattern: RegExp;
  refusal: string;
  inputMode?: "decimal";
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const read = (typed: string) => plainNumber(typed.trim()).toUpperCase();
  const isWrong = read(text) !== "" && !pattern.test(read(text));
  return (
    <TextField
      label={label}
      inputMode={inputMode}
      autoComplete="off"
      value={text}
      error={isWrong ? refusal : undefined}
      onChange={({ target }) => {
        setText(target.value);
        const next = read(target.value);
        if (next === "" || pattern.test(next)) onChange(next);
      }}
    />
  );
}
