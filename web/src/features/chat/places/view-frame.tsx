import type { ReactNode } from "react";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";

export interface ViewFrameProps {
  title: string;
  children: ReactNode;
}

/** A list of messages from several channels, with its title as on home. */
export function ViewFrame({ title, children }: ViewFrameProps) {
  return (
    <section aria-label={title} className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto w-full max-w-[760px] p-4 md:px-6 md:py-5">
        <h1 className="type-page mb-2">{title}</h1>
        {children}
      </div>
    </section>
  );
}

/** Messages to come, in the shape of their cards. */
export function CardSkeletons({ label }: { label: string }) {
  return <RowSkeletons label={label} mark={32} className={cardList} rowClassName="px-4 py-[9px]" />;
}

/** A list of cards. */
export const cardList = "divide-y overflow-hidden rounded-lg border bg-surface-raised shadow-1";
