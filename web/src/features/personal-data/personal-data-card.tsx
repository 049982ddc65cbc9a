import type { PersonExport } from "@atoll/contract/personal-data/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, PackageOpen, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useAttachmentLink } from "../../capabilities/files/links/attachment-links.ts";
import { DownloadLink } from "../../capabilities/files/links/download-link.tsx";
import { counted } from "../../lib/counted.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { formatDate } from "../../lib/time/format-date.ts";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { deletePersonExport, isUnfinished, personExportKey, usePersonExports } from "./api.ts";
import { StartExportDialog } from "./start-export-dialog.tsx";

/** The viewer's exports of their own data, and of colleagues' if they asked for some. */
export function PersonalDataCard() {
  const viewer = useViewer();
  const query = usePersonExports();
  const [isStarting, setIsStarting] = useState(false);
  const exports = query.data;
  return (
    <>
      <SettingCard
        end={
          <Button
            disabled={exports?.some(isUnfinished) ?? true}
            icon={PackageOpen}
            onClick={() => setIsStarting(true)}
            size="sm"
          >
            Export my data
          </Button>
        }
        text="Everything that you wrote and that is about you, in one file. It is kept for a week."
        title="Your data"
      >
        {exports ? (
          exports.length > 0 ? (
            <ul aria-label="Exports">
              {exports.map((one) => (
                <ExportRow isOwn={one.person.id === viewer.id} key={one.id} made={one} />
              ))}
            </ul>
          ) : (
            <div className="border-t">
              <EmptyState title="No exports">Export your data to keep a copy of it.</EmptyState>
            </div>
          )
        ) : (
          <div className="border-t">
            {query.error ? (
              <LoadState query={query} />
            ) : (
              <RowSkeletons label="Loading your exports" mark={16} rowClassName="px-4 py-2 md:px-5" />
            )}
          </div>
        )}
      </SettingCard>
      {isStarting && (
        <StartExportDialog
          onClose={() => setIsStarting(false)}
          person={{ id: viewer.id, name: viewer.name, isDisabled: false }}
        />
      )}
    </>
  );
}

function ExportRow({ made, isOwn }: { made: PersonExport; isOwn: boolean }) {
  const queryClient = useQueryClient();
  const title = isOwn ? "Your data" : made.person.name;
  const remove = useMutation({
    mutationFn: () => deletePersonExport(made.id),
    onError: (error) => notify.error(errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: personExportKey }),
  });
  const verb = isUnfinished(made) ? "Cancel" : "Delete";
  return (
    <SettingRow
      as="li"
      end={
        <div className="flex items-center gap-2">
          {made.file && <FileLink file={made.file} />}
          <IconButton
            icon={isUnfinished(made) ? X : Trash2}
            label={`${verb} the export of ${isOwn ? "your data" : made.person.name}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
            size="sm"
          />
        </div>
      }
      icon={PackageOpen}
      text={<span aria-live="polite">{describe(made)}</span>}
      title={title}
    />
  );
}

function FileLink({ file }: { file: NonNullable<PersonExport["file"]> }) {
  const { link } = useAttachmentLink(file.id);
  if (!link) return null;
  return (
    <DownloadLink attachment={file} className={buttonClass({ size: "sm" })} link={link}>
      <Download aria-hidden className="size-3.5" />
      Download
    </DownloadLink>
  );
}

const failures: Record<NonNullable<PersonExport["failure"]>, string> = {
  too_large: "Failed: the files are larger than 50 GB. Ask an administrator of the server.",
  storage_full: "Failed: there is not enough storage. Try again later.",
  broken: "Failed. Try again, or ask an administrator: the log of the server says why.",
};

function describe(made: PersonExport): string {
  switch (made.state) {
    case "waiting":
      return "Waiting to start";
    case "running":
      return `${made.tablesDone} of ${made.tablesTotal} kinds of data, ${counted(made.rowCount, "entry", "entries")}`;
    case "ready":
      return `${counted(made.rowCount, "entry", "entries")}. The file is deleted after ${formatDate(made.expiresAt ?? made.requestedAt)}.`;
    case "failed":
      return failures[made.failure ?? "broken"];
    case "cancelled":
      return "Cancelled, because you may not export this data any more";
  }
}
