import { type IncidentEffect, incidentEffects } from "@atoll/contract/cards/incident-schemas";
import type { CardType } from "@atoll/contract/cards/schemas";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { useUptime } from "../monitoring/monitoring-api.ts";
import { effectNames } from "./incident-words.ts";

/** Stands for no severity and nobody in a list of options. */
export const none = "";

/** @param current the present one, which the section may not have any more. */
export function severityOptions({ fields }: CardType, current: string | null = null) {
  const known = fields.find(({ name }) => name === "severity")?.options ?? [];
  const all = current === null || known.includes(current) ? known : [...known, current];
  return [{ value: none, label: "None" }, ...all.map((value) => ({ value, label: value }))];
}

export const effectOptions = incidentEffects.map((value: IncidentEffect) => ({
  value,
  label: effectNames[value],
}));

interface ServicesFieldProps {
  type: CardType;
  value: readonly string[];
  onValueChange: (services: string[]) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}

/** The affected services: those that reports have arrived of, and others by their names. */
export function ServicesField({
  type,
  value,
  onValueChange,
  error,
  ref,
  other,
}: ServicesFieldProps & { other: React.ComponentProps<typeof TextField> }) {
  const { data } = useUptime(type.id, "days", Intl.DateTimeFormat().resolvedOptions().timeZone);
  const known = new Set([...(data?.services ?? []).map(({ service }) => service), ...value]);
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      <MultiSelect
        ref={ref}
        label="Affected services"
        value={value}
        error={error}
        onValueChange={onValueChange}
        options={[...known].toSorted().map((service) => ({ value: service, label: service }))}
      />
      <TextField {...other} autoComplete="off" />
    </div>
  );
}

/** The chosen services with another one that was typed. */
export const servicesOf = ({ services, other }: { services: string[]; other: string }): string[] => [
  ...new Set([...services, ...(other.trim() === "" ? [] : [other.trim()])]),
];
