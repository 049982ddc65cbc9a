import { Dialog } from "../../../ui/dialog/dialog.tsx";
import type { ChangedBlock } from "../text/compare-words.ts";
import { Runs } from "./runs.tsx";

interface SideBySideProps {
  title: string;
  /** The names of the two texts. */
  names: { before: string; after: string };
  blocks: readonly ChangedBlock[];
  onClose: () => void;
}

/** The differences of two texts in two columns; on a phone one column follows the other. */
export function SideBySide({ title, names, blocks, onClose }: SideBySideProps) {
  return (
    <Dialog onClose={onClose} title={title} width={960} isOnlyText>
      <div
        aria-hidden="true"
        className="grid grid-cols-2 gap-3 font-semibold text-muted text-xs max-md:hidden"
      >
        <span>{names.before}</span>
        <span>{names.after}</span>
      </div>
      <ol className="flex flex-col gap-3 text-sm wrap-anywhere">
        {blocks.map((block, index) => (
          <li key={block.key} className="flex flex-col gap-1">
            {block.place !== undefined && block.place !== blocks[index - 1]?.place && (
              <p className="font-semibold text-faint text-xs">{block.place}</p>
            )}
            <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
              <Side label={names.before} block={block} only="before" />
              <Side label={names.after} block={block} only="after" />
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function Side({ label, block, only }: { label: string; block: ChangedBlock; only: "before" | "after" }) {
  const isEmpty = block.runs.every(({ kind }) => kind === (only === "before" ? "added" : "removed"));
  return (
    <section aria-label={label} className="min-w-0 rounded-md border bg-surface px-3 py-2">
      <p aria-hidden="true" className="font-semibold text-faint text-xs md:hidden">
        {label}
      </p>
      {isEmpty ? (
        <p className="text-faint">{only === "before" ? "Not there yet" : "Removed"}</p>
      ) : (
        <Runs runs={block.runs} only={only} />
      )}
    </section>
  );
}
