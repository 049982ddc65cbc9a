import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import type { Card, CardFigures, CardType, MoneyTotal } from "@atoll/contract/cards/schemas";
import type { CardStage } from "@atoll/contract/cards/section-schemas";
import { choiceTone, formatMoney } from "../../../capabilities/fields/field-words.ts";
import { formatNumber } from "../../../lib/format-number.ts";
import type { BadgeTone } from "../../../ui/badge/badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";

const perUnit = 100;

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

/** The open stages that count: templates are no work. */
function openStages({ stages, options }: CardType): ReadonlySet<string> {
  return new Set(
    stages.filter(({ id, kind }) => kind === "open" && id !== options.templateStage).map(({ id }) => id),
  );
}

/** The totals of all open stages, each currency apart. */
export function openTotals(type: CardType, figures: CardFigures): MoneyTotal[] {
  const open = openStages(type);
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
  const open = openStages(type);
  return figures.stages.reduce((sum, { stage, count }) => sum + (open.has(stage) ? count : 0), 0);
}

/** The cards of a section in all of its stages. */
export function countCards({ figures }: { figures: CardFigures }): number {
  return figures.stages.reduce((sum, { count }) => sum + count, 0);
}

const dayMs = 86_400_000;

/** Whether nobody has changed an open card for as long as its section allows. */
export function isStalled(type: CardType, card: Card, now: Date): boolean {
  const isOpen = openStages(type).has(card.stage);
  const limit = type.staleDays;
  return isOpen && limit !== null && now.getTime() - Date.parse(card.updatedAt) > limit * dayMs;
}

/** The totals of a stage in its head: "241k EUR", the others after a plus. */
export function compactTotals(totals: readonly MoneyTotal[]): string {
  return totals.map(formatShort).join(" + ");
}

const tones: Readonly<Record<string, BadgeTone>> = {
  S1: "urgent",
  S2: "warning",
  S3: "secondary",
  S4: "success",
  Urgent: "urgent",
  High: "warning",
  Medium: "secondary",
  Low: "success",
  Given: "success",
  Asked: "info",
  Withdrawn: "error",
  Production: "warning",
  Sensitive: "error",
  Some: "warning",
  DELETE: "error",
  POST: "success",
  GET: "info",
};

/** The look of a choice next to a title, such as a severity: the colour that people chose, or else a usual one. */
export function toneOf(choice: string, field?: Pick<CardField, "colours">): BadgeTone {
  return field?.colours?.[choice] ? choiceTone(field, choice) : (tones[choice] ?? "secondary");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function stageOf(type: CardType, { stage }: Pick<Card, "stage">) {
  return type.stages.find(({ id }) => id === stage) ?? type.stages[0];
}

/** Whether cards go through stages. Those of a section with one stage alone are simply there. */
export function hasStages({ stages }: Pick<CardType, "stages">): boolean {
  return stages.length > 1;
}

/** The tone of a stage's badge: the one that was chosen for it, else by its kind. Of runs, deployments and alerts, what has failed is no quiet end. */
export function stageTone({ options }: Pick<CardType, "options">, stage: CardStage | undefined): BadgeTone {
  if (stage?.tone) return statusTones.chosen[stage.tone];
  const reported = options.hooks && stage ? statusTones.reportedStage[stage.id] : undefined;
  return reported ?? statusTones.stage[stage?.kind ?? "open"];
}

/** How many cards stand in these stages; in all open ones when none is named. */
export function headline(type: CardType, figures: CardFigures): { count: number; words: string } {
  const { stages, words } = type.options.headline;
  const count =
    stages.length === 0
      ? openCount(type, figures)
      : figures.stages.reduce((sum, one) => sum + (stages.includes(one.stage) ? one.count : 0), 0);
  return { count, words };
}
