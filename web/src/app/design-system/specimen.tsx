import type { ReactNode } from "react";
import { cx } from "../../ui/base/cx.ts";
import { Card } from "../../ui/layout/card.tsx";

export interface SpecimenProps {
  title: string;
  note?: string;
  /** The number of the twelve columns of a wide screen. */
  span: 3 | 4 | 5 | 6 | 7 | 8 | 12;
  children: ReactNode;
}

/** One card of the design-system page. */
export function Specimen({ title, note, span, children }: SpecimenProps) {
  return (
    <Card
      title={title}
      action={note && <span className="pr-2 text-faint text-xs">{note}</span>}
      className={cx("overflow-hidden", spans[span])}
    >
      {children}
    </Card>
  );
}

/** The small heading over a group of specimens. */
export function GroupLabel({ children }: { children: string }) {
  return <p className="mb-1.5 font-semibold text-2xs text-faint">{children}</p>;
}

/** A label at the left, specimens at the right. */
export function LabelledRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[84px_minmax(0,1fr)] items-center gap-2">
      <p className="font-semibold text-2xs text-faint">{label}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-1.5">{children}</div>
    </div>
  );
}

const spans = {
  3: "lg:col-span-3",
  4: "lg:col-span-4",
  5: "lg:col-span-5",
  6: "lg:col-span-6",
  7: "lg:col-span-7",
  8: "lg:col-span-8",
  12: "lg:col-span-12",
};
