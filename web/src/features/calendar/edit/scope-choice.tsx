import type { EventScope } from "@atoll/contract/calendar/limits";
import { RadioCards } from "./radio-cards.tsx";

export interface ScopeChoiceProps {
  /** When the one that was opened is. */
  when: string;
  count: number | null;
  followingCount: number | null;
  value: EventScope;
  onChange: (scope: EventScope) => void;
  /** It cannot be for one of them alone. */
  isForWhole?: boolean;
}

/** Which times of a series are meant, each with how many. */
export function ScopeChoice({ when, count, followingCount, value, onChange, isForWhole }: ScopeChoiceProps) {
  const many = (all: number | null) =>
    all === null ? "Goes on without end" : all === 1 ? "1 event" : `${all} events`;
  return (
    <RadioCards
      label="Apply changes to"
      onChange={onChange}
      options={[
        ...(isForWhole ? [] : [{ value: "this" as const, label: "This event", detail: `Only ${when}` }]),
        { value: "following" as const, label: "This and following", detail: many(followingCount) },
        { value: "all" as const, label: "All events", detail: many(count) },
      ]}
      value={value}
    />
  );
}
