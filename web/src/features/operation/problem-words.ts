import type { HealthProblem } from "@atoll/contract/operation/routes";
import { counted } from "../../lib/counted.ts";

interface ProblemWords {
  /** Names the problem. */
  title: string;
  /** The remedy. */
  advice: string;
}

/** The words of /readyz for why a server takes no requests. */
const reasons: Readonly<Record<string, string>> = {
  stopping: "it is being stopped",
  migrations: "the database does not have this version's tables",
  "older than the database": "a newer version has changed the database",
  clock: "its clock differs from the database's by more than a minute",
  storage: "its folder of files cannot be written to",
  "another folder of files": "its folder of files belongs to another Atoll",
  "storage full": "its disk is full",
  database: "the database does not answer",
  "hears no changes of other nodes": "it does not hear what changes on other servers",
};

const parts: Readonly<Record<string, string>> = {
  database: "the database",
  jobs: "background work",
  files: "the files",
  backup: "the backups",
  mail: "mail",
  push: "push",
};

/**
 * Returns the title and the remedy of a problem.
 * @param hasOthers whether a server is heard.
 */
export function problemWords(
  { code, about, count, reasons: named }: HealthProblem,
  hasOthers: boolean,
): ProblemWords {
  const name = about ?? "One of them";
  switch (code) {
    case "not-ready":
      return {
        title: `${name} takes no requests: ${named.map((reason) => reasons[reason] ?? reason).join(", ")}.`,
        advice: "The guide “Running Atoll” explains each reason. The log of this server has the details.",
      };
    case "silent":
      return {
        title: `${name} has stopped answering.`,
        advice: `It crashed, or its connection to the database is lost. ${hasOthers ? "Its people are connected to the other servers. " : ""}Start it again. This notice goes away after an hour.`,
      };
    case "restarted":
      return {
        title: `${name} was restarted after a crash, ${counted(count ?? 1, "time")} in the last hour.`,
        advice: "Its log says why, or the system's log if memory ran out.",
      };
    case "stale":
      return {
        title: `${name} is running but has not reported for a while.`,
        advice: "A disk that does not answer can be the reason, or too much work. Its log has the details.",
      };
    case "unknown":
      return {
        title: `The state of this could not be read: ${parts[name] ?? name}.`,
        advice: "The log says why. The other figures on this page are current.",
      };
    case "writes-refused":
      return {
        title: "The database takes no writes, or answers too slowly.",
        advice: "A full disk can be the reason, or a database that is read-only. The log says why.",
      };
    case "files-unavailable":
      return {
        title: "Files cannot be stored and opened.",
        advice:
          "The store of files does not answer, refuses the key, or is full. Messages and everything else work. “npm run check-settings” says what is wrong.",
      };
    case "disk-low":
      return {
        title: `${name} has less than 5 GB of free space.`,
        advice: "Make room, or move the files to a larger disk or a bucket. A full disk stops uploads first.",
      };
    case "bus-away":
      return {
        title: `${name} does not reach the bus, so what happens on other servers arrives up to 2 seconds late.`,
        advice:
          "See whether the server that BUS_URL names runs and is reachable. Nothing is lost until then.",
      };
    case "versions-differ":
      return {
        title: "The servers have different versions.",
        advice: "This is fine during an upgrade. Upgrade the rest soon.",
      };
    case "backup-missing":
      return {
        title: "No backup was made yet.",
        advice: "Run “npm run backup”, and set up the nightly one that the guide “Running Atoll” describes.",
      };
    case "backup-old":
      return {
        title: "The last backup is more than two days old.",
        advice: "See whether the nightly backup still runs, and whether its disk has room.",
      };
    case "backup-incomplete":
      return {
        title: "Files were missing from the last backup.",
        advice: "What the backup printed names them. Run it again to see whether they still are.",
      };
    case "jobs-late":
      return {
        title: "Background work waits for more than ten minutes.",
        advice: `The first in line is ${name}. A long import or a slow database can be the reason.`,
      };
    case "jobs-failed":
      return {
        title: `Background work failed in the last day: ${name}.`,
        advice: "It was tried nine times. The log has the error, under “a job failed for good”.",
      };
    case "connections-scarce":
      return {
        title: "The database has few free connections left.",
        advice: "Raise max_connections of PostgreSQL, or run fewer servers on it.",
      };
    case "transaction-long":
      return {
        title: "A transaction has been open for more than 20 minutes.",
        advice:
          "A backup can be the reason. Otherwise something is stuck, and keeps PostgreSQL from cleaning up.",
      };
    case "mail-late":
      return {
        title: "Mails wait for more than ten minutes.",
        advice: "The mail server does not take them. The page “Mail” shows its answers.",
      };
    case "mail-failed":
      return {
        title: "Mails failed in the last day.",
        advice: "The page “Mail” lists them with the mail server's answers.",
      };
  }
}
