import type { ArticleImport } from "@atoll/contract/knowledge/transfer-routes";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { DropZone } from "../../../ui/field/drop-zone.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useTree } from "../data/queries.ts";
import { foundWords, noteWords, outcomeWords, pagesWords } from "./import-words.ts";
import { usePageImport } from "./use-import.ts";

/** Imports Markdown files: the file, a preview of its pages, where they go, and the result. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const work = usePageImport();
  const { file, preview, bring } = work;
  const found = preview.data;
  const result = bring.data;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !bring.isPending && onClose()}
      width={560}
      title={result ? "Pages imported" : "Import pages"}
      description={
        result
          ? `From ${file?.name}: ${foundWords(result)}.`
          : found
            ? `${file?.name}: ${foundWords(found)}. Nothing has been written yet.`
            : "Markdown files from Atoll, Notion, Obsidian and other programs."
      }
      footer={
        result ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="ghost" disabled={bring.isPending} onClick={onClose}>
              Cancel
            </Button>
            {file && found && (
              <Button
                variant="primary"
                loading={bring.isPending}
                disabled={found.created === 0 || preview.isFetching || preview.error !== null}
                onClick={() => bring.mutate(file)}
              >
                {found.created === 0 ? "Nothing to import" : `Import ${pagesWords(found.created)}`}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {work.problem && <InlineAlert tone="error">{work.problem}</InlineAlert>}
        {result ? (
          <Pages found={result} />
        ) : found && !preview.error ? (
          <fieldset className="contents" disabled={bring.isPending}>
            <Choices work={work} />
            <Pages found={found} />
          </fieldset>
        ) : preview.isFetching ? (
          <RowSkeletons label="Reading the file" mark={16} rowClassName="py-2" />
        ) : (
          <DropZone
            accept=".zip,application/zip"
            isBusy={work.isReading}
            label="Zip file"
            note="A .zip file of up to 8 MB and 300 pages. Folders become pages with pages below them."
            title="Drop a zip file of Markdown here"
            onChoose={work.choose}
          />
        )}
      </div>
    </Dialog>
  );
}

function Choices({ work }: { work: ReturnType<typeof usePageImport> }) {
  const { data: tree } = useTree();
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Below"
        value={work.parentId ?? ""}
        onValueChange={(id) => work.setParentId(id || null)}
        options={[
          { value: "", label: "Top of the tree" },
          ...(tree ?? []).map(({ id, title }) => ({ value: id, label: title || "Without a title yet" })),
        ]}
      />
      <Checkbox
        label="Publish at once"
        help="Otherwise articles become drafts that you publish one by one. FAQ answers are always published."
        checked={work.publish}
        onChange={() => work.setPublish(!work.publish)}
      />
    </div>
  );
}

/** The pages of a file as a tree, each with what becomes of it. */
function Pages({ found }: { found: ArticleImport }) {
  return (
    // The arrow keys scroll it.
    <ul
      aria-label="Pages of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md border"
    >
      {found.pages.map(({ path, title, level, outcome, notes }) => (
        <li key={path} className="flex items-start gap-3 border-t px-3 py-2 first:border-t-0">
          <span className="min-w-0 flex-1" style={{ paddingInlineStart: Math.min(level, 8) * 14 }}>
            <span className="block truncate font-medium" title={path}>
              {title || path}
            </span>
            {notes.map((note) => (
              <span key={note} className="block text-muted text-xs">
                {noteWords[note]}
              </span>
            ))}
          </span>
          <Badge tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].word}</Badge>
        </li>
      ))}
    </ul>
  );
}
