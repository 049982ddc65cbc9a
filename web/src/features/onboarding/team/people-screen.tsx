import { departmentSlug } from "@atoll/contract/departments";
import type { Onboarding } from "@atoll/contract/onboarding/schemas";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { DepartmentBadge } from "../../../ui/badge/department-badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ShareRing } from "../../../ui/progress/share-ring.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { type PeopleFilter, usePeople } from "../data/queries.ts";
import { aheadOfPlan, dayOnPath, formatPathDay, itemTitle, planInWords } from "../words.ts";
import { FigureTiles } from "./figure-tiles.tsx";
import { LeadDialog } from "./lead-dialog.tsx";
import { NudgeButton } from "./nudge-button.tsx";
import { OwnPart } from "./own-part.tsx";

interface PeopleScreenProps {
  /** A link to somebody's path, around their name. */
  toPath: (onboarding: Onboarding, name: string) => ReactNode;
  /** Right of what the viewer has to do: the paths, for those who write them. */
  aside: ReactNode;
  /** Left of which people are shown. */
  views: ReactNode;
}

/** The people on a path that the viewer leads, and the viewer's items for them. */
export function PeopleScreen({ toPath, aside, views }: PeopleScreenProps) {
  const [state, setState] = useState<PeopleFilter["state"]>("running");
  const [led, setLed] = useState<string>();
  const list = usePeople({ state });
  const edited = list.items?.find(({ id }) => id === led);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {views}
        <Segmented
          label="Which people"
          value={state}
          onValueChange={setState}
          options={[
            { value: "running", label: "On a path" },
            { value: "done", label: "Done" },
            { value: "stopped", label: "Stopped" },
          ]}
        />
      </div>
      {state === "running" && <FigureTiles />}
      <PagedList
        list={list}
        skeleton={<RowSkeletons label="Loading people" mark={28} rowClassName="py-3" />}
        empty={
          <EmptyState title={state === "running" ? "Nobody is on a path now" : "Nobody here"}>
            {state === "running" && "A published path starts with a new account, department or role."}
          </EmptyState>
        }
        failure="Failed to load people"
      >
        {(people) => (
          <div className="overflow-hidden rounded-lg border bg-surface-raised shadow-1">
            <ColumnHeads />
            <ul aria-label="People on a path" className="divide-y">
              {people.map((one) => (
                <PersonRow
                  key={one.id}
                  onboarding={one}
                  name={toPath(one, authorName(one.person))}
                  onLead={setLed}
                />
              ))}
            </ul>
          </div>
        )}
      </PagedList>
      {state === "running" && (
        <div className="grid grid-cols-12 gap-4">
          <OwnPart className="col-span-7 max-xl:col-span-12" onChooseBuddy={setLed} />
          <div className="col-span-5 max-xl:col-span-12">{aside}</div>
        </div>
      )}
      {edited && <LeadDialog onboarding={edited} onClose={() => setLed(undefined)} />}
    </div>
  );
}

const columns =
  "grid grid-cols-[minmax(9rem,1.4fr)_minmax(7rem,1fr)_minmax(8.5rem,1fr)_7rem_minmax(6rem,.8fr)_minmax(6rem,.8fr)_minmax(8rem,1.3fr)_8.5rem] items-center gap-3 px-4";

/** The names of the columns. Each row says the same to screen readers in its own words. */
function ColumnHeads() {
  return (
    <div
      aria-hidden="true"
      className={cx(
        columns,
        "border-b bg-surface-sunken py-2 font-semibold text-muted text-xs max-xl:hidden",
      )}
    >
      {["Person", "Department", "Progress", "Weeks", "Reading", "Buddy", "Next or stuck"].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

interface PersonRowProps {
  onboarding: Onboarding;
  name: ReactNode;
  onLead: (id: string) => void;
}

function PersonRow({ onboarding, name, onLead }: PersonRowProps) {
  const now = useNow();
  const { person, departments, path, done, total, stages, reading, buddy, next, canLead, state } = onboarding;
  const day = dayOnPath(onboarding, now);
  const isBehind = state === "running" && aheadOfPlan(onboarding) < 0;
  const share = total === 0 ? 0 : done / total;
  return (
    <li
      className={cx(
        columns,
        "py-2.5",
        "max-xl:grid-cols-[1fr_auto] max-xl:gap-y-1",
        isBehind && "bg-surface-sunken",
      )}
    >
      <div className="flex min-w-0 items-center gap-2.5">
        <PersonAvatar person={person} decorative size={28} />
        <div className="min-w-0">
          <p className="truncate font-medium">{name}</p>
          <p className="truncate text-muted text-xs">{path.name}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-1 max-xl:hidden">
        {departments.slice(0, 2).map((one) => (
          <DepartmentBadge key={one.id} department={departmentSlug(one.name)} name={one.name} />
        ))}
      </div>
      <div className="flex items-center gap-2.5 max-xl:justify-end">
        <ShareRing share={share} label={`Done by ${authorName(person)}`} size={26} isBare>
          {`${Math.round(share * 100)}%`}
        </ShareRing>
        <div>
          <p className="tabular-nums">{Math.round(share * 100)}%</p>
          <p className="text-muted text-xs">
            {day >= 1
              ? `Day ${day}, ${planInWords(onboarding)}`
              : `Starts ${formatPathDay(onboarding.startOn)}`}
          </p>
        </div>
      </div>
      <StageBars stages={stages} />
      <p className={cx("text-xs", reading.overdue > 0 ? "font-semibold text-danger-text" : "text-muted")}>
        <span className="xl:hidden">Read </span>
        {reading.done} of {reading.total}
        {reading.overdue > 0 && `, ${reading.overdue} overdue`}
      </p>
      <div className="flex min-w-0 items-center gap-1.5 max-xl:hidden">
        {buddy ? (
          <>
            <PersonAvatar person={buddy} decorative size={20} />
            <span className="truncate">{authorName(buddy).split(" ")[0]}</span>
          </>
        ) : (
          canLead && (
            <Button
              size="sm"
              variant="ghost"
              className="-ml-2"
              aria-label={`Choose a buddy for ${authorName(person)}`}
              onClick={() => onLead(onboarding.id)}
            >
              Choose
            </Button>
          )
        )}
      </div>
      <div className="min-w-0 max-xl:hidden">
        {next &&
          (next.isOverdue ? (
            <Badge tone="warning" icon={TriangleAlert}>
              {itemTitle(next)}
            </Badge>
          ) : (
            <p className="truncate text-muted text-xs">
              {itemTitle(next)}, {formatPathDay(next.dueOn)}
            </p>
          ))}
      </div>
      <div className="flex justify-end gap-1">
        {canLead && isBehind && <NudgeButton onboarding={onboarding} />}
        {canLead && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Edit the path of ${authorName(person)}`}
            onClick={() => onLead(onboarding.id)}
          >
            Edit
          </Button>
        )}
      </div>
    </li>
  );
}

/** How much of each part is done, as short bars. The same is read out as the share. */
function StageBars({ stages }: Pick<Onboarding, "stages">) {
  return (
    <div aria-hidden="true" className="flex gap-1 max-xl:hidden">
      {stages.slice(0, 6).map(({ name, done, total }) => (
        <span key={name} className="h-1.5 flex-1 overflow-hidden rounded-full bg-surface-active">
          <span
            className="block h-full bg-primary"
            style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }}
          />
        </span>
      ))}
    </div>
  );
}
