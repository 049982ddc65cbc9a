import {
  type Import,
  type ImportSource,
  importSourceNames,
  importSources,
} from "@atoll/contract/imports/schemas";
import { useMutation } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { counted } from "../../lib/counted.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { DropZone } from "../../ui/field/drop-zone.tsx";
import { Select } from "../../ui/field/select.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { ProgressBar } from "../../ui/progress/progress-bar.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { uploadExport, useImports, useRefetchImports } from "./api.ts";
import { ImportDetails } from "./import-details.tsx";
import { sourceLooks } from "./source-looks.ts";
import { stateLooks } from "./state-looks.ts";

/** Moving in from another product: upload, plan, dry run, run, proof and undo, and the earlier imports. */
export function ImportsScreen() {
  const [openId, setOpenId] = useState<string>();
  if (openId)
    return (
      <div className="flex flex-col gap-4">
        <Button
          className="self-start"
          icon={ArrowLeft}
          onClick={() => setOpenId(undefined)}
          size="sm"
          variant="ghost"
        >
          All imports
        </Button>
        <ImportDetails importId={openId} />
      </div>
    );
  return <Imports onOpen={setOpenId} />;
}

function Imports({ onOpen }: { onOpen: (importId: string) => void }) {
  const list = useImports();
  const unfinished = list.items?.find(({ state, hasFile }) => state === "uploading" && hasFile);
  return (
    <div className="flex flex-col gap-4">
      <UploadCard onDone={onOpen} unfinished={unfinished} />
      <Card flush title="Imports">
        <PagedList
          empty={
            <EmptyState drawing="generic" title="Nothing was imported yet">
              Upload an export of another product. You see a plan before anything is written.
            </EmptyState>
          }
          failure="Failed to load the imports"
          list={list}
          skeleton={<RowSkeletons mark={16} label="Loading the imports" rowClassName="border-t px-4 py-1" />}
        >
          {(items) => (
            <ul aria-label="Imports" className="border-t">
              {items.map((one) => (
                <ImportRow key={one.id} one={one} onOpen={onOpen} />
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
    </div>
  );
}

function ImportRow({ one, onOpen }: { one: Import; onOpen: (importId: string) => void }) {
  const { label, tone } = stateLooks[one.state];
  const [madeCount, madeWord] = sourceLooks[one.source].made;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-3 last:border-b-0">
      <span className="flex min-w-0 flex-1 flex-col max-md:basis-full">
        <span className="truncate font-medium">{one.name}</span>
        <span className="text-faint text-xs">
          {importSourceNames[one.source]} · {formatBytes(one.sizeBytes)} · {one.createdBy.name} ·{" "}
          {formatInstant(one.createdAt)}
        </span>
      </span>
      {one.state === "done" && (
        <span className="text-muted text-xs">{counted(one.made[madeCount] ?? 0, madeWord)}</span>
      )}
      <Badge tone={tone}>{label}</Badge>
      {one.state !== "uploading" && (
        <Button aria-label={`Open ${one.name}`} onClick={() => onOpen(one.id)} size="sm">
          Open
        </Button>
      )}
    </li>
  );
}

/** Chooses the export and uploads it. A cut upload goes on with the same file. */
function UploadCard({
  unfinished,
  onDone,
}: {
  unfinished: Import | undefined;
  onDone: (importId: string) => void;
}) {
  const refetch = useRefetchImports();
  const [progress, setProgress] = useState<{ name: string; size: number; received: number }>();
  const [chosen, setChosen] = useState<ImportSource>();
  const source = chosen ?? unfinished?.source ?? "slack";
  const look = sourceLooks[source];
  const upload = useMutation({
    async mutationFn(file: File) {
      const isSame =
        unfinished?.name === file.name && unfinished.sizeBytes === file.size && unfinished.source === source;
      const known = isSame ? unfinished : { id: uuidv7() };
      await uploadExport(file, source, known, (received) =>
        setProgress({ name: file.name, size: file.size, received }),
      );
      return known.id;
    },
    onSuccess: onDone,
    async onSettled() {
      setProgress(undefined);
      await refetch();
    },
  });
  return (
    <Card title="Move in from another product">
      <div className="flex flex-col gap-3">
        <Select
          className="w-64 max-md:w-full"
          disabled={upload.isPending}
          label="Product"
          onValueChange={setChosen}
          options={importSources.map((value) => ({ value, label: importSourceNames[value] }))}
          value={source}
        />
        <p className="text-muted">{look.how}</p>
        {upload.error && (
          <InlineAlert tone="error">
            {errorMessage(upload.error, "The file could not be uploaded")} Choose the same file to resume.
          </InlineAlert>
        )}
        {!upload.error && unfinished && !upload.isPending && (
          <InlineAlert tone="info">
            {formatBytes(unfinished.receivedBytes)} of {formatBytes(unfinished.sizeBytes)} of “
            {unfinished.name}” are uploaded. Choose the same file to resume.
          </InlineAlert>
        )}
        {progress ? (
          <div className="flex flex-col gap-1.5" role="status">
            <span className="truncate text-sm">
              Uploading {progress.name}: {formatBytes(progress.received)} of {formatBytes(progress.size)}
            </span>
            <ProgressBar className="w-full" label="Uploaded" max={progress.size} value={progress.received} />
          </div>
        ) : (
          <DropZone
            accept={look.accept}
            isBusy={upload.isPending}
            label={look.file}
            note={look.note}
            onChoose={(file) => upload.mutate(file)}
            title="Drop the export here"
          />
        )}
      </div>
    </Card>
  );
}
