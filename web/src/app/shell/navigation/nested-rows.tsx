import { useOwnSections } from "../../../features/cards/data/own-sections.ts";
import { departmentSections } from "../../navigation/department-places.ts";
import type { Place } from "../../navigation/place.ts";
import { NavRow } from "./nav-row.tsx";

interface NestedRowsProps {
  places: readonly Pick<Place, "path" | "label">[];
  onNavigate?: (() => void) | undefined;
}

/** The parts of a page, below its row. */
export function NestedRows({ places, onNavigate }: NestedRowsProps) {
  if (places.length === 0) return null;
  return (
    <ul className="mt-px mb-0.5 ml-[15px] flex flex-col gap-px border-strong border-l pl-2.5">
      {places.map((place) => (
        <li key={place.path}>
          <NavRow nested onNavigate={onNavigate} place={place} />
        </li>
      ))}
    </ul>
  );
}

/** The sections of a department: those that come with Atoll, then those that administrators added. */
export function SectionRows({ slug, onNavigate }: { slug: string; onNavigate?: (() => void) | undefined }) {
  const { data } = useOwnSections();
  const own = (data?.sections ?? []).filter(({ path }) => path.startsWith(`/${slug}/`));
  const added = own.map(({ path, name }) => ({ path, label: name }));
  return <NestedRows places={[...departmentSections(slug), ...added]} onNavigate={onNavigate} />;
}
