import type { CardField } from "@atoll/contract/cards/field-schemas";
import type { Card, CardType, OpenCard } from "@atoll/contract/cards/schemas";
import type { ReactNode } from "react";
import { asText } from "../../../capabilities/fields/field-words.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { toneOf } from "../data/words.ts";

/** Longer texts stand below, under their label. */
const longText = 60;

/** The fields of a card with their values, those that are filled. */
export function FieldList({ open }: { open: OpenCard }) {
  const { card, type } = open;
  const short = type.fields.filter(
    (field) => field.kind !== "checklist" && !isLong(field, card) && asText(card.data[field.name]) !== "",
  );
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm md:grid-cols-[auto_1fr_auto_1fr]">
      <Row label="Owner">{card.owner ? authorName(card.owner) : "Nobody"}</Row>
      <Row label={type.options.dueLabel}>{card.dueOn === null ? "No date" : formatWallDate(card.dueOn)}</Row>
      {short.map((field) => (
        <Row key={field.name} label={field.label}>
          <Value field={field} open={open} />
        </Row>
      ))}
    </dl>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Value({ field, open: { card, type, people } }: { field: CardField; open: OpenCard }) {
  const value = card.data[field.name];
  if (field.kind === "person") {
    const person = people.find(({ id }) => id === value);
    return person ? authorName(person) : "Unknown";
  }
  if (field.kind === "date" && typeof value === "string") return formatWallDate(value);
  if (field.kind === "link" && typeof value === "string")
    return (
      <a className="text-primary-text hover:underline" href={value} rel="noreferrer" target="_blank">
        {value.replace(/^https?:\/\//, "")}
      </a>
    );
  const text = asText(value);
  return field.name === type.options.layout.badge ? <Badge tone={toneOf(text, field)}>{text}</Badge> : text;
}

/** Texts that need room, each under its label; "Do" and "Don't" are coloured. */
export function TextBlocks({ card, type }: { card: Card; type: CardType }) {
  const long = type.fields.filter((field) => isLong(field, card));
  if (long.length === 0) return null;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      {long.map(({ name, label }) => (
        <section
          key={name}
          aria-label={label}
          className={`rounded-md border p-3 text-sm ${looks[name] ?? ""}`}
        >
          <h3 className="mb-1 font-semibold text-xs">{label}</h3>
          <p className="whitespace-pre-wrap wrap-anywhere">{asText(card.data[name])}</p>
        </section>
      ))}
    </div>
  );
}

const looks: Readonly<Record<string, string>> = {
  do: "border-success bg-success-soft",
  dont: "border-danger bg-danger-soft",
  expected: "border-info bg-info-soft",
  actual: "border-danger bg-danger-soft",
};

function isLong({ name, kind }: CardField, card: Card): boolean {
  const text = asText(card.data[name]);
  return kind === "text" && (text.length > longText || (looks[name] !== undefined && text !== ""));
}
