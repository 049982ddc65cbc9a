import { Select } from "../../../ui/field/select.tsx";
import type { NameRow } from "./name-rows.tsx";

/** Where the cards of removed names go, by the removed one; empty where none has a card. */
export type Places = Readonly<Record<string, string>>;

/** Asks for each name that was removed from a list where its cards go. */
export function PlacesForRemoved({
  before,
  rows,
  places,
  onChange,
  things = "Cards",
}: {
  /** The things that have the names: "Cards". */
  things?: string;
  /** The names as they are stored: "was" and what people read. */
  before: readonly { was: string; name: string }[];
  rows: readonly NameRow[];
  places: Places;
  onChange: (places: Places) => void;
}) {
  const removed = before.filter(({ was }) => !rows.some((row) => row.was === was));
  if (removed.length === 0) return null;
  const left = rows.filter(({ name }) => name.trim() !== "");
  return removed.map(({ was, name }) => (
    <Select
      key={was}
      label={`${things} with “${name}” go to`}
      value={left.some(({ key }) => key === places[was]) ? (places[was] ?? "") : ""}
      onValueChange={(key) => onChange({ ...places, [was]: key })}
      options={[
        { value: "", label: "No place: there are none" },
        ...left.map((row) => ({ value: row.key, label: row.name })),
      ]}
    />
  ));
}

/** The moves of removed names, each to the row that was chosen. */
export function movesOf<Row extends NameRow>(
  before: readonly { was: string }[],
  rows: readonly Row[],
  places: Places,
  nameOf: (row: Row) => string | undefined,
): { from: string; to: string }[] {
  return before.flatMap(({ was }) => {
    const row = rows.find(({ key }) => key === places[was]);
    const to = row && nameOf(row);
    return to === undefined || rows.some((one) => one.was === was) ? [] : [{ from: was, to }];
  });
}
