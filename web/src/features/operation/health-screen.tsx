import type { Health, HealthNode, NodeReport, SlowStatement } from "@atoll/contract/operation/routes";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { counted } from "../../lib/counted.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { TableRows } from "../../ui/table/table-rows.tsx";
import { healthKey } from "./api.ts";
import {
  BackupCard,
  DatabaseCard,
  FilesCard,
  formatSeconds,
  JobsCard,
  MailCard,
  PushCard,
} from "./health-cards.tsx";
import { LogLevelCard, MaintenanceCard } from "./operation-cards.tsx";
import { problemWords } from "./problem-words.ts";

const lookEveryMs = 15_000;

/** Nothing tells of a figure that changes, so the page looks again while it is in sight. */
function useHealth() {
  return useLiveQuery({
    queryKey: healthKey,
    queryFn: ({ signal }) => call(operationRoutes.getHealth, {}, { signal }),
    on: {},
    refetchInterval: lookEveryMs,
  });
}

/** Whether Atoll is well: what is wrong and what to do about it, and the figures behind that. */
export function HealthScreen() {
  const query = useHealth();
  const { data } = query;
  if (!data)
    return (
      <LoadState failure="Failed to load the health of this Atoll" query={query}>
        <SkeletonGroup label="Loading the health of this Atoll">
          <div className="flex flex-col gap-4">
            <Skeleton height={52} width="100%" />
            <Skeleton height={140} width="100%" />
            <Skeleton height={220} width="100%" />
          </div>
        </SkeletonGroup>
      </LoadState>
    );
  return (
    <div className="flex flex-col gap-4">
      {query.error && (
        <InlineAlert tone="error">
          {errorMessage(query.error)} The figures below are from {formatInstant(data.takenAt)}.
        </InlineAlert>
      )}
      <Problems nodes={data.nodes} problems={data.problems} />
      <MaintenanceCard />
      <Servers nodes={data.nodes} />
      <LogLevelCard logging={data.logging} />
      <div className="grid gap-4 md:grid-cols-2">
        {data.database && <DatabaseCard database={data.database} />}
        {data.jobs && <JobsCard jobs={data.jobs} />}
        {data.files && <FilesCard files={data.files} nodes={data.nodes} />}
        {data.backup && <BackupCard backup={data.backup} isEmbedded={data.database?.isEmbedded ?? false} />}
        {data.mail && <MailCard mail={data.mail} />}
        {data.push && <PushCard push={data.push} />}
      </div>
      <SlowStatements nodes={data.nodes} />
    </div>
  );
}

function Problems({ problems, nodes }: Pick<Health, "problems" | "nodes">) {
  if (problems.length === 0) return <InlineAlert tone="success">Everything works.</InlineAlert>;
  const hasOthers = nodes.some(({ isSilent }) => !isSilent);
  return (
    <section aria-label="Problems" className="flex flex-col gap-2">
      {problems.map((problem, index) => {
        const { title, advice } = problemWords(problem, hasOthers);
        return (
          <InlineAlert
            // Several servers may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other order
            key={`${problem.code} ${problem.about} ${index}`}
            tone={problem.severity === "error" ? "error" : "notice"}
          >
            <p className="font-semibold">{title}</p>
            <p>{advice}</p>
          </InlineAlert>
        );
      })}
    </section>
  );
}

function Servers({ nodes }: { nodes: readonly HealthNode[] }) {
  const isPhone = useIsPhone();
  return (
    <SettingCard
      text={`${nodes.length === 1 ? "It says" : "Each of them says"} every 15 seconds how it is.`}
      title={nodes.length === 1 ? "Server" : `Servers (${nodes.length})`}
    >
      {isPhone ? (
        <ul aria-label="Servers" className="border-t">
          {nodes.map((node) => (
            <li className="flex flex-col gap-1 border-b px-4 py-3 last:border-b-0" key={node.id}>
              <span className="flex items-center gap-2">
                <ServerName node={node} />
                <span className="ml-auto">
                  <ServerState node={node} />
                </span>
              </span>
              {node.report && <ServerFigures report={node.report} />}
            </li>
          ))}
        </ul>
      ) : (
        <TableRows
          columns={[
            { key: "name", header: "Name", cell: (node) => <ServerName node={node} /> },
            { key: "state", header: "State", cell: (node) => <ServerState node={node} /> },
            { key: "version", header: "Version", cell: ({ report }) => report?.version ?? "Unknown" },
            {
              key: "since",
              header: "Started",
              cell: ({ report }) => report && formatInstant(report.startedAt),
            },
            ...figures.map(({ key, header, read }) => ({
              key,
              header,
              align: "right" as const,
              cell: ({ report }: HealthNode) => report && read(report),
            })),
          ]}
          label="Servers"
          minWidth="720px"
          onSort={() => undefined}
          rowKey={({ id }) => id}
          rows={nodes}
          sort={undefined}
        />
      )}
    </SettingCard>
  );
}

const figures: readonly { key: string; header: string; read: (report: NodeReport) => string }[] = [
  { key: "sockets", header: "Open browsers", read: ({ socketCount }) => formatNumber(socketCount) },
  { key: "memory", header: "Memory", read: ({ memoryBytes }) => formatBytes(memoryBytes) },
  { key: "delay", header: "Delay", read: ({ loopDelayMs }) => `${formatNumber(loopDelayMs)} ms` },
];

function ServerFigures({ report }: { report: NodeReport }) {
  return (
    <span className="flex flex-wrap gap-x-3 text-muted text-xs">
      <span>Version {report.version}</span>
      <span>since {formatInstant(report.startedAt)}</span>
      {figures.map(({ key, header, read }) => (
        <span key={key}>
          {header}: {read(report)}
        </span>
      ))}
    </span>
  );
}

function ServerName({ node: { id, report } }: { node: HealthNode }) {
  return <span className="font-medium wrap-anywhere">{report?.host ?? id}</span>;
}

function ServerState({ node: { report, reportedAt, isSilent, isStale } }: { node: HealthNode }) {
  if (isSilent)
    return (
      <Badge tone="error">{reportedAt ? `Silent, last heard ${formatInstant(reportedAt)}` : "Silent"}</Badge>
    );
  if (!report) return <Badge tone="secondary">No report</Badge>;
  if (isStale && reportedAt) return <Badge tone="error">No report since {formatInstant(reportedAt)}</Badge>;
  if (report.obstacles.length > 0) return <Badge tone="error">Not ready</Badge>;
  return <Badge tone="success">Ready</Badge>;
}

function SlowStatements({ nodes }: Pick<Health, "nodes">) {
  const statements = nodes.flatMap(({ report }) => report?.slowStatements ?? []);
  if (statements.length === 0) return null;
  return (
    <SettingCard
      text="In the last hour, without the values in them."
      title="Statements that took a second or longer"
    >
      <ul aria-label="Slow statements">
        {statements.map((statement, index) => (
          // Two servers may have the same one.
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other order
          <SlowRow key={index} statement={statement} />
        ))}
      </ul>
    </SettingCard>
  );
}

function SlowRow({ statement: { statement, seconds, times, lastAt } }: { statement: SlowStatement }) {
  return (
    <li className="flex flex-col gap-1 border-t px-4 py-2 text-xs md:px-5">
      <span className="text-muted">
        {formatSeconds(seconds)} at most, {counted(times, "time")}, last at {formatInstant(lastAt)}
      </span>
      <code className="wrap-anywhere">{statement}</code>
    </li>
  );
}
