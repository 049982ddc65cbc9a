import { tagColour } from "../data/words.ts";

/** A tag as it stands under a question. */
export function TagChip({ name }: { name: string }) {
  return (
    <span className="inline-flex h-[18px] flex-none items-center gap-1.5 rounded-xs border bg-surface-sunken px-1.5 font-medium text-2xs text-muted">
      <TagDot name={name} />
      {name}
    </span>
  );
}

export function TagDot({ name }: { name: string }) {
  return <span aria-hidden className="size-1.5 rounded-full" style={{ background: tagColour(name) }} />;
}
