import { Select } from "../select.tsx";

export interface TimeZoneFieldProps {
  label: string;
  hideLabel?: boolean;
  help?: string;
  /** As IANA names it; null: the browser's. */
  value: string | null;
  onValueChange: (timeZone: string) => void;
  /** Stands first, for what has no zone of its own. */
  first?: { value: string; label: string };
  disabled?: boolean;
  className?: string;
}

/** One of the time zones that the browser knows, found by typing the name of its city. */
export function TimeZoneField({ value, first, ...field }: TimeZoneFieldProps) {
  const zones = Intl.supportedValuesOf("timeZone");
  // Show a zone that this browser knows only under an older name too.
  const all = value === null || value === first?.value || zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      {...field}
      options={[...(first ? [first] : []), ...all.map((zone) => ({ value: zone, label: zoneName(zone) }))]}
      value={value}
    />
  );
}

/** "Berlin, Europe", "Buenos Aires, America/Argentina"; what has no city is named as it is. */
export function zoneName(zone: string): string {
  const parts = zone.replaceAll("_", " ").split("/");
  const city = parts.pop() ?? zone;
  return parts.length > 0 ? `${city}, ${parts.join("/")}` : city;
}

/** Returns "Lisbon" for "Europe/Lisbon", where the rest is known or shown next to it. */
export function zoneCity(zone: string): string {
  const [city = zone] = zoneName(zone).split(",");
  return city;
}
