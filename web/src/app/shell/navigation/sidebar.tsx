import { useLocation } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useId } from "react";
import { useActiveDepartment, useViewer } from "../../../lib/session/use-session.tsx";
import type { AreaPlace } from "../../area.ts";
import { departmentHome } from "../../navigation/department-places.ts";
import { useAreas } from "../../use-areas.ts";
import { UserBlock } from "../user-block.tsx";
import { DepartmentSwitcher } from "./department-switcher.tsx";
import { NavCount } from "./nav-count.tsx";
import { NavRow } from "./nav-row.tsx";

/** Where a person can go, narrowed to the chosen department. Specification, section 2, Layout. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const viewer = useViewer();
  const active = useActiveDepartment();
  const chosen = viewer.departments.filter(({ slug }) => slug === active);
  const places = useAreas().flatMap<AreaPlace>((area) => area.places);
  const inGroup = (wanted: AreaPlace["group"]) => places.filter(({ group }) => group === wanted);
  const foot = inGroup("foot").filter(({ canOpen }) => !canOpen || canOpen(viewer));
  const shown = chosen.length > 0 ? chosen : viewer.departments;
  return (
    <nav aria-label="Main" className="flex min-w-0 flex-1 flex-col">
      <DepartmentSwitcher departments={viewer.departments} value={chosen[0]?.slug ?? null} />
      <Group title="MAIN">
        {inGroup("main").map((place) => (
          <li key={place.path}>
            <NavRow exact onNavigate={onNavigate} place={place} />
          </li>
        ))}
        {shown.map((department) => (
          <DepartmentRows key={department.id} department={department} onNavigate={onNavigate} />
        ))}
      </Group>
      <Group title="TOOLS">
        {inGroup("tools").map((place) => (
          <ToolRows
            key={place.path}
            place={place}
            parts={inGroup("parts").filter(({ parent }) => parent === place.path)}
            onNavigate={onNavigate}
          />
        ))}
      </Group>
      <div className="mt-auto flex flex-col gap-2 pt-2.5">
        {foot
          // A sub-page is shown here if its parent page is not available to the viewer.
          .filter(({ parent }) => !foot.some(({ path }) => path === parent))
          .map((place) => (
            <NavRow key={place.path} onNavigate={onNavigate} place={place} />
          ))}
        <UserBlock />
      </div>
    </nav>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <h2 className="px-2 pt-3.5 pb-1 font-semibold text-2xs text-faint tracking-caps" id={id}>
        {title}
      </h2>
      <ul aria-labelledby={id} className="flex flex-col gap-px">
        {children}
      </ul>
    </>
  );
}

const nested = () => import("./nested-rows.tsx");
const Sections = lazy(async () => ({ default: (await nested()).SectionRows }));
const Parts = lazy(async () => ({ default: (await nested()).NestedRows }));

interface RowsProps {
  onNavigate?: (() => void) | undefined;
}

/** The department's page, and below it its sections while the person is inside. */
function DepartmentRows({
  department,
  onNavigate,
}: RowsProps & { department: { slug: string; name: string } }) {
  const isInside = useIsInside(`/${department.slug}`);
  return (
    <li>
      <NavRow exact onNavigate={onNavigate} place={departmentHome(department)} />
      {isInside && (
        <Suspense>
          <Sections slug={department.slug} onNavigate={onNavigate} />
        </Suspense>
      )}
    </li>
  );
}

/** A tool, and below it its parts while the person is inside. */
function ToolRows({
  place,
  parts,
  onNavigate,
}: RowsProps & { place: AreaPlace; parts: readonly AreaPlace[] }) {
  const isInside = useIsInside(place.path);
  return (
    <li>
      <NavRow
        count={<NavCount path={place.path} />}
        exact={parts.length > 0}
        onNavigate={onNavigate}
        place={place}
      />
      {isInside && parts.length > 0 && (
        <Suspense>
          <Parts places={parts} onNavigate={onNavigate} />
        </Suspense>
      )}
    </li>
  );
}

function useIsInside(path: string): boolean {
  return useLocation({ select: ({ pathname }) => pathname === path || pathname.startsWith(`${path}/`) });
}
