import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { FullExport } from "@atoll/contract/personal-data/schemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { counted } from "../../lib/counted.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { call } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { formatDate, formatInstant } from "../../lib/time/format-date.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Button } from "../../ui/button/button.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { isUnfinished, progressMs } from "./api.ts";
import { ExportRow, exportFailures } from "./export-row.tsx";

const fullExportKey = ["administration", "full-exports"] as const;

/** The viewer's exports of everything, with their progress. */
export function FullExportsCard() {
  const query = useQuery({
    queryKey: fullExportKey,
    queryFn: ({ signal }) => call(personalDataRoutes.listFullExports, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnfinished) ? progressMs : false),
  });
  const [isStarting, setIsStarting] = useState(false);
  const { data } = query;
  return (
    <>
      <SettingCard
        end={
          data?.isAllowed && (
            <Button
              disabled={data.exports.some(isUnfinished)}
              icon={PackageOpen}
              onClick={() => setIsStarting(true)}
              size="sm"
            >
              Export everything
            </Button>
          )
        }
        text="All data and files of the company in one archive, to leave Atoll or to move to another machine. It is kept for a week."
        title="Export of everything"
      >
        {data && data.exports.length > 0 ? (
          <ul aria-label="Exports of everything">
            {data.exports.map((one) => (
              <ExportRow
                key={one.id}
                made={one}
                name="everything"
                queryKey={fullExportKey}
                text={describe(one)}
                title={`Started ${formatInstant(one.requestedAt)}`}
              />
            ))}
          </ul>
        ) : (
          <div className="border-t">
            {data ? (
              <Nothing isAllowed={data.isAllowed} />
            ) : query.error ? (
              <LoadState query={query} />
            ) : (
              <RowSkeletons label="Loading exports" mark={16} rowClassName="px-4 py-2 md:px-5" />
            )}
          </div>
        )}
      </SettingCard>
      {isStarting && <StartDialog onClose={() => setIsStarting(false)} />}
    </>
  );
}

function Nothing({ isAllowed }: { isAllowed: boolean }) {
  return isAllowed ? (
    <EmptyState title="No exports">
      Keys and secrets are not in an export from here. To take them along, use the command{" "}
      <code>npm run export</code> on the server.
    </EmptyState>
  ) : (
    <EmptyState title="The operator of the server makes these exports">
      It has what is private, too. The operator uses the command <code>npm run export</code>, or lets super
      administrators do it here with <code>ATOLL_EXPORT_EVERYTHING=1</code>.
    </EmptyState>
  );
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  // The same for every attempt, so that a lost answer starts no second export.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: { currentPassword: "" },
    schema: z.object({ currentPassword: z.string() }),
    send: async ({ currentPassword }) => {
      await call(personalDataRoutes.startFullExport, {
        body: { id, ...(viewer.hasPassword && { currentPassword }) },
      });
      await queryClient.invalidateQueries({ queryKey: fullExportKey });
      onClose();
    },
    fallback: "Failed to start the export",
  });
  return (
    <FormDialog
      description="The archive has everything that people wrote, also direct messages, private channels and drafts, and hashes of passwords. The other super administrators are told, and it is recorded in the audit log."
      form={form}
      onClose={onClose}
      title="Export everything"
      verb="Start export"
    >
      {viewer.hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

function describe(made: FullExport): string {
  const content = `${counted(made.rowCount, "entry", "entries")}, ${counted(made.fileCount, "file")}`;
  switch (made.state) {
    case "waiting":
      return "Waiting to start";
    case "running":
      return `${made.tablesDone} of ${made.tablesTotal} tables, ${content}`;
    case "ready":
      return `${content}. ${describeProblems(made)}The archive is deleted after ${formatDate(made.expiresAt ?? made.requestedAt)}.`;
    case "failed":
      return made.failure === "too_long"
        ? "Failed: it took longer than 12 hours. Use the command npm run export on the server."
        : exportFailures[made.failure ?? "broken"];
    case "cancelled":
      return "Cancelled, because you may not export everything any more";
  }
}

function describeProblems({ problemCount }: FullExport): string {
  return problemCount === 0
    ? ""
    : `Missing or changed: ${counted(problemCount, "file")}, named in manifest.json of the archive. `;
}
