import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { ThingExport } from "@atoll/contract/personal-data/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { ProgressBar } from "../../ui/progress/progress-bar.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { ExportFileLink } from "./export-file-link.tsx";
import {
  describeExport,
  exportContents,
  isUnfinished,
  type ThingToExport,
  thingExportKey,
  useThingExports,
} from "./thing-exports.ts";

/** Exports one thing: what the archive has, how far it is, and the download. */
export function ExportThingDialog({ thing, onClose }: { thing: ThingToExport; onClose: () => void }) {
  const queryClient = useQueryClient();
  const query = useThingExports();
  const latest = query.data?.find(({ kind, thingId }) => kind === thing.kind && thingId === thing.id);
  const settle = () => queryClient.invalidateQueries({ queryKey: thingExportKey });
  // The same until an export with it is there, so that a lost answer starts no second one.
  const nextId = useRef(uuidv7());
  const start = useMutation({
    mutationFn: () => {
      if (query.data?.some(({ id }) => id === nextId.current)) nextId.current = uuidv7();
      const body = { id: nextId.current, kind: thing.kind, thingId: thing.id };
      return call(personalDataRoutes.startThingExport, { body });
    },
    onSuccess: () => {
      nextId.current = uuidv7();
    },
    onSettled: settle,
  });
  const remove = useMutation({
    mutationFn: (exportId: string) => call(personalDataRoutes.deletePersonExport, { params: { exportId } }),
    onSettled: settle,
  });
  const error = start.error ?? remove.error;
  const isRunning = latest !== undefined && isUnfinished(latest);
  return (
    <Dialog
      description={exportContents[thing.kind]}
      footer={
        isRunning ? (
          <Button loading={remove.isPending} onClick={() => remove.mutate(latest.id)}>
            Cancel export
          </Button>
        ) : (
          <Button
            disabled={!query.data}
            loading={start.isPending}
            onClick={() => start.mutate()}
            variant={latest?.file ? "secondary" : "primary"}
          >
            {latest ? "Export again" : "Start export"}
          </Button>
        )
      }
      onClose={onClose}
      title={`Export ${thing.name}`}
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          You get one zip file, to read in a browser and for other programs. It is recorded in the audit log.
          You can close this window: you are notified when the file is ready.
        </p>
        {query.data ? (
          latest && <Latest made={latest} />
        ) : query.error ? (
          <LoadState query={query} />
        ) : (
          <RowSkeletons label="Loading your exports" mark={16} rowClassName="py-2" />
        )}
        {error && <InlineAlert tone="error">{errorMessage(error)}</InlineAlert>}
      </div>
    </Dialog>
  );
}

function Latest({ made }: { made: ThingExport }) {
  return (
    <section aria-label="Latest export" className="flex flex-col gap-2 rounded-lg border p-3">
      <h3 className="font-semibold text-xs">Started {formatInstant(made.requestedAt)}</h3>
      <p aria-live="polite">{describeExport(made)}</p>
      {made.state === "running" && (
        <ProgressBar
          className="w-full"
          label="Progress of the export"
          max={made.rowsTotal + made.filesTotal}
          value={made.rowCount + made.fileCount}
        />
      )}
      {made.file && (
        <p>
          <ExportFileLink file={made.file} />
        </p>
      )}
    </section>
  );
}
