import type { ReactNode } from "react";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { DropZone } from "../../ui/field/drop-zone.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import type { useFileImport } from "./use-file-import.ts";

interface FileImportDialogProps<Found, Result> {
  work: ReturnType<typeof useFileImport<Found, Result>>;
  /** Before and after the import. */
  titles: readonly [before: string, after: string];
  /** Where such files come from. */
  about: string;
  drop: { accept: string; label: string; note: string; title: string };
  /** "12 pages, 2 left out" */
  foundWords(found: Found | Result): string;
  /** How much would be imported, and its words: "12 pages". */
  amount(found: Found): { count: number; words: string };
  /** The choices to make, and what was found. */
  renderFound(found: Found): ReactNode;
  renderResult(result: Result): ReactNode;
  /** A button next to "Done". */
  resultAction?(result: Result): ReactNode;
  onClose(): void;
}

/** Imports a file: its choice, a preview, and the result. Nothing is written before the button that says so. */
export function FileImportDialog<Found, Result>(props: FileImportDialogProps<Found, Result>) {
  const { work, titles, about, onClose } = props;
  const { file, preview, sending } = work;
  const result = sending.data;
  const found = preview.data;
  return (
    <Dialog
      onClose={() => !sending.isPending && onClose()}
      width={560}
      title={titles[result === undefined ? 0 : 1]}
      description={
        result !== undefined
          ? `From ${file?.name}: ${props.foundWords(result)}.`
          : found !== undefined
            ? `${file?.name}: ${props.foundWords(found)}. Nothing has been written yet.`
            : about
      }
      footer={<Foot {...props} />}
    >
      <div className="flex flex-col gap-4">
        {work.problem && <InlineAlert tone="error">{work.problem}</InlineAlert>}
        {sending.isPending && found !== undefined && (
          <p className="text-muted text-sm" role="status">
            Importing {props.amount(found).words}. All of them are created, or none.
          </p>
        )}
        {result !== undefined ? (
          props.renderResult(result)
        ) : found !== undefined && !preview.error ? (
          <fieldset className="contents" disabled={sending.isPending}>
            {props.renderFound(found)}
          </fieldset>
        ) : preview.isFetching ? (
          <RowSkeletons label="Reading the file" mark={28} rowClassName="gap-3 py-2" />
        ) : (
          <DropZone {...props.drop} isBusy={work.isReading} onChoose={work.choose} />
        )}
      </div>
    </Dialog>
  );
}

function Foot<Found, Result>(props: FileImportDialogProps<Found, Result>) {
  const { work, onClose } = props;
  const { file, preview, sending } = work;
  if (sending.data !== undefined)
    return (
      <>
        {props.resultAction?.(sending.data)}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </>
    );
  const amount = preview.data === undefined ? undefined : props.amount(preview.data);
  return (
    <>
      <Button variant="ghost" disabled={sending.isPending} onClick={onClose}>
        Cancel
      </Button>
      {file && amount && (
        <Button
          variant="primary"
          loading={sending.isPending}
          disabled={amount.count === 0 || preview.isFetching || preview.error !== null}
          onClick={() => sending.mutate(file)}
        >
          {amount.count === 0 ? "Nothing to import" : `Import ${amount.words}`}
        </Button>
      )}
    </>
  );
}
