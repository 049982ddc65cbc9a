import type {
  IncidentEffect,
  IncidentEntry,
  IncidentRole,
  IncidentState,
} from "@atoll/contract/cards/incident-schemas";
import type { BadgeTone } from "../../../ui/badge/badge.tsx";

export const stateNames: Readonly<Record<IncidentState, string>> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
};

export const stateTones: Readonly<Record<IncidentState, BadgeTone>> = {
  investigating: "error",
  identified: "warning",
  monitoring: "info",
  resolved: "success",
};

export const effectNames: Readonly<Record<IncidentEffect, string>> = {
  none: "No effect",
  slow: "Slow or partly broken",
  down: "Down",
};

export const roleNames: Readonly<Record<IncidentRole, string>> = {
  commander: "Commander",
  operations: "Operations",
  communications: "Communications",
};

/** "INC-41" */
export const incidentName = ({ number }: { number: number }): string => `INC-${number}`;

const minuteMs = 60_000;
const minutesOfHour = 60;
const hoursOfDay = 24;

/** "47 min", "3 h 5 min", "2 d 4 h" */
export function spanWords(from: string, until: string | Date): string {
  const minutes = Math.max(0, Math.floor((new Date(until).getTime() - Date.parse(from)) / minuteMs));
  const hours = Math.floor(minutes / minutesOfHour);
  if (hours >= hoursOfDay) return `${Math.floor(hours / hoursOfDay)} d ${hours % hoursOfDay} h`;
  return hours > 0 ? `${hours} h ${minutes % minutesOfHour} min` : `${minutes} min`;
}

interface Names {
  person: (id: string) => string;
  alert: (id: string) => string;
}

/** Pure: what a line of the timeline says behind the name of its person: "resolved the incident". */
export function entryWords({ kind, before, after, personId }: IncidentEntry, names: Names): string {
  switch (kind) {
    case "opened":
      return "opened the incident";
    case "title":
      return `renamed it to “${after ?? ""}”`;
    case "severity":
      return after === null ? "removed the severity" : `set the severity to ${after}`;
    case "services":
      return after ? `set the affected services to ${after}` : "removed the affected services";
    case "effect":
      return `set the effect to “${nameOf(effectNames, after)}”`;
    case "state":
      if (before === "resolved") return "reopened the incident";
      return after === "resolved" ? "resolved the incident" : `moved it to ${nameOf(stateNames, after)}`;
    case "linked":
      return `linked the alert “${names.alert(after ?? "")}”`;
    case "unlinked":
      return `removed the alert “${names.alert(before ?? "")}”`;
    case "update":
      return "posted an update for the status page";
    case "report":
      return "wrote the report";
    case "tasks":
      return `made ${after === "1" ? "a task" : `${after ?? ""} tasks`} of the follow-ups`;
    default: {
      const role = roleNames[kind];
      if (after === null) return `removed ${names.person(before ?? "")} as ${role}`;
      return after === personId ? `took the role ${role}` : `made ${names.person(after)} ${role}`;
    }
  }
}

const nameOf = (names: Readonly<Record<string, string>>, value: string | null): string =>
  names[value ?? ""] ?? value ?? "";
