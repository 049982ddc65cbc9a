import type { OpenIncident } from "@atoll/contract/cards/incident-schemas";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { effectNames, entryWords, incidentName, spanWords } from "./incident-words.ts";

interface Template {
  summary: string;
  impact: string;
  cause: string;
  next: string;
  followUps: { key: string; text: string }[];
}

/** Lines of the timeline that a template quotes. */
const quoted = new Set(["opened", "state", "commander", "effect", "update"]);
const maxLines = 40;
/** Characters of a line: forty of them leave room in the summary. */
const maxLine = 200;

/**
 * Pure: what the report of a resolved incident begins with: its times and the main lines of its timeline.
 * @param nameOf returns the name of a person.
 */
export function reportTemplate(
  { incident, entries, alerts }: Pick<OpenIncident, "incident" | "entries" | "alerts">,
  nameOf: (id: string) => string,
): Template {
  const { title, openedAt, resolvedAt, severity, services, effect } = incident;
  const names = { person: nameOf, alert: (id: string) => alerts.find((one) => one.id === id)?.title ?? "" };
  const lines = entries
    .filter(({ kind }) => quoted.has(kind))
    .map((entry) => {
      const who = entry.personId === null ? "Someone" : nameOf(entry.personId);
      const words = entry.text === "" ? entryWords(entry, names) : `wrote in an update: ${entry.text}`;
      return shortened(`- ${formatInstant(entry.at)}: ${who} ${words.replace(/\s+/g, " ")}`);
    });
  const of = severity === null ? "" : ` Severity: ${severity}.`;
  const end =
    resolvedAt === null
      ? ""
      : ` It was resolved at ${formatInstant(resolvedAt)}, after ${spanWords(openedAt, resolvedAt)}.`;
  return {
    summary: [
      `${incidentName(incident)}, ${title}, was opened at ${formatInstant(openedAt)}.${end}${of}`,
      "",
      "Timeline:",
      ...startAndEnd(lines),
    ].join("\n"),
    impact: [
      ...(services.length > 0 ? [`Affected services: ${services.join(", ")}.`] : []),
      `Effect on people: ${effectNames[effect].toLowerCase()}.`,
    ].join("\n"),
    cause: "",
    next: "",
    followUps: [],
  };
}

const startAndEnd = (lines: string[]): string[] =>
  lines.length > maxLines
    ? [
        ...lines.slice(0, maxLines / 2),
        `- (${lines.length - maxLines} more lines)`,
        ...lines.slice(-maxLines / 2),
      ]
    : lines;

const shortened = (line: string): string =>
  line.length > maxLine
    ? `${line
        .slice(0, maxLine - 1)
        .trimEnd()
        .toWellFormed()}…`
    : line;
