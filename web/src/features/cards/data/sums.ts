import type { Card, CardTotals, CardType } from "@atoll/contract/cards/schemas";
import { formatMoney } from "../../../capabilities/fields/field-words.ts";
import { formatNumber } from "../../../lib/format-number.ts";

type Sum = CardTotals["sums"][number];

/** The sums of cards: of each number field, and of each currency of an amount. */
export function sumsOf(type: CardType, cards: readonly Pick<Card, "data">[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { name } of type.fields)
    for (const { data } of cards) {
      const value = data[name];
      const [number, currency] =
        typeof value === "number"
          ? [value, null]
          : value && typeof value === "object" && "amount" in value
            ? [value.amount, value.currency]
            : [undefined, null];
      if (number === undefined) continue;
      const key = `${name} ${currency}`;
      sums.set(key, { field: name, currency, sum: (sums.get(key)?.sum ?? 0) + number });
    }
  return [...sums.values()];
}

/** "Value 1,200 EUR + 300 USD · Hours 12", the value that the section adds up first. */
export function sumsInWords(type: CardType, sums: readonly Sum[]): string {
  const fields = type.fields.toSorted(
    (one, other) => Number(other.name === type.valueField) - Number(one.name === type.valueField),
  );
  return fields
    .flatMap(({ name, label }) => {
      const parts = sums
        .filter(({ field }) => field === name)
        .toSorted((one, other) => other.sum - one.sum)
        .map(({ currency, sum }) =>
          currency === null ? formatNumber(Number(sum.toFixed(6))) : formatMoney({ amount: sum, currency }),
        );
      return parts.length === 0 ? [] : [`${label} ${parts.join(" + ")}`];
    })
    .join(" · ");
}
