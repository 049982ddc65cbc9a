import { type MailState, mailKinds, mailStates } from "@atoll/contract/mail/mail-kinds";
import type { MailStatus, SentMail } from "@atoll/contract/mail/schemas";
import { useMutation } from "@tanstack/react-query";
import { RefreshCw, Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "../../lib/counted.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Badge, type BadgeTone } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Select } from "../../ui/field/select.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { TableRows } from "../../ui/table/table-rows.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { retryMail, sendTestMail, setDigestOfNewPeople, useMailStatus, useMails } from "./api.ts";
import { digestOptions } from "./email-card.tsx";
import { MailCard, ReceivedList } from "./received-list.tsx";

const directions = [
  { value: "sent", label: "Sent" },
  { value: "received", label: "Received" },
] as const;

/** Whether mail works, and what was sent, waits or failed. */
export function MailScreen() {
  const status = useMailStatus();
  const [shown, setShown] = useState<"sent" | "received">("sent");
  return (
    <div className="flex flex-col gap-4">
      {status.data ? (
        status.data.isOn ? (
          <StatusCard status={status.data} />
        ) : (
          <MailOff />
        )
      ) : (
        <LoadState failure="Failed to load the settings of mail" query={status}>
          <SkeletonGroup label="Loading the settings of mail">
            <Skeleton height={112} width="100%" />
          </SkeletonGroup>
        </LoadState>
      )}
      {status.data?.isInOn && (
        <Segmented
          className="self-start"
          label="Mails"
          onValueChange={setShown}
          options={directions}
          value={shown}
        />
      )}
      {status.data?.isInOn && shown === "received" ? <ReceivedList /> : <MailList />}
    </div>
  );
}

function MailOff() {
  return (
    <InlineAlert tone="info">
      <p className="font-semibold">This server sends no mail.</p>
      <p>
        The person who runs it sets SMTP_URL, MAIL_FROM and ATOLL_PUBLIC_URL and restarts it. Until then you
        copy invitation links by hand, and set new passwords for people who forgot theirs.
      </p>
    </InlineAlert>
  );
}

/** The digest that new people get until they choose otherwise. */
function NewPeoplesDigest({ status: { digestOfNewPeople } }: { status: MailStatus }) {
  const change = useMutation({
    mutationFn: setDigestOfNewPeople,
    onError: (error) => notify.error(errorMessage(error)),
  });
  return (
    <div className="border-t px-4 py-3">
      <Select
        className="max-w-72"
        help="For accounts that are created from now on. Everyone can change it in their settings."
        label="Digest of new people"
        onValueChange={(rhythm) => change.mutate(rhythm)}
        options={digestOptions}
        value={change.isPending ? change.variables : digestOfNewPeople}
      />
    </div>
  );
}

function StatusCard({ status }: { status: MailStatus }) {
  const test = useMutation({ mutationFn: sendTestMail });
  const { server, from, waitingCount, failedCount, sentTodayCount } = status;
  return (
    <section aria-labelledby="mail-status" className="rounded-lg border bg-surface-raised shadow-1">
      <header className="flex min-h-12 flex-wrap items-center gap-2 py-2 pr-3 pl-4">
        <h2 className="font-semibold text-sm" id="mail-status">
          Mail
        </h2>
        <Button
          className="ml-auto"
          icon={Send}
          loading={test.isPending}
          onClick={() => test.mutate()}
          size="sm"
        >
          Send a test mail to me
        </Button>
      </header>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t px-4 py-3 md:grid-cols-[1fr_2fr_1fr_1fr_1fr]">
        <Fact name="Mail server">{server}</Fact>
        <Fact name="Sender">{from}</Fact>
        <Fact name="Sent in 24 hours">{formatNumber(sentTodayCount)}</Fact>
        <Fact name="Waiting">{formatNumber(waitingCount)}</Fact>
        <Fact name="Failed">{formatNumber(failedCount)}</Fact>
      </dl>
      <NewPeoplesDigest status={status} />
      {(test.data || test.error) && (
        <div className="border-t px-4 py-3">
          {test.error && <InlineAlert tone="error">{errorMessage(test.error)}</InlineAlert>}
          {test.data && (
            <InlineAlert tone={test.data.isSent ? "success" : "error"}>
              {test.data.isSent
                ? `The mail server took the mail to ${test.data.address}. It answered:`
                : `The mail to ${test.data.address} was not sent:`}{" "}
              <code className="break-words text-xs">{test.data.answer}</code>
            </InlineAlert>
          )}
        </div>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

const states: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "info" },
  sent: { label: "Sent", tone: "success" },
  bounced: { label: "Came back", tone: "error" },
  failed: { label: "Failed", tone: "error" },
  dropped: { label: "Not needed", tone: "secondary" },
};

const stateOptions = mailStates.map((value) => ({ value, label: states[value].label }));

function MailList() {
  const [state, setState] = useState<MailState>();
  const list = useMails(state);
  return (
    <MailCard onState={setState} options={stateOptions} state={state} title="Mails of the last 30 days">
      <PagedList
        empty={<EmptyState drawing="generic" title={state ? "No mails in this state" : "No mails yet"} />}
        failure="Failed to load mails"
        list={list}
        skeleton={<RowSkeletons label="Loading the mails" mark={16} rowClassName="border-t px-4 py-1" />}
      >
        {(items) => <MailRows items={items} />}
      </PagedList>
    </MailCard>
  );
}

function MailRows({ items }: { items: readonly SentMail[] }) {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <ul aria-label="Mails" className="border-t">
        {items.map((mail) => (
          <li className="flex items-start gap-2 border-b px-4 py-3 last:border-b-0" key={mail.id}>
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <Recipient mail={mail} />
              <span className="flex flex-wrap items-center gap-2 text-muted text-xs">
                {mailKinds[mail.kind]} <Created mail={mail} />
              </span>
              <State mail={mail} />
            </div>
            <RetryButton mail={mail} />
          </li>
        ))}
      </ul>
    );
  return (
    <TableRows
      columns={[
        { key: "recipient", header: "To", cell: (mail) => <Recipient mail={mail} /> },
        { key: "kind", header: "About", cell: ({ kind }) => mailKinds[kind] },
        { key: "created", header: "When", cell: (mail) => <Created mail={mail} /> },
        { key: "state", header: "State", cell: (mail) => <State mail={mail} /> },
        {
          key: "actions",
          header: "Actions",
          hideHeader: true,
          align: "right",
          cell: (mail) => <RetryButton mail={mail} />,
        },
      ]}
      label="Mails"
      minWidth="720px"
      onSort={() => undefined}
      rowKey={({ id }) => id}
      rows={items}
      sort={undefined}
    />
  );
}

function Recipient({ mail: { address, person } }: { mail: SentMail }) {
  return (
    <span className="flex max-w-72 flex-col">
      {person && <span className="truncate font-medium">{person.name}</span>}
      <span className={person ? "truncate text-faint text-xs" : "truncate font-medium"}>{address}</span>
    </span>
  );
}

function Created({ mail: { createdAt } }: { mail: SentMail }) {
  const now = useNow();
  return (
    <time
      className="whitespace-nowrap text-muted text-xs"
      dateTime={createdAt}
      title={formatInstant(createdAt)}
    >
      {formatAgo(createdAt, now)}
    </time>
  );
}

function State({ mail: { state, isUnderWay, failure, tries, dueAt } }: { mail: SentMail }) {
  const { label, tone } = states[state];
  return (
    <span className="flex max-w-96 flex-col items-start gap-1">
      <Badge tone={tone}>{isUnderWay ? "Sending" : label}</Badge>
      {failure && <span className="break-words text-danger-text text-xs">{failure}</span>}
      {dueAt && !isUnderWay && tries > 0 && (
        <span className="text-faint text-xs">Tried {counted(tries, "time")}, again automatically</span>
      )}
    </span>
  );
}

function RetryButton({ mail: { id, state, isUnderWay, address, tries } }: { mail: SentMail }) {
  const work = useMutation({
    mutationFn: () => retryMail(id),
    onError: (error) => notify.error(errorMessage(error)),
  });
  if (state !== "failed" && state !== "bounced" && !(state === "waiting" && tries > 0 && !isUnderWay))
    return null;
  return (
    <Button
      aria-label={`Try again: ${address}`}
      icon={RefreshCw}
      loading={work.isPending}
      onClick={() => work.mutate()}
      size="xs"
    >
      Try again
    </Button>
  );
}
