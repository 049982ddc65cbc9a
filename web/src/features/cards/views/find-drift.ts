import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { asText } from "../../../capabilities/fields/field-words.ts";
import { stageOf } from "../data/words.ts";

type Drift =
  | { is: "level" | "unknown" | "ahead" | "failing" }
  | { is: "requested"; card: Card }
  | { is: "behind"; from: Card };

/**
 * Compares the last column of a row of the grid with the one before it.
 * A request for the same version that is still in the first stage counts as an answer to the drift.
 */
export function findDrift(
  type: CardType,
  before: Card | undefined,
  last: Card | undefined,
  requests: readonly Card[],
): Drift {
  const { row = "", column = "", cell = "" } = type.options.layout;
  const target = type.fields.find(({ name }) => name === column)?.options?.at(-1);
  if (!before || !last) return { is: "unknown" };
  const version = asText(before.data[cell]);
  const order = asText(last.data[cell]).localeCompare(version, "en", { numeric: true });
  if (order === 0) return { is: "level" };
  if (order > 0) return { is: "ahead" };
  const request = requests.find(
    ({ stage, data }) =>
      stage === type.stages[0]?.id &&
      asText(data[row]) === asText(before.data[row]) &&
      asText(data[column]) === target &&
      asText(data[cell]) === version,
  );
  if (request) return { is: "requested", card: request };
  return stageOf(type, before)?.kind === "won" ? { is: "behind", from: before } : { is: "failing" };
}
