import {
  cardViewRules,
  readSectionView,
  type SectionView,
  writeSectionView,
} from "@atoll/contract/cards/list-search";
import type { CardType } from "@atoll/contract/cards/schemas";
import { writeViewQuery } from "@atoll/contract/saved-views/rules";
import { isUuid } from "@atoll/contract/uuid";
import { Link, useLocation, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { usePageViews } from "../../capabilities/saved-views/use-page-views.tsx";
import { ViewHint } from "../../capabilities/saved-views/view-hint.tsx";
import { ViewsMenu } from "../../capabilities/saved-views/views-menu.tsx";
import { useDepartments } from "../../features/administration/departments/api.ts";
import { DepartmentOverview } from "../../features/cards/overview/department-overview.tsx";
import { SectionScreen } from "../../features/cards/section/section-screen.tsx";
import { counted } from "../../lib/counted.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { mayBeManagedDepartment } from "../route-access.ts";
import { MissingScreen } from "../screens/missing-screen.tsx";
import { stringifySearch } from "../search-params.ts";
import { sayTurnedAway } from "../turned-away.ts";
import { followCardLink } from "./card-link.ts";
import { DepartmentHead } from "./department-head.tsx";
import { DepartmentTasks, TasksFigure } from "./department-tasks.tsx";

interface Department {
  id: string;
  slug: string;
  name: string;
}

/** Departments whose tasks are a section of their own. Specification, section 2. */
const withTasks = ["frontend", "backend"];

/** /{department}, /{department}/{section} and /{department}/{section}/{card}. */
export function DepartmentPage() {
  const viewer = useViewer();
  const { departments } = viewer;
  const { pathname, searchStr } = useLocation();
  const { department: given = "", section, cardId } = useParams({ strict: false });
  const slug = given.toLowerCase();
  if (slug !== given) return <Forward href={`/${slug}${pathname.slice(given.length + 1)}${searchStr}`} />;
  const department = departments.find((one) => one.slug === slug);
  if (slug === "dashboard" && section !== undefined) return <CardLink type={section} cardId={cardId} />;
  const isCard = cardId === undefined || isUuid(cardId);
  if (!department)
    return mayBeManagedDepartment(pathname, viewer) ? <NotAMember slug={slug} /> : <MissingScreen />;
  if (!isCard) return <MissingScreen />;
  if (section === undefined) return <OverviewPage department={department} />;
  if (section === "tasks" && withTasks.includes(slug))
    return cardId === undefined ? (
      <DepartmentTasks department={department} />
    ) : (
      <CardLink department={department} type={section} cardId={cardId} />
    );
  return <SectionPage key={section} department={department} section={section} cardId={cardId} />;
}

/** In place of a department that the viewer manages without being a member. An address of no department leads home. */
function NotAMember({ slug }: { slug: string }) {
  const query = useDepartments();
  const department = query.data?.find((one) => one.slug === slug);
  usePageTitle(department?.name ?? "Department");
  const isNone = query.data !== undefined && !department;
  useEffect(() => {
    if (isNone) sayTurnedAway();
  }, [isNone]);
  if (isNone) return <Forward href="/" />;
  return (
    <div className="page-pad flex min-h-full flex-col">
      {department ? (
        <>
          <Breadcrumbs
            items={[{ label: "Dashboard", link: <Link to="/dashboard" /> }, { label: department.name }]}
          />
          <h1 className="type-page mt-2 outline-none">{department.name}</h1>
          <div className="grid flex-1 place-items-center">
            <EmptyState
              title={`You are not a member of ${department.name}`}
              action={
                <Link className={buttonClass({ size: "sm" })} to="/admin/departments">
                  Open departments
                </Link>
              }
            >
              {department.memberCount === 0
                ? "It has no members yet."
                : `Its pages are for its ${counted(department.memberCount, "member")}.`}{" "}
              You can add members, and yourself, in the administration.
            </EmptyState>
          </div>
        </>
      ) : (
        <LoadState query={query} failure="Failed to load the department" />
      )}
    </div>
  );
}

/** A link to a thing of another area, or to a list of such things. */
function CardLink({
  department,
  type,
  cardId,
}: {
  department?: Department;
  type: string;
  cardId: string | undefined;
}) {
  const query = useLocation({ select: ({ searchStr }) => searchStr });
  const page = followCardLink(department, type, cardId, query);
  return page === undefined ? <MissingScreen /> : <Forward href={page} />;
}

/** Goes to an exact address, which replaces this one. */
function Forward({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [href, navigate]);
  return null;
}

function OverviewPage({ department }: { department: Department }) {
  const { slug, name } = department;
  usePageTitle(name);
  return (
    <div data-dept={slug} className="page-pad flex min-h-full flex-col">
      <DepartmentOverview
        key={slug}
        slug={slug}
        renderLink={(to, className, children) => (
          <Link className={className} to={to}>
            {children}
          </Link>
        )}
        renderHead={(sections, people, actions) => (
          <DepartmentHead
            department={department}
            sections={sections.map(({ type }) => type)}
            people={people}
            actions={actions}
          />
        )}
      >
        {withTasks.includes(slug) && <TasksFigure department={department} />}
      </DepartmentOverview>
    </div>
  );
}

function SectionPage({
  department,
  section,
  cardId,
}: {
  department: Department;
  section: string;
  cardId: string | undefined;
}) {
  const { slug, name } = department;
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown = readSectionView(search);
  const { saved } = search;
  const queryOf = (next: SectionView) => stringifySearch({ ...writeSectionView(next), saved });
  const base = `/${slug}/${section}`;
  const hrefOf = (id: string | undefined) => (id === undefined ? base : `${base}/${id}`);
  usePageTitle(`${name}, ${section}`);
  return (
    <div data-dept={slug} className="page-pad flex min-h-full flex-col xl:h-full">
      <SectionScreen
        departmentSlug={slug}
        sectionSlug={section}
        shown={shown}
        cardId={cardId}
        onShow={(next) =>
          void navigate({
            href: `${hrefOf(cardId)}${queryOf(next)}`,
            replace: true,
            resetScroll: false,
          })
        }
        onOpen={(id) => void navigate({ href: `${hrefOf(id)}${queryOf(shown)}`, resetScroll: false })}
        hrefOf={hrefOf}
        renderHead={(sections, actions) => (
          <DepartmentHead
            department={department}
            current={section}
            sections={sections.map(({ type }) => type)}
            actions={actions}
          />
        )}
        renderViews={(type) => (
          <SectionViews
            type={type}
            search={search}
            onOpen={(next) => void navigate({ href: `${hrefOf(cardId)}${next}`, resetScroll: false })}
          />
        )}
        missing={<CardLink department={department} type={section} cardId={cardId} />}
      />
    </div>
  );
}

interface SectionViewsProps {
  type: CardType;
  /** The parameters of the section's address. */
  search: Readonly<Record<string, unknown>>;
  /** Opens the section with this query. */
  onOpen: (query: string) => void;
}

/** The saved views of a section of a department. */
function SectionViews({ type, search, onOpen }: SectionViewsProps) {
  const pageViews = usePageViews({
    place: `cards:${type.id}`,
    rules: cardViewRules(type),
    given: [{ id: "", name: `All of ${type.name}`, query: "" }],
    search,
    onOpen: ({ id, query }) => {
      const parts = [query, writeViewQuery([["saved", id]])].filter((part) => part !== "");
      onOpen(parts.length === 0 ? "" : `?${parts.join("&")}`);
    },
  });
  return (
    <>
      <ViewsMenu pageViews={pageViews} />
      <ViewHint pageViews={pageViews} className="order-last" />
    </>
  );
}
