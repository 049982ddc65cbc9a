import { cloneElement, type ReactElement, type ReactNode } from "react";
import { ShareRing } from "../progress/share-ring.tsx";

export interface SectionCardProps {
  /** An empty link element, `<Link to="/tasks" />`. */
  link: ReactElement<{ className?: string; children?: ReactNode }>;
  /** The tile of the section. */
  mark: ReactNode;
  name: string;
  text: string;
  /** One line of figures. */
  meta: string;
  /** From 0 to 1, with its name for assistive technology; null: nothing to show a share of. */
  ring: { share: number; label: string } | null;
}

/** An item of a list that leads to a section, with one figure of it. */
export function SectionCard({ link, mark, name, text, meta, ring }: SectionCardProps) {
  return (
    <li>
      {cloneElement(link, {
        className:
          "flex h-full items-center gap-3 rounded-lg border bg-surface-raised p-4 shadow-1 hover:shadow-2",
        children: (
          <>
            <span className="self-start max-xl:hidden max-md:block">{mark}</span>
            <span className="min-w-0 flex-1">
              <span className="block font-display font-semibold text-md">{name}</span>
              <span className="block text-muted text-pretty">{text}</span>
              <span className="mt-1.5 block text-muted text-xs">{meta}</span>
            </span>
            {ring && (
              <ShareRing share={ring.share} label={ring.label} size={52}>
                {`${Math.round(ring.share * 100)}%`}
              </ShareRing>
            )}
          </>
        ),
      })}
    </li>
  );
}
