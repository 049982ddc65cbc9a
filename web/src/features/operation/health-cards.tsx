import type { Health, NodeReport } from "@atoll/contract/operation/routes";
import type { ReactNode } from "react";
import { counted } from "../../lib/counted.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";

/** A part that could be read. */
type Known<Part extends keyof Health> = NonNullable<Health[Part]>;

interface Fact {
  name: string;
  value: ReactNode;
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t px-4 py-3 md:px-5">
      {facts.map(({ name, value }) => (
        <div className="min-w-0" key={name}>
          <dt className="text-faint text-xs">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The database: its size, and whether it has connections left. */
export function DatabaseCard({ database }: { database: Known<"database"> }) {
  const { version, isEmbedded, sizeBytes, connectionCount, connectionLimit, oldestTransactionSeconds } =
    database;
  return (
    <SettingCard
      text={isEmbedded ? "The one that comes with Atoll." : "The company's own."}
      title={`PostgreSQL ${version}`}
    >
      <Facts
        facts={[
          { name: "Size", value: formatBytes(sizeBytes) },
          { name: "Connections", value: `${connectionCount} of ${connectionLimit}` },
          { name: "Oldest open transaction", value: formatSeconds(oldestTransactionSeconds) },
        ]}
      />
    </SettingCard>
  );
}

/** Background work: how much waits, and which failed. */
export function JobsCard({ jobs }: { jobs: Known<"jobs"> }) {
  return (
    <SettingCard text="Reminders, digests, imports, and what is cleaned up at night." title="Background work">
      <Facts
        facts={[
          { name: "Waiting", value: formatNumber(jobs.waitingCount) },
          { name: "Running", value: formatNumber(jobs.runningCount) },
          { name: "Longest wait of what is due", value: formatSeconds(jobs.oldestDueSeconds) },
        ]}
      />
      {jobs.failed.length > 0 && (
        <ul aria-label="Failed this week" className="border-t px-4 py-2 text-xs md:px-5">
          {jobs.failed.map(({ name, count, lastAt }) => (
            <li className="flex flex-wrap gap-x-3 py-0.5" key={name}>
              <code className="wrap-anywhere">{name}</code>
              <span className="text-muted">
                failed {counted(count, "time")} this week, last on {formatInstant(lastAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}

/** Where the files are, and how much room is left. */
export function FilesCard({ files, nodes }: { files: Known<"files">; nodes: Health["nodes"] }) {
  return (
    <SettingCard
      end={
        <Badge tone={files.isAvailable ? "success" : "error"}>
          {files.isAvailable ? "Available" : "Away"}
        </Badge>
      }
      text={files.place}
      title="Files"
    >
      <Facts
        facts={[
          { name: "Files", value: `About ${formatNumber(files.count)}` },
          ...nodes.flatMap(({ id, report }) =>
            report
              ? diskFacts(report).map(({ name, value }) => ({
                  name: nodes.length > 1 ? `${name} on ${report.host}, ${id.slice(-4)}` : name,
                  value,
                }))
              : [],
          ),
        ]}
      />
    </SettingCard>
  );
}

function diskFacts({ disks: { files, database } }: NodeReport): Fact[] {
  const free = (name: string, { freeBytes }: NodeReport["disks"]["files"]): Fact[] =>
    freeBytes === null ? [] : [{ name, value: formatBytes(freeBytes) }];
  return [...free("Free for files", files), ...free("Free for the database", database)];
}

/** When the last backup was made. */
export function BackupCard({ backup, isEmbedded }: { backup: Known<"backup">; isEmbedded: boolean }) {
  const { finishedAt, incompleteAt } = backup;
  return (
    <SettingCard
      text={
        isEmbedded
          ? "Made with “npm run backup”."
          : "Made with “npm run backup”. Other backups of your own PostgreSQL are not known here."
      }
      title="Backups"
    >
      <Facts
        facts={[
          {
            name: "Last complete one",
            value: finishedAt ? `${formatAgo(finishedAt)} (${formatInstant(finishedAt)})` : "None yet",
          },
          ...(incompleteAt
            ? [{ name: "After it, with files missing", value: formatInstant(incompleteAt) }]
            : []),
        ]}
      />
    </SettingCard>
  );
}

/** Whether mails go out. */
export function MailCard({ mail }: { mail: Known<"mail"> }) {
  if (!mail.isOn)
    return <SettingCard text="This server sends no mail. Everything else works without it." title="Mail" />;
  return (
    <SettingCard text="The page “Mail” lists each of them." title="Mail">
      <Facts
        facts={[
          { name: "Waiting", value: formatNumber(mail.waitingCount) },
          { name: "Failed in 24 hours", value: formatNumber(mail.failedCount) },
          { name: "Longest wait of what is due", value: formatSeconds(mail.oldestDueSeconds) },
        ]}
      />
    </SettingCard>
  );
}

/** The devices that get notifications. */
export function PushCard({ push: { deviceCount, keyCreatedAt } }: { push: Known<"push"> }) {
  return (
    <SettingCard text="Notifications on devices where Atoll is not open." title="Push">
      <Facts
        facts={[
          { name: "Devices", value: formatNumber(deviceCount) },
          { name: "Signed with a key of", value: keyCreatedAt ? formatInstant(keyCreatedAt) : "None yet" },
        ]}
      />
    </SettingCard>
  );
}

/** "None", "4.2 s", "12 min", "3 h" */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null || seconds < 0) return "None";
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
