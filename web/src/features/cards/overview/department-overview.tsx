import type { Overview } from "@atoll/contract/cards/overview-schemas";
import type { CardType } from "@atoll/contract/cards/schemas";
import { canManageDepartments } from "@atoll/contract/permissions";
import { CalendarDays, ChevronRight, History, Pin, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { pluralOf } from "../../../lib/counted.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatAge } from "../../../lib/time/format-age.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Button } from "../../../ui/button/button.tsx";
import { NewButton } from "../../../ui/button/new-button.tsx";
import { Icon } from "../../../ui/icon/icon.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { NewCardDialog } from "../card/new-card-dialog.tsx";
import { type Section, useOverview } from "../data/api.ts";
import { sectionFigures } from "../data/figures.ts";
import { capital, countCards } from "../data/words.ts";
import { SettingsDrawer } from "../settings/settings-drawer.tsx";
import { DepartmentPeople } from "./department-people.tsx";

export interface DepartmentOverviewProps {
  slug: string;
  renderLink: (to: string, className: string, children: ReactNode) => ReactNode;
  renderHead: (
    sections: readonly Section[],
    people: Pick<Overview, "people" | "personCount"> | undefined,
    actions: ReactNode,
  ) => ReactNode;
  /** Cards of sections that are not this feature's, such as tasks. */
  children?: ReactNode;
}

/** A department at a glance: sections with a live figure, changes, people, what is coming up and what is pinned. */
export function DepartmentOverview({ slug, renderLink, renderHead, children }: DepartmentOverviewProps) {
  const query = useOverview(slug);
  const { data } = query;
  const viewer = useViewer();
  const [isAdding, setIsAdding] = useState(false);
  const departmentId = viewer.departments.find((one) => one.slug === slug)?.id;
  const mayManage = canManageDepartments(viewer);
  return (
    <>
      {renderHead(data?.sections ?? [], data, <NewCard sections={data?.sections ?? []} />)}
      {isAdding && departmentId !== undefined && (
        <SettingsDrawer departmentId={departmentId} isNew onClose={() => setIsAdding(false)} />
      )}
      {data && data.sections.length === 0 && !children ? (
        <div className="flex flex-col gap-4">
          <EmptyState
            title="No sections yet"
            action={
              mayManage && (
                <Button icon={Plus} onClick={() => setIsAdding(true)}>
                  Add section
                </Button>
              )
            }
          >
            {mayManage
              ? "Sections hold what a department works with: requests, projects, contacts, documents."
              : "Sections hold what a department works with. An administrator can add them."}
          </EmptyState>
          <DepartmentPeople slug={slug} overview={data} />
        </div>
      ) : data ? (
        <div className="flex flex-col gap-4">
          <ul className="grid grid-cols-4 gap-4 max-xl:grid-cols-2 max-md:gap-2" aria-label="Sections">
            {data.sections.map((section) => (
              <li key={section.type.id}>
                {renderLink(
                  `/${slug}/${section.type.slug}`,
                  "flex h-full flex-col gap-2 rounded-lg border bg-surface-raised p-4 shadow-1 hover:shadow-2 max-md:p-3",
                  <SectionFigure section={section} />,
                )}
              </li>
            ))}
            {children}
            {mayManage && (
              <li>
                <button
                  type="button"
                  className="flex h-full min-h-24 w-full items-center justify-center gap-2 rounded-lg border border-strong border-dashed p-4 font-medium text-muted text-sm hover:bg-surface-hover"
                  onClick={() => setIsAdding(true)}
                >
                  <Plus aria-hidden="true" className="size-4" /> Add section
                </button>
              </li>
            )}
          </ul>
          <div className="grid gap-4 max-xl:items-start xl:grid-cols-[5fr_4fr_3fr]">
            <Changes changes={data.changes} renderLink={renderLink} />
            <DepartmentPeople slug={slug} overview={data} />
            <Coming coming={data.coming} renderLink={renderLink} />
          </div>
          {/* There is nothing to pin before the first card. */}
          {data.sections.some((section) => countCards(section) > 0) && (
            <Pinned pinned={data.pinned} renderLink={renderLink} />
          )}
        </div>
      ) : query.error ? (
        <LoadState query={query} failure="Failed to load the department" />
      ) : (
        <RowSkeletons label="Loading the department" mark={28} rowClassName="py-3" />
      )}
    </>
  );
}

/** Adds a card to the section of the department, or to one of its sections. */
function NewCard({ sections }: { sections: readonly Section[] }) {
  const [adding, setAdding] = useState<CardType>();
  const [only, ...others] = sections.map(({ type }) => type);
  if (!only) return null;
  const nameOf = ({ singular }: CardType) => `New ${capital(singular)}`;
  return (
    <>
      {others.length === 0 ? (
        <NewButton label={nameOf(only)} onClick={() => setAdding(only)} />
      ) : (
        <Menu
          label="New"
          align="end"
          items={[only, ...others].map((type) => ({ label: nameOf(type), onSelect: () => setAdding(type) }))}
          trigger={<NewButton label="New" />}
        />
      )}
      {adding && <NewCardDialog type={adding} onClose={() => setAdding(undefined)} />}
    </>
  );
}

function SectionFigure({ section: { type, figures } }: { section: Section }) {
  const [first, ...rest] = sectionFigures({ type, figures });
  // One more that says something; a second sum of money would take a tile three lines.
  const second = rest.find(({ value, short }) => value !== "0" && short === undefined);
  const total = countCards({ figures });
  return (
    <>
      <span className="flex items-center gap-2 font-semibold text-sm">
        {type.isOwn && <Icon name={type.icon} />}
        <span className="min-w-0 truncate">{type.name}</span>
        <ChevronRight aria-hidden="true" className="ml-auto size-4 text-faint" />
      </span>
      {total > 0 && (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold text-xl tabular-nums">{first?.short ?? first?.value}</span>
          <span className="text-muted text-xs">{first?.label}</span>
        </span>
      )}
      {total > 0 && (
        <span aria-hidden="true" className="flex h-1.5 gap-px overflow-hidden rounded-full">
          {figures.stages.map((stage, at) => (
            <span
              key={stage.stage}
              className="bg-dept"
              style={{ flexGrow: stage.count, opacity: 0.25 + (0.75 * (at + 1)) / figures.stages.length }}
            />
          ))}
        </span>
      )}
      <span className="text-muted text-xs">
        {total === 0
          ? `No ${pluralOf(type.singular)} yet`
          : second
            ? `${second.label}: ${second.value}`
            : first?.note}
      </span>
    </>
  );
}

type Part<Name extends keyof Overview> = Pick<Overview, Name> & Pick<DepartmentOverviewProps, "renderLink">;

function Changes({ changes, renderLink }: Part<"changes">) {
  const now = useNow();
  return (
    <Card title="Recent changes" icon={History} flush>
      {changes.length === 0 ? (
        <EmptyState title="No changes yet" />
      ) : (
        <ul className="divide-y border-t">
          {changes.map(({ id, person, lead, about, rest, link, at }) => (
            <li key={id} className="flex min-h-10 items-center gap-3 px-4 py-2 text-sm">
              <PersonAvatar person={person} size={24} decorative />
              <p className="min-w-0 flex-1 truncate">
                <strong className="font-semibold">{authorName(person).split(" ")[0]}</strong>{" "}
                <span className="text-muted">{lead}</span>{" "}
                {renderLink(link, "font-medium text-primary-text hover:underline", about)}
                <span className="text-muted">{rest}</span>
              </p>
              <time dateTime={at} className="flex-none text-faint text-xs">
                {formatAge(at, now)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Coming({ coming, renderLink }: Part<"coming">) {
  return (
    <Card title="Coming up" icon={CalendarDays} flush>
      {coming.length === 0 ? (
        <EmptyState title="Nothing is due in the next 30 days" />
      ) : (
        <ul className="flex flex-col gap-1 border-t p-3">
          {coming.map(({ id, title, link, section, dueOn }) => (
            <li key={id} className="flex items-center gap-3 text-sm">
              <p className="w-9 flex-none text-center text-muted text-xs leading-tight">
                <span className="block font-semibold text-sm text-text tabular-nums">
                  {Number(dueOn?.slice(8))}
                </span>
                {dueOn && weekday.format(new Date(dueOn))}
              </p>
              <span aria-hidden="true" className="h-8 w-[3px] flex-none rounded-full bg-dept" />
              <p className="min-w-0">
                {renderLink(link, "block truncate font-medium hover:underline", title)}
                <span className="text-muted text-xs">{section}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });

function Pinned({ pinned, renderLink }: Part<"pinned">) {
  return (
    <section
      aria-label="Pinned"
      className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface-raised px-4 py-3 shadow-1"
    >
      <h2 className="mr-2 font-semibold text-sm">Pinned</h2>
      {pinned.length === 0 && <p className="text-muted text-sm">Open a card and pin it to keep it here.</p>}
      {pinned.map(({ id, title, link, section }) => (
        <span key={id}>
          {renderLink(
            link,
            "inline-flex h-7 items-center gap-2 rounded-sm bg-surface-sunken px-3 text-xs hover:bg-surface-hover max-md:h-9",
            <>
              <Pin aria-hidden="true" className="size-3.5 text-faint" />
              {title}
              <span className="sr-only">, {capital(section)}</span>
            </>,
          )}
        </span>
      ))}
    </section>
  );
}
