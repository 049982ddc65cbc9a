import type { Hit, HitDetail } from "@atoll/contract/search/hit-schemas";
import type { SearchKind } from "@atoll/contract/search/limits";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { counted } from "../../lib/counted.ts";
import { RailSection } from "../../ui/layout/side-rail.tsx";
import { useSimilar } from "./use-similar.ts";

const mostShown = 4;

interface SimilarSectionProps {
  title: string;
  /** The thing that the others resemble. */
  of: { id: string; title: string };
  kind: SearchKind;
  /** Returns an empty link to one of them. */
  linkTo: (id: string) => ReactElement<{ className?: string; children?: ReactNode }>;
  note: (detail: HitDetail) => ReactNode;
  /** Below the list. */
  children?: ReactNode;
}

/** A section of a rail with the things most like one; nothing without any. */
export function SimilarSection({ title, of, kind, linkTo, note, children }: SimilarSectionProps) {
  const hits = useSimilar(of.title, { kinds: [kind], exceptId: of.id });
  if (hits.length === 0) return null;
  return (
    <RailSection title={title}>
      <ul>
        {hits.slice(0, mostShown).map((hit) => (
          <li key={hit.id} className="py-1.5 leading-[18px] not-first:border-t">
            {cloneElement(linkTo(hit.id), {
              className: "font-medium hover:text-primary-text",
              children: hit.title.text,
            })}
            <p className="text-muted text-xs">{note(hit.detail)}</p>
          </li>
        ))}
      </ul>
      {children}
    </RailSection>
  );
}

interface SimilarBoxProps {
  title: string;
  hits: readonly Hit[];
  renderHit: (hit: Hit) => ReactNode;
}

/** Similar things that exist, below a title that is being typed; nothing without any. */
export function SimilarBox({ title, hits, renderHit }: SimilarBoxProps) {
  if (hits.length === 0) return null;
  return (
    <section aria-label={title} className="rounded-md border bg-surface-sunken px-3 pt-2.5 pb-1">
      <p className="flex items-center gap-2">
        <span className="font-semibold">{title}</span>
        <span className="ml-auto text-muted text-xs" role="status">
          {counted(hits.length, "close match", "close matches")}
        </span>
      </p>
      <ul>{hits.map(renderHit)}</ul>
    </section>
  );
}
