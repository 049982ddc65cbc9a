import type { Department } from "@atoll/contract/identity/schemas";
import { useLocation } from "@tanstack/react-router";
import { ChevronsUpDown, Layers } from "lucide-react";
import { type ComponentProps, lazy, type ReactNode, Suspense, useId } from "react";
import { setActiveDepartment } from "../../../lib/session/active-department.ts";
import { useActiveDepartment, useViewer } from "../../../lib/session/use-session.tsx";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { AreaPlace } from "../../area.ts";
import { departmentHome } from "../../navigation/department-places.ts";
import { decideAccess, guestThingPages } from "../../route-access.ts";
import { useAreas } from "../../use-areas.ts";
import { useLiveParts } from "../use-live-parts.ts";
import { UserBlock } from "../user-block.tsx";
import { NavRow } from "./nav-row.tsx";

const all = "";

/** Narrows the navigation to one of the person's departments; not there when they have none. */
function DepartmentSwitcher({ departments, value }: { departments: Department[]; value: string | null }) {
  if (departments.length === 0) return null;
  const options = [
    { value: all, label: "All Departments", icon: Layers },
    ...departments.map(({ slug, name }) => ({ value: slug, label: name, lead: <Dot department={slug} /> })),
  ];
  const current = options.find((option) => option.value === (value ?? all));
  return (
    <Menu
      items={[
        {
          choice: "Department",
          options,
          value: value ?? all,
          onValueChange: (slug) => setActiveDepartment(slug === all ? null : slug),
        },
      ]}
      label="Departments"
      trigger={<Trigger>{current?.label}</Trigger>}
    />
  );
}

function Trigger({ children, ...rest }: ComponentProps<"button">) {
  return (
    <button
      {...rest}
      className="flex h-8 w-full flex-none items-center gap-2.5 rounded-sm px-2 text-left font-medium inset-ring-1 inset-ring-border-strong transition-colors duration-fast data-popup-open:bg-surface-active max-lg:h-10 hover:bg-surface-active"
      type="button"
    >
      <Layers className="size-3.5 text-muted" />
      <span className="sr-only">Department: </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <ChevronsUpDown className="size-3.5 text-muted" />
    </button>
  );
}

function Dot({ department }: { department: string }) {
  return (
    <span className="grid size-4 place-items-center">
      <DepartmentDot department={department} />
    </span>
  );
}

/** Where a person can go, narrowed to the chosen department. Specification, section 2, Layout. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const viewer = useViewer();
  const active = useActiveDepartment();
  const chosen = viewer.departments.filter(({ slug }) => slug === active);
  const places = useAreas().flatMap<AreaPlace>((area) => area.places);
  if (viewer.isGuest) return <GuestSidebar places={places} onNavigate={onNavigate} />;
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

const guestRows = () => import("./guest-rows.tsx");
const InvitedTo = lazy(async () => ({ default: (await guestRows()).GuestRows }));
const WithIcon = lazy(async () => ({ default: (await guestRows()).NotSentRow }));

/** A guest's few pages, without groups. */
function GuestSidebar({ places, onNavigate }: RowsProps & { places: readonly AreaPlace[] }) {
  const viewer = useViewer();
  const open = places.filter(
    ({ path, group, isOffered }) =>
      (group || isOffered) && !guestThingPages.includes(path) && decideAccess(path, viewer).kind === "show",
  );
  const isUpper = ({ path }: AreaPlace) => path !== "/settings" && path !== "/not-sent";
  const row = (place: AreaPlace) => {
    const plain = <NavRow onNavigate={onNavigate} place={place} />;
    return (
      <li key={place.path}>
        {place.icon ? (
          plain
        ) : (
          <Suspense fallback={plain}>
            <WithIcon onNavigate={onNavigate} place={place} />
          </Suspense>
        )}
      </li>
    );
  };
  return (
    <nav aria-label="Main" className="flex min-w-0 flex-1 flex-col">
      <ul className="flex flex-col gap-px pt-2">
        {open.filter(isUpper).map(row)}
        <Suspense>
          <InvitedTo onNavigate={onNavigate} places={places} />
        </Suspense>
        {open.filter((place) => !isUpper(place)).map(row)}
      </ul>
      <div className="mt-auto pt-2.5">
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

/** The count next to a place in the navigation, if its area has one. */
function NavCount({ path }: { path: string }) {
  const Count = useLiveParts().find(({ counts }) => counts[path])?.counts[path];
  return Count && <Count />;
}
