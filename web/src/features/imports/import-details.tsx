import type { Import, ImportCounts, ImportWork } from "@atoll/contract/imports/schemas";
import { useMutation } from "@tanstack/react-query";
import { Download, FlaskConical, Pause, Play, RotateCcw, Trash2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { AddressLink } from "../../capabilities/links/address-link.tsx";
import { formatNumber } from "../../lib/format-number.ts";
import { downloadText } from "../../lib/request/download.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ProgressBar } from "../../ui/progress/progress-bar.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import {
  discardFile,
  fetchReport,
  isWorking,
  setWork,
  useImport,
  useImportBuiltOn,
  useRefetchImports,
} from "./api.ts";
import { ImportLines, ImportPeople } from "./import-lists.tsx";
import { ImportPlaces } from "./import-places.tsx";
import { sourceLooks } from "./source-looks.ts";
import { stateLooks } from "./state-looks.ts";

/** One import: its progress, what can be done with it, its plan, and its report. */
export function ImportDetails({ importId }: { importId: string }) {
  const query = useImport(importId);
  if (!query.data)
    return (
      <LoadState failure="Failed to load the import" query={query}>
        <SkeletonGroup label="Loading the import">
          <Skeleton height={160} width="100%" />
        </SkeletonGroup>
      </LoadState>
    );
  const one = query.data;
  const isPlanned = !["uploading", "reading", "failed"].includes(one.state);
  return (
    <div className="flex flex-col gap-4">
      <Summary one={one} />
      {isPlanned && <ImportPlaces one={one} />}
      {isPlanned && <ImportPeople one={one} />}
      {isPlanned && <ImportLines one={one} />}
    </div>
  );
}

function Summary({ one }: { one: Import }) {
  const { label, tone } = stateLooks[one.state];
  return (
    <Card title={one.name} action={<Badge tone={tone}>{label}</Badge>}>
      <div className="flex flex-col gap-4">
        {one.failure && <InlineAlert tone="error">{one.failure}</InlineAlert>}
        {isWorking(one) && <Progress one={one} />}
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-5">
          <Fact name="People in the export" value={one.found.people} />
          {sourceLooks[one.source].found.map(([key, name]) => (
            <Fact key={key} name={name} value={one.found[key]} />
          ))}
          <Fact name={`All ${sourceLooks[one.source].records[1]}`} value={one.found.records} />
        </dl>
        {one.tried && Object.keys(one.made).length === 0 && (
          <Counts counts={one.tried} title="The dry run would make" />
        )}
        {Object.keys(one.made).length > 0 && <Counts counts={one.made} title="Imported" />}
        <Actions one={one} />
      </div>
    </Card>
  );
}

function Progress({ one }: { one: Import }) {
  return (
    <div className="flex flex-col gap-1.5" role="status">
      <span className="text-muted text-sm">
        {one.state === "reading" || one.state === "undoing"
          ? `${stateLooks[one.state].label} …`
          : `${formatNumber(one.doneCount)} of ${formatNumber(one.unitCount)} parts`}
      </span>
      {one.unitCount > 0 && one.state !== "undoing" && (
        <ProgressBar className="w-full" label="Progress" max={one.unitCount} value={one.doneCount} />
      )}
    </div>
  );
}

const shownCounts = [
  ["messages", "Messages"],
  ["articles", "Pages"],
  ["drafts", "of them drafts"],
  ["tasks", "Tasks"],
  ["subtasks", "Sub-tasks"],
  ["comments", "Comments"],
  ["links", "Links"],
  ["state_made", "New states"],
  ["replies", "of them replies"],
  ["channels", "New channels"],
  ["chats", "New direct chats"],
  ["people", "Former colleagues"],
  ["files", "Files"],
  ["reactions", "Reactions"],
  ["pins", "Pins"],
  ["message_earlier", "Imported before"],
  ["record_earlier", "Imported before"],
  ["page_earlier", "Imported before"],
  ["difference", "Differences"],
] as const;

function Counts({ counts, title }: { counts: ImportCounts; title: string }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 rounded-md bg-surface-sunken p-3">
      <h3 className="font-medium text-sm">{title}</h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-5">
        {shownCounts
          .filter(([key]) => counts[key])
          .map(([key, name]) => (
            <Fact key={key} name={name} value={counts[key]} />
          ))}
      </dl>
    </section>
  );
}

function Fact({ name, value = 0 }: { name: string; value: number | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}

function Actions({ one }: { one: Import }) {
  const [asked, setAsked] = useState<"run" | "undo" | "discard">();
  const refetch = useRefetchImports();
  const act = useMutation({
    mutationFn: (work: ImportWork | "discard") =>
      work === "discard" ? discardFile(one.id) : setWork(one.id, work),
    async onSuccess() {
      setAsked(undefined);
      await refetch();
    },
    // People have built on it since the dialog was opened: it then names the things.
    onError: (_error, work) => work === "undo" && refetch(),
  });
  const report = useMutation({
    mutationFn: () => fetchReport(one.id),
    onSuccess: ({ csv }) => downloadText(`import-${one.id.slice(0, 8)}.csv`, csv, "text/csv;charset=utf-8"),
  });
  const isReady = one.state === "planned" && one.hasFile;
  const canUndo = one.state === "done" || (one.state === "paused" && one.pausedFrom === "running");
  const canResume = one.state === "paused" && (one.hasFile || one.pausedFrom === "undoing");
  const canDiscard = one.hasFile && ["planned", "done", "undone", "failed"].includes(one.state);
  return (
    <div className="flex flex-col gap-3">
      {act.error && !asked && <InlineAlert tone="error">{errorMessage(act.error)}</InlineAlert>}
      {report.error && <InlineAlert tone="error">{errorMessage(report.error)}</InlineAlert>}
      <div className="flex flex-wrap gap-2">
        {isReady && (
          <Button icon={FlaskConical} loading={act.isPending} onClick={() => act.mutate("try")}>
            Dry run
          </Button>
        )}
        {(isReady || (one.state === "undone" && one.hasFile)) && (
          <Button icon={Play} onClick={() => setAsked("run")} variant="primary">
            Import
          </Button>
        )}
        {isWorking(one) && one.state !== "reading" && (
          <Button icon={Pause} loading={act.isPending} onClick={() => act.mutate("pause")}>
            Pause
          </Button>
        )}
        {canResume && (
          <Button icon={Play} loading={act.isPending} onClick={() => act.mutate("resume")} variant="primary">
            Resume
          </Button>
        )}
        {!["uploading", "reading"].includes(one.state) && (
          <Button icon={Download} loading={report.isPending} onClick={() => report.mutate()}>
            Download report
          </Button>
        )}
        {canUndo && (
          <Button icon={RotateCcw} onClick={() => setAsked("undo")}>
            Undo the import
          </Button>
        )}
        {canDiscard && (
          <Button icon={Trash2} onClick={() => setAsked("discard")} variant="ghost">
            Delete the file
          </Button>
        )}
      </div>
      {asked === "undo" && (
        <UndoDialog
          error={act.error}
          loading={act.isPending}
          onClose={() => {
            act.reset();
            setAsked(undefined);
          }}
          onConfirm={() => act.mutate("undo")}
          one={one}
        />
      )}
      {asked && asked !== "undo" && (
        <ConfirmDialog
          error={act.error}
          loading={act.isPending}
          onClose={() => {
            act.reset();
            setAsked(undefined);
          }}
          onConfirm={() => act.mutate(asked)}
          title={questions[asked].title}
          tone={asked === "run" ? "primary" : "danger"}
          verb={questions[asked].verb}
        >
          {asked === "discard" ? questions.discard.text : sourceLooks[one.source][asked]}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface UndoDialogProps extends Pick<ComponentProps<typeof ConfirmDialog>, "error" | "loading"> {
  one: Import;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before an undo, or names the things that people have built on, which rule it out. */
function UndoDialog({ one, onConfirm, ...props }: UndoDialogProps) {
  const query = useImportBuiltOn(one.id);
  const { items = [], more = 0 } = query.data ?? {};
  const isBuiltOn = items.length > 0;
  return (
    <ConfirmDialog
      {...props}
      choice={
        isBuiltOn ? (
          <ul aria-label="Built on" className="flex list-disc flex-col gap-1 pl-5 text-sm">
            {items.map(({ kind, id, title, link }) => (
              <li className="break-words" key={id}>
                {title !== null && link !== null ? (
                  <AddressLink address={link} className="text-primary-text hover:underline">
                    {title}
                  </AddressLink>
                ) : (
                  hiddenThings[kind]
                )}
              </li>
            ))}
            {more > 0 && <li>and {formatNumber(more)} more</li>}
          </ul>
        ) : query.isPending ? (
          <Skeleton height={20} width="100%" />
        ) : null
      }
      disabled={isBuiltOn || !query.isSuccess}
      error={query.error ?? (isBuiltOn ? undefined : props.error)}
      onConfirm={onConfirm}
      title={isBuiltOn ? "This import cannot be undone" : "Undo the whole import?"}
      verb="Undo the import"
    >
      {isBuiltOn
        ? "People have built on these things since the import. They stay, and so does everything else that it made."
        : `${sourceLooks[one.source].undo} If someone builds on something while the undo works, it stays, and the report names it.`}
    </ConfirmDialog>
  );
}

const hiddenThings = {
  channel: "A channel that you cannot see",
  task: "A task that you cannot see",
  article: "A page that you cannot see",
} as const;

const questions = {
  run: {
    title: "Import now?",
    verb: "Import",
  },
  discard: {
    title: "Delete the uploaded file?",
    verb: "Delete the file",
    text: "What was imported stays. To import again, you have to upload the file again.",
  },
} as const;
