import type { CardData } from "@atoll/contract/cards/field-schemas";
import type { Card, CardFigures, CardType, MoneyTotal } from "@atoll/contract/cards/schemas";
import { formatNumber } from "../../lib/format-number.ts";

const perUnit = 100;

/** "128,400 EUR", in whole units; with its cents where it has some. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const units = amount / perUnit;
  return `${formatNumber(Number.isInteger(units) ? units : Number(units.toFixed(2)))} ${currency}`;
}

/** "241k EUR": for the head of a column. */
export function formatShort({ amount, currency }: { amount: number; currency: string }): string {
  const units = amount / perUnit;
  if (units < 10_000) return formatMoney({ amount: Math.round(units) * perUnit, currency });
  return `${formatNumber(Math.round(units / 1000))}k ${currency}`;
}

/** The value of a card that its section adds up. */
export function cardValue(
  type: CardType,
  { data }: { data: CardData },
): { amount: number; currency: string } | null {
  const value = type.valueField === null ? null : data[type.valueField];
  return value && typeof value === "object" && "amount" in value ? value : null;
}

/** The totals of all open stages, each currency apart. */
export function openTotals(type: CardType, figures: CardFigures): MoneyTotal[] {
  const open = new Set(type.stages.filter(({ kind }) => kind === "open").map(({ id }) => id));
  const sums = new Map<string, MoneyTotal>();
  for (const { totals } of figures.stages.filter(({ stage }) => open.has(stage))) {
    for (const { currency, amount, weighted } of totals) {
      const sum = sums.get(currency) ?? { currency, amount: 0, weighted: 0 };
      sums.set(currency, { currency, amount: sum.amount + amount, weighted: sum.weighted + weighted });
    }
  }
  return [...sums.values()].toSorted((a, b) => b.amount - a.amount);
}

export function openCount(type: CardType, figures: CardFigures): number {
  const open = new Set(type.stages.filter(({ kind }) => kind === "open").map(({ id }) => id));
  return figures.stages.reduce((sum, { stage, count }) => sum + (open.has(stage) ? count : 0), 0);
}

const dayMs = 86_400_000;

/** Whether nobody has changed an open card for as long as its section allows. */
export function isStalled(type: CardType, card: Card, now: Date): boolean {
  const isOpen = type.stages.find(({ id }) => id === card.stage)?.kind === "open";
  const limit = type.staleDays;
  return isOpen && limit !== null && now.getTime() - Date.parse(card.updatedAt) > limit * dayMs;
}
