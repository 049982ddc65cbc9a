import type { Person } from "@atoll/contract/people/schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { Calendar, Tag, User } from "lucide-react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { counted } from "../../../lib/counted.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { NewValues } from "../changes/task-act.ts";
import { taskChanges } from "../changes/task-changes.ts";
import { useFinishing } from "../changes/use-finishing.ts";
import { describeDue } from "../data/due.ts";
import { DueForm } from "./due-field.tsx";
import { viewerAsPerson } from "./people-fields.tsx";
import { TagSearch } from "./tags-field.tsx";

interface OfMany {
  changes: BulkChanges;
}

/** Gives all of them to somebody, or to nobody. */
export function AssignMany({ changes }: OfMany) {
  const viewer = useViewer();
  return (
    <Popover
      className="w-[320px]"
      label="Assign"
      side="top"
      trigger={<BarButton icon={User} label="Assign" />}
    >
      {(close) => {
        const assign = (assignee: Person | null, said: string) => {
          close();
          changes.change({ assignee }, said);
        };
        return (
          <div className="flex flex-col gap-2">
            <PersonSearch onChoose={(person) => assign(person, `assigned to ${authorName(person)}`)} />
            <div className="flex flex-wrap gap-2 border-t pt-2">
              <Button
                onClick={() => assign(viewerAsPerson(viewer), "assigned to you")}
                size="sm"
                variant="ghost"
              >
                Assign to me
              </Button>
              <Button onClick={() => assign(null, "assigned to nobody")} size="sm" variant="ghost">
                Nobody
              </Button>
            </div>
          </div>
        );
      }}
    </Popover>
  );
}

/** Gives all of them one due date, or takes it from them. */
export function DueMany({ changes }: OfMany) {
  const now = useNow();
  return (
    <Popover
      className="w-[280px]"
      label="Due date"
      side="top"
      trigger={<BarButton icon={Calendar} label="Due" />}
    >
      {(close) => (
        <div className="flex flex-col gap-3">
          <DueForm
            due={null}
            now={now}
            timeHelp="Leave blank to keep each task's own time."
            onSet={(due) => {
              close();
              // Without a time, each keeps its own.
              const isDay = due?.clock === null;
              changes.change(
                isDay ? { dueDay: { date: due.date, zone: ownTimeZone() } } : { due },
                due ? `due ${describeDue(due, now).text}` : "without a date now",
              );
            }}
          />
          <Button
            onClick={() => {
              close();
              changes.change({ due: null }, "without a date now");
            }}
            size="sm"
            variant="ghost"
          >
            No date
          </Button>
        </div>
      )}
    </Popover>
  );
}

/** Puts a tag on all of them, or takes one from all that have it. */
export function TagMany({ changes, tags }: OfMany & { tags: readonly string[] }) {
  return (
    <Popover className="w-[300px]" label="Tags" side="top" trigger={<BarButton icon={Tag} label="Tags" />}>
      {(close) => (
        <div className="flex flex-col gap-2">
          {tags.length > 0 && (
            <ul aria-label="Their tags" className="flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <li className="min-w-0" key={tag}>
                  <RemovableBadge
                    label={tag}
                    onRemove={() => changes.change({ removeTags: [tag] }, `no longer tagged ${tag}`)}
                  />
                </li>
              ))}
            </ul>
          )}
          <TagSearch
            onAdd={(tag) => {
              close();
              changes.change({ addTags: [tag] }, `tagged ${tag}`);
            }}
            tags={[]}
          />
        </div>
      )}
    </Popover>
  );
}

export interface BulkChanges {
  /** `said` follows the number: "moved to Done". */
  change: (set: NewValues, said: string) => void;
  /** Rejects with the reason when it is refused. */
  remove: () => Promise<unknown>;
}

/** Changes these tasks as one change, all of them or none, with one Undo. */
export function useBulkChanges(tasks: readonly Task[]): BulkChanges {
  const queue = useChanges(taskChanges);
  const finishing = useFinishing(tasks);
  const count = counted(tasks.length, "task");
  const about = tasks.map(({ id }) => id);
  return {
    change: (set, said) =>
      finishing({ about, title: count, said: `${count} ${said}`, change: { act: "set", set } }),
    remove: () => queue.run({ about, title: count, said: `${count} deleted`, change: { act: "delete" } }),
  };
}
