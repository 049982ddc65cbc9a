import type { OpenIncident } from "@atoll/contract/cards/incident-schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { Link } from "@tanstack/react-router";
import { CircleCheckBig, FileText, Pencil } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useIncidentWrites } from "./incidents-api.ts";
import { ReportDialog, reportLabels } from "./report-dialog.tsx";

const nobody = { mentions: [], mentionsAll: null };
const parts = ["summary", "impact", "cause", "next"] as const;

/** The report of an incident, and the tasks that its follow-ups became. */
export function ReportCard({ opened }: { opened: OpenIncident }) {
  const { incident, report, people } = opened;
  const viewer = useViewer();
  const [isEditing, setIsEditing] = useState(false);
  if (!report && incident.state !== "resolved") return null;
  const nameOf = (id: string) => authorName(people.find((one) => one.id === id) ?? null);
  return (
    <Surface
      title="Report"
      icon={FileText}
      action={
        report && (
          <Button size="sm" variant="ghost" icon={Pencil} onClick={() => setIsEditing(true)}>
            Edit report
          </Button>
        )
      }
    >
      {report ? (
        <div className="flex flex-col gap-4">
          {parts
            .filter((part) => report[part] !== "")
            .map((part) => (
              <section key={part} aria-label={reportLabels[part]}>
                <h3 className="mb-1 font-semibold text-sm">{reportLabels[part]}</h3>
                <WrittenText
                  className="max-w-[72ch] text-sm leading-relaxed wrap-anywhere"
                  content={report[part]}
                  calls={nobody}
                  viewerId={viewer.id}
                />
              </section>
            ))}
          <FollowUps incidentId={incident.id} report={report} />
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <p className="text-muted text-sm">
            The incident is resolved. Write down what happened, and what you do so that it does not happen
            again.
          </p>
          <Button className="self-start" icon={Pencil} onClick={() => setIsEditing(true)}>
            Write report
          </Button>
        </div>
      )}
      {isEditing && <ReportDialog opened={opened} nameOf={nameOf} onClose={() => setIsEditing(false)} />}
    </Surface>
  );
}

interface FollowUpsProps {
  incidentId: string;
  report: NonNullable<OpenIncident["report"]>;
}

function FollowUps({ incidentId, report: { followUps } }: FollowUpsProps) {
  const viewer = useViewer();
  const { createTasks, report } = useIncidentWrites(incidentId);
  const [isSending, setIsSending] = useState(false);
  const waiting = followUps.filter(({ isMade }) => !isMade).length;
  if (followUps.length === 0) return null;
  async function create(): Promise<void> {
    await createTasks();
    notify.success(waiting === 1 ? "Task created" : `${waiting} tasks created`);
  }
  return (
    <section aria-label="Follow-ups">
      <h3 className="mb-1 font-semibold text-sm">Follow-ups</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {followUps.map(({ id, text, taskId, isMade }) => (
          <li key={id} className="flex items-start gap-2">
            <CircleCheckBig aria-hidden="true" className="mt-0.5 size-4 flex-none text-faint" />
            {taskId === null ? (
              <span className="wrap-anywhere">
                {text}
                {isMade && <span className="text-muted"> (the task was deleted)</span>}
              </span>
            ) : (
              <Link to="/tasks" search={{ task: taskId }} className="wrap-anywhere hover:underline">
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {waiting > 0 && canCreateTasks(viewer) && (
        <Button
          className="mt-2"
          size="sm"
          icon={CircleCheckBig}
          loading={isSending}
          onClick={() => {
            setIsSending(true);
            void report(create(), "Failed to create the tasks").finally(() => setIsSending(false));
          }}
        >
          {waiting === 1 ? "Create a task" : `Create ${waiting} tasks`}
        </Button>
      )}
    </section>
  );
}
