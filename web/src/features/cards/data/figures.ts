import { formatMoney } from "../../../capabilities/fields/field-words.ts";
import { counted } from "../../../lib/counted.ts";
import { formatNumber } from "../../../lib/format-number.ts";
import type { Section } from "./api.ts";
import { capital, compactTotals, countCards, headline, openCount, openTotals } from "./words.ts";

export interface Figure {
  label: string;
  /** In full, for the strip above the section. */
  value: string;
  /** For a tile of the overview, where it is shorter. */
  short?: string;
  note: string;
}

type Counted = Pick<Section, "type" | "figures">;

/** The figures that the people of a section use, the most telling first. Each is counted in the database. */
export function sectionFigures({ type, figures }: Counted): Figure[] {
  return [...leading({ type, figures }), ...results({ type, figures }), ...stalled({ type, figures })];
}

/** The open cards: their worth where the section adds up money, else how many there are of all. */
function leading({ type, figures }: Counted): Figure[] {
  const money = moneyField(type);
  if (!money) {
    const { count, words } = headline(type, figures);
    const all = counted(countCards({ figures }), type.singular);
    return [{ label: capital(words), value: formatNumber(count), note: `Of ${all}` }];
  }
  const open = `${counted(openCount(type, figures), type.singular)} open`;
  const totals = openTotals(type, figures);
  const sum = (parts: readonly string[]) => (parts.length === 0 ? "None" : parts.join(" + "));
  return [
    {
      label: `Open ${money.label.toLowerCase()}`,
      value: sum(totals.map(formatMoney)),
      short: compactTotals(totals) || "None",
      note: open,
    },
    ...(isForecast(type)
      ? [
          {
            label: "Weighted",
            value: sum(totals.map(({ weighted, currency }) => formatMoney({ amount: weighted, currency }))),
            short:
              compactTotals(
                totals.map(({ weighted, currency }) => ({ amount: weighted, weighted, currency })),
              ) || "None",
            note: "By the probability of each stage",
          },
        ]
      : []),
  ];
}

/** How work ended in the last 90 days; where things stay in use, what is not there yet. */
function results({ type, figures }: Counted): Figure[] {
  // Things that stay in use, such as a finished runbook, are not closed by being won.
  const isKept = type.stages.some(
    ({ id, kind }) => kind === "won" && type.options.headline.stages.includes(id),
  );
  if (isKept)
    return type.stages
      .filter(({ id, kind }) => kind === "open" && id !== type.options.templateStage)
      .slice(0, 2)
      .map(({ id, name }) => ({
        label: name,
        value: formatNumber(figures.stages.find(({ stage }) => stage === id)?.count ?? 0),
        note: "Not there yet",
      }));
  if (type.options.hooks === "deployments" || type.stages.every(({ kind }) => kind === "open")) return [];
  const { won, lost } = figures.closed;
  const closed = won + lost;
  if (isForecast(type) || type.options.hooks === "runs")
    return [
      {
        label: `${isForecast(type) ? "Win rate" : "Passed"}, 90 days`,
        value: closed === 0 ? "Unknown" : `${Math.round((100 * won) / closed)}%`,
        note: `${won} of ${closed} closed`,
      },
    ];
  const nameOf = (kind: "won" | "lost") => type.stages.find((stage) => stage.kind === kind)?.name;
  const value = closed === 0 ? "Unknown" : formatNumber(won);
  const [wonName = "Closed", lostName] = [nameOf("won"), nameOf("lost")?.toLowerCase()];
  return [
    lostName
      ? { label: `${wonName}, 90 days`, value, note: `${formatNumber(lost)} ${lostName}` }
      : { label: wonName, value, note: "In the last 90 days" },
  ];
}

function stalled({ type, figures }: Counted): Figure[] {
  if (type.staleDays === null) return [];
  return [
    { label: "Stalled", value: formatNumber(figures.stalled), note: `No change for ${type.staleDays} days` },
  ];
}

function moneyField({ fields, valueField }: Section["type"]) {
  return fields.find(({ name, kind }) => name === valueField && kind === "money");
}

/** Only what can be won has a forecast. */
function isForecast(type: Section["type"]): boolean {
  return moneyField(type) !== undefined && type.stages.some(({ id }) => id === "won");
}
