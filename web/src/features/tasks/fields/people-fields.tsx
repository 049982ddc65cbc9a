import type { Viewer } from "@atoll/contract/identity/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { maxWatchers } from "@atoll/contract/tasks/limits";
import { Eye, EyeOff, UserRound } from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { countPeople } from "../../../lib/counted.ts";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { setAssignee, setWatchers } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { ValueButton } from "./value-button.tsx";

/** The assignee: a colleague found by name, or nobody. */
export function AssigneeField({ work, viewer }: { work: TaskWork; viewer: Viewer }) {
  const { assignee } = work.task;
  const name = assignee ? authorName(assignee) : "Nobody";
  return (
    <Popover
      label="Assignee"
      align="start"
      className="w-[320px]"
      trigger={
        <ValueButton label="Assignee" field="assignee">
          {assignee ? (
            <PersonAvatar person={assignee} decorative size={20} />
          ) : (
            <UserRound className="size-4 text-faint" />
          )}
          <span className={assignee ? "truncate" : "text-muted"}>{name}</span>
        </ValueButton>
      }
    >
      {(close) => (
        <AssigneePicker
          assigneeId={assignee?.id}
          viewer={viewer}
          onChoose={(person) => {
            work.change(setAssignee(person, assignedWords(person, viewer)));
            close();
          }}
        />
      )}
    </Popover>
  );
}

/** A colleague, found by name, oneself by one press, or nobody. */
export function AssigneePicker({
  assigneeId,
  viewer,
  onChoose,
}: {
  assigneeId: string | undefined;
  viewer: Viewer;
  onChoose: (person: Person | null) => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <PersonSearch
        taken={{ ids: new Set(assigneeId ? [assigneeId] : []), hint: "has it" }}
        onChoose={onChoose}
      />
      <div className="flex flex-wrap gap-2 border-t pt-2">
        {assigneeId !== viewer.id && (
          <Button size="sm" variant="ghost" onClick={() => onChoose(viewerAsPerson(viewer))}>
            Assign to me
          </Button>
        )}
        {assigneeId && (
          <Button size="sm" variant="ghost" onClick={() => onChoose(null)}>
            Nobody
          </Button>
        )}
      </div>
    </div>
  );
}

/** The text of the toast after a task was assigned. */
export function assignedWords(person: Person | null, viewer: Viewer): string {
  if (person === null) return "Assigned to nobody";
  return person.id === viewer.id ? "Assigned to you" : `Assigned to ${authorName(person)}`;
}

/** The watchers of a task: oneself by one press, others by name. */
export function WatchersField({ work, viewer }: { work: TaskWork; viewer: Viewer }) {
  const { watchers } = work.task;
  const isWatching = watchers.some((person) => person.id === viewer.id);
  const count = countPeople(watchers.length);
  const toggle = () =>
    work.change(
      isWatching
        ? setWatchers({ remove: [viewer.id] }, "You no longer watch this task")
        : setWatchers({ add: [viewerAsPerson(viewer)] }, "You watch this task"),
    );
  return (
    <>
      <Popover
        label="Watchers"
        align="start"
        className="w-[320px]"
        trigger={
          <ValueButton label="Watchers">
            {watchers.length === 0 ? (
              <span className="text-muted">Nobody</span>
            ) : (
              <>
                <span className="flex -space-x-1.5">
                  {watchers.slice(0, 3).map((person) => (
                    <PersonAvatar key={person.id} person={person} decorative size={20} />
                  ))}
                </span>
                <span className={watchers.length > 3 ? "text-muted text-xs" : "sr-only"}>{count}</span>
              </>
            )}
          </ValueButton>
        }
      >
        <div className="flex flex-col gap-2">
          {watchers.length > 0 && (
            <ul aria-label="Watching" className="flex flex-wrap gap-1.5">
              {watchers.map((person) => (
                <li key={person.id} className="min-w-0">
                  <RemovableBadge
                    label={authorName(person)}
                    onRemove={() =>
                      work.change(
                        setWatchers({ remove: [person.id] }, `${authorName(person)} no longer watches`),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          )}
          {watchers.length < maxWatchers ? (
            <PersonSearch
              taken={{ ids: new Set(watchers.map((person) => person.id)), hint: "watches" }}
              onChoose={(person) =>
                work.change(setWatchers({ add: [person] }, `${authorName(person)} watches this task`))
              }
            />
          ) : (
            <p className="text-muted text-xs">At most {maxWatchers} people.</p>
          )}
        </div>
      </Popover>
      <Button
        size="xs"
        variant="ghost"
        icon={isWatching ? EyeOff : Eye}
        aria-label={isWatching ? "Stop watching" : "Watch this task"}
        onClick={toggle}
      >
        {isWatching ? "Unwatch" : "Watch"}
      </Button>
    </>
  );
}

/** The viewer as others see them. */
export function viewerAsPerson({ id, name, email, avatar }: Viewer): Person {
  return { id, name, email, avatar, isFormer: false };
}
