import { readDuration, writeDuration } from "@atoll/contract/tasks/duration";
import { maxTimeNote } from "@atoll/contract/tasks/limits";
import { taskTimeRoutes } from "@atoll/contract/tasks/time-routes";
import type { TimeEntry } from "@atoll/contract/tasks/time-schemas";
import { Pencil, Play, Plus, Square, X } from "lucide-react";
import { z } from "zod";
import { refetch } from "../../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../../capabilities/live/use-pages.ts";
import { authorName } from "../../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../../capabilities/people/person-avatar.tsx";
import { useChoice } from "../../../../lib/form/use-choice.ts";
import { useForm } from "../../../../lib/form/use-form.ts";
import { call } from "../../../../lib/server/api-client.ts";
import { useViewer } from "../../../../lib/session/use-session.tsx";
import { formatWallDate } from "../../../../lib/time/format-wall.ts";
import { dayOf } from "../../../../lib/time/wall-clock.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { DateField } from "../../../../ui/field/dates/date-field.tsx";
import { TextField } from "../../../../ui/field/text-field.tsx";
import { PagedList } from "../../../../ui/list/paged-list.tsx";
import { Popover } from "../../../../ui/popup/popover.tsx";
import { ProgressBar } from "../../../../ui/progress/progress-bar.tsx";
import { RowSkeletons } from "../../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { addTime, changeTime, removeTime, setFields } from "../../changes/open-task-changes.ts";
import type { TaskWork } from "../../changes/use-open-task.ts";
import { ValueButton } from "../../fields/value-button.tsx";
import { Elapsed } from "../../time/running-timer.tsx";
import { timerTitle, useTimer } from "../../time/use-timer.ts";
import { Section } from "./section.tsx";
import { rowList } from "./task-row.tsx";

const wrongDuration = "Enter a duration such as 1h 30m, 1:30 or 90m";

const durationSchema = z.string().transform((text, context) => {
  const minutes = readDuration(text);
  if (minutes === undefined) context.addIssue({ code: "custom", message: wrongDuration });
  return minutes ?? z.NEVER;
});

/** The time that the task is expected to take. */
export function EstimateField({ work }: { work: TaskWork }) {
  const { estimateMinutes = null } = work.task;
  return (
    <Popover
      label="Estimate"
      align="start"
      className="w-[260px]"
      trigger={
        <ValueButton label="Estimate">
          {estimateMinutes === null ? (
            <span className="text-muted">None</span>
          ) : (
            <span className="tabular-nums">{writeDuration(estimateMinutes)}</span>
          )}
        </ValueButton>
      }
    >
      {(close) => <EstimateForm work={work} onDone={close} />}
    </Popover>
  );
}

const estimateSchema = z.object({
  text: z.string().transform((text, context) => {
    const minutes = text.trim() === "" ? null : readDuration(text);
    if (minutes === undefined) context.addIssue({ code: "custom", message: wrongDuration });
    return minutes === undefined ? z.NEVER : minutes;
  }),
});

function EstimateForm({ work, onDone }: { work: TaskWork; onDone: () => void }) {
  const { estimateMinutes = null } = work.task;
  const form = useForm({
    values: { text: estimateMinutes === null ? "" : writeDuration(estimateMinutes) },
    schema: estimateSchema,
    send({ text: minutes }) {
      const said = minutes === null ? "Estimate removed" : `Estimate: ${writeDuration(minutes)}`;
      if (minutes !== estimateMinutes) work.change(setFields({ estimateMinutes: minutes }, said));
      onDone();
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <TextField {...form.field("text")} label="Estimate" help="1h 30m, 1:30 or 90m" autoComplete="off" />
      <Button className="self-end" type="submit" variant="primary">
        Save
      </Button>
    </form>
  );
}

/** The time that people have spent on a task, next to its estimate, and the viewer's timer for it. */
export function TimeSection({ work }: { work: TaskWork }) {
  const { id, trackedMinutes = 0, estimateMinutes = null } = work.task;
  const { timer, start, stop, isBusy } = useTimer();
  const isRunning = timer?.task.id === id;
  return (
    <Section
      title="Time"
      action={
        <>
          {isRunning ? (
            <Button size="xs" variant="ghost" icon={Square} disabled={isBusy} onClick={stop}>
              Stop <Elapsed startedAt={timer.startedAt} />
            </Button>
          ) : (
            <Button
              size="xs"
              variant="ghost"
              icon={Play}
              disabled={isBusy}
              title={timer ? `Stops the timer of “${timerTitle(timer)}”` : undefined}
              onClick={() => start(id)}
            >
              Start timer
            </Button>
          )}
          <Popover
            label="Add time"
            align="end"
            className="w-[280px]"
            trigger={
              <Button size="xs" variant="ghost" icon={Plus} aria-label="Add time">
                Add
              </Button>
            }
          >
            {(close) => <EntryForm work={work} onDone={close} />}
          </Popover>
        </>
      }
    >
      {(trackedMinutes > 0 || estimateMinutes !== null) && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span className="tabular-nums">
            {trackedMinutes > 0 ? writeDuration(trackedMinutes) : "Nothing"}
            {estimateMinutes !== null && ` of ${writeDuration(estimateMinutes)}`}
          </span>
          {estimateMinutes !== null && (
            <ProgressBar label="Time spent of the estimate" value={trackedMinutes} max={estimateMinutes} />
          )}
          {estimateMinutes !== null && trackedMinutes > estimateMinutes && (
            <span className="font-medium text-danger-text text-xs">
              {writeDuration(trackedMinutes - estimateMinutes)} over the estimate
            </span>
          )}
        </div>
      )}
      {trackedMinutes > 0 && <Entries work={work} />}
    </Section>
  );
}

function Entries({ work }: { work: TaskWork }) {
  const viewer = useViewer();
  const taskId = work.task.id;
  const list = usePages<TimeEntry>({
    queryKey: ["tasks", "time", taskId],
    fetchPage: (cursor, options) =>
      call(
        taskTimeRoutes.listTaskTime,
        { params: { taskId }, query: { ...(cursor && { cursor }) } },
        options,
      ),
    keyOf: ({ id }) => id,
    on: { "task.changed": (pages, { task }) => (task.id === taskId ? refetch() : pages) },
  });
  return (
    <PagedList
      list={list}
      moreLabel="Show earlier time"
      skeleton={<RowSkeletons label="Loading the time" mark={16} rowClassName="py-1" />}
      empty={null}
    >
      {(entries) => (
        <ul className={rowList} aria-label="Time entries">
          {entries.map((entry) => (
            <li key={entry.id} className="flex min-h-9 items-center gap-2.5 py-1 pr-1.5 pl-3 text-sm">
              <PersonAvatar person={entry.person} size={20} />
              <span className="flex-none tabular-nums">{writeDuration(entry.minutes)}</span>
              <span className="flex-none text-muted text-xs">{formatWallDate(entry.day)}</span>
              <span className="min-w-0 flex-1 truncate text-muted text-xs" title={entry.note}>
                {entry.note}
              </span>
              {entry.person.id === viewer.id ? (
                <>
                  <Popover
                    label="Change time"
                    align="end"
                    className="w-[280px]"
                    trigger={
                      <IconButton
                        size="xs"
                        icon={Pencil}
                        label={`Change ${writeDuration(entry.minutes)} on ${formatWallDate(entry.day)}`}
                      />
                    }
                  >
                    {(close) => <EntryForm work={work} entry={entry} onDone={close} />}
                  </Popover>
                  <IconButton
                    size="xs"
                    icon={X}
                    label={`Remove ${writeDuration(entry.minutes)} on ${formatWallDate(entry.day)}`}
                    onClick={() => work.change(removeTime(entry))}
                  />
                </>
              ) : (
                <span className="max-w-32 truncate pr-2 text-faint text-xs">{authorName(entry.person)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const entrySchema = z.object({
  duration: durationSchema,
  day: z.string().min(1, "Choose a day"),
  note: z.string().trim().max(maxTimeNote, `Use at most ${maxTimeNote} characters`),
});

function EntryForm({ work, entry, onDone }: { work: TaskWork; entry?: TimeEntry; onDone: () => void }) {
  const form = useForm({
    values: {
      duration: entry ? writeDuration(entry.minutes) : "",
      day: entry?.day ?? dayOf(new Date()),
      note: entry?.note ?? "",
    },
    schema: entrySchema,
    async send({ duration: minutes, day, note }) {
      const next = { minutes, day, note };
      await work.run(entry ? changeTime(entry, next) : addTime(next));
      onDone();
    },
    fallback: "Failed to save the time",
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField {...form.field("duration")} label="Duration" help="1h 30m, 1:30 or 90m" autoComplete="off" />
      <DateField {...useChoice(form, "day")} label="Day" />
      <TextField {...form.field("note")} label="Note" autoComplete="off" maxLength={maxTimeNote} />
      <Button className="self-end" type="submit" variant="primary" loading={form.isSending}>
        {entry ? "Save" : "Add"}
      </Button>
    </form>
  );
}
