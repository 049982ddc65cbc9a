import type { Approval } from "@atoll/contract/automations/approval-schemas";
import { maxApprovalReason } from "@atoll/contract/automations/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Copy, X } from "lucide-react";
import { useState } from "react";
import { AddressLink } from "../../capabilities/links/address-link.tsx";
import { useDraft } from "../../capabilities/offline/drafts/use-draft.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge, type BadgeTone } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";
import { notify } from "../../ui/toast/toast.tsx";
import { answerApproval, approvalsKey, readApproval, useApproval, useApprovals } from "./api.ts";

/** The requests that ask the viewer for their approval, to answer and answered. */
export function ApprovalsScreen() {
  const [which, setWhich] = useState<"open" | "past">("open");
  const list = useApprovals(which);
  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      <Segmented
        className="self-start"
        label="Requests"
        onValueChange={setWhich}
        options={[
          { value: "open", label: "To answer" },
          { value: "past", label: "Earlier" },
        ]}
        value={which}
      />
      <PagedList
        empty={
          which === "open" ? (
            <EmptyState title="Nothing to approve">
              Automations of colleagues can ask you for your approval. Their requests are shown here.
            </EmptyState>
          ) : (
            <EmptyState title="No earlier requests in the last 30 days" />
          )
        }
        failure="Failed to load the requests"
        list={list}
        moreLabel="Show earlier requests"
        skeleton={<RowSkeletons label="Loading the requests" mark={16} rowClassName="py-4" />}
      >
        {(approvals) => (
          <ul aria-label="Requests for approval" className="flex flex-col gap-4">
            {approvals.map((approval) => (
              <li key={approval.id}>
                <ApprovalCard approval={approval} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

/** One request, which a notification leads to. */
export function ApprovalScreen({ approvalId }: { approvalId: string }) {
  const query = useApproval(approvalId);
  if (query.data)
    return (
      <div className="max-w-[760px]">
        <ApprovalCard approval={query.data} />
      </div>
    );
  // The server says the same of a request that was deleted and of one that is about something hidden.
  if (hasCode(query.error, "approval_not_found"))
    return (
      <EmptyState title="There is nothing to answer here">
        This request has ended, or you cannot see what it is about any more.
      </EmptyState>
    );
  return (
    <LoadState failure="Failed to load the request" query={query}>
      <RowSkeletons label="Loading the request" mark={16} rowClassName="py-4" />
    </LoadState>
  );
}

const states: Record<Approval["state"], { tone: BadgeTone; label: string }> = {
  open: { tone: "info", label: "Open" },
  approved: { tone: "success", label: "Approved" },
  declined: { tone: "error", label: "Declined" },
  ended: { tone: "secondary", label: "Ended" },
};

function ApprovalCard({ approval }: { approval: Approval }) {
  const { text, automation, owner, subject, needs, state, endReason, endsAt, people } = approval;
  const viewer = useViewer();
  const own = people.find(({ id }) => id === viewer.id);
  return (
    <Card>
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex min-w-0 flex-wrap items-start gap-2">
          <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{text}</h2>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </div>
        <p className="text-muted text-xs wrap-anywhere">
          Asked by the automation “{automation}” of {owner}.
          {state === "open" && ` Answer by ${formatInstant(endsAt)}.`}
          {state === "open" && people.length > 1 && ` ${needTexts[needs]}`}
          {endReason && ` ${endReason}.`}
        </p>
        {subject && (
          <p className="text-sm wrap-anywhere">
            About{" "}
            <AddressLink address={subject.link} className="rounded-xs text-primary-text hover:underline">
              {subject.title}
            </AddressLink>
          </p>
        )}
        <ul aria-label="Answers" className="flex flex-col gap-1.5 text-sm">
          {people.map(({ id, name, isApproved, reason, answeredAt }) => (
            <li className="wrap-anywhere" key={id}>
              <span className="font-medium">{id === viewer.id ? "You" : name}</span>
              {isApproved === null
                ? state === "open" && (
                    <span className="text-muted">{id === viewer.id ? " have" : " has"} not answered</span>
                  )
                : ` ${isApproved ? "approved" : "declined"}`}
              {answeredAt && <span className="text-faint text-xs"> {formatInstant(answeredAt)}</span>}
              {reason && <p className="text-muted">{reason}</p>}
            </li>
          ))}
        </ul>
        {state === "open" && own?.isApproved === null ? (
          <Answer approval={approval} />
        ) : (
          <UnsentReason approvalId={approval.id} />
        )}
      </div>
    </Card>
  );
}

const needTexts: Record<Approval["needs"], string> = {
  one: "The first answer decides.",
  all: "Everyone has to approve.",
};

const draftOf = (approvalId: string) => `approval/${approvalId}`;

function Answer({ approval: { id, automation } }: { approval: Approval }) {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const draft = useDraft(draftOf(id));
  const answer = useMutation({
    mutationFn: (isApproved: boolean) => answerApproval(id, { isApproved, reason: draft.read() }),
    onSuccess(_data, isApproved) {
      draft.write("");
      notify.success(isApproved ? "Approved" : "Declined");
    },
    async onError(error) {
      const now = hasCode(error, "approval_settled")
        ? await readApproval(id).catch(() => undefined)
        : undefined;
      notify.error((now && settledText(now, viewer.id)) ?? errorMessage(error, "Failed to send your answer"));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: approvalsKey }),
  });
  const isTooLong = draft.text.trim().length > maxApprovalReason;
  const buttons = [
    { isApproved: true, label: "Approve", icon: Check, variant: "primary" },
    { isApproved: false, label: "Decline", icon: X, variant: "secondary" },
  ] as const;
  return (
    <section aria-label={`Your answer to ${automation}`} className="flex flex-col gap-3">
      <TextArea
        error={isTooLong ? `Use at most ${maxApprovalReason} characters` : undefined}
        grows
        label="Reason (optional)"
        onChange={({ target }) => draft.write(target.value)}
        value={draft.text}
      />
      <div className="flex flex-wrap gap-2">
        {buttons.map(({ isApproved, label, icon, variant }) => (
          <Button
            disabled={answer.isPending || isTooLong}
            icon={icon}
            key={label}
            onClick={() => answer.mutate(isApproved)}
            variant={variant}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Says who was faster. Undefined if a person's own answer is the one that counts. */
function settledText({ state, endReason, people }: Approval, viewerId: string): string | undefined {
  if (state === "ended")
    return `This request has ended. ${endReason ?? "There is nothing to decide any more"}.`;
  const decider = people.findLast(({ isApproved }) => isApproved === (state === "approved"));
  if (state === "open" || !decider || decider.id === viewerId) return undefined;
  return `${decider.name} was faster, and ${state} this request.`;
}

/** A reason that the viewer wrote and did not send, because somebody else decided or the request ended. */
function UnsentReason({ approvalId }: { approvalId: string }) {
  const draft = useDraft(draftOf(approvalId));
  if (draft.text.trim() === "") return null;
  return (
    <InlineAlert tone="notice">
      <p className="font-medium">The reason that you wrote was not sent:</p>
      <p className="my-2 whitespace-pre-wrap wrap-anywhere">{draft.text}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => copyText(draft.text, "Your reason copied")} size="xs">
          Copy
        </Button>
        <Button onClick={() => draft.write("")} size="xs" variant="ghost">
          Discard
        </Button>
      </div>
    </InlineAlert>
  );
}
