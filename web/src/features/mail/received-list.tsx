import {
  type ReceivedState,
  receivedAims,
  receivedReasons,
  receivedStates,
} from "@atoll/contract/mail/mail-kinds";
import type { ReceivedMail } from "@atoll/contract/mail/schemas";
import { CircleDot } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Badge, type BadgeTone } from "../../ui/badge/badge.tsx";
import { ChoiceFilter } from "../../ui/list/choice-filter.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { TableRows } from "../../ui/table/table-rows.tsx";
import { useReceivedMails } from "./api.ts";

const states: Record<ReceivedState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "info" },
  posted: { label: "Done", tone: "success" },
  dropped: { label: "Not needed", tone: "secondary" },
  refused: { label: "Refused", tone: "error" },
};

const stateOptions = receivedStates.map((value) => ({ value, label: states[value].label }));

/** The mails that the mail server handed over, and what became of them. */
export function ReceivedList() {
  const [state, setState] = useState<ReceivedState>();
  const list = useReceivedMails(state);
  return (
    <MailCard
      onState={setState}
      options={stateOptions}
      state={state}
      title="Mails received in the last 30 days"
    >
      <PagedList
        empty={
          <EmptyState title={state ? "No mails in this state" : "No mails received yet"}>
            {!state && "Answer a mail of Atoll to try it."}
          </EmptyState>
        }
        failure="Failed to load received mails"
        list={list}
        skeleton={
          <RowSkeletons label="Loading the received mails" mark={16} rowClassName="border-t px-4 py-1" />
        }
      >
        {(items) => <ReceivedRows items={items} />}
      </PagedList>
    </MailCard>
  );
}

interface MailCardProps<State extends string> {
  title: string;
  options: readonly { value: State; label: string }[];
  state: State | undefined;
  onState: (state: State | undefined) => void;
  children: ReactNode;
}

/** A list of mails with a filter by state in its head. */
export function MailCard<State extends string>(props: MailCardProps<State>) {
  const { title, options, state, onState, children } = props;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="overflow-hidden rounded-lg border bg-surface-raised shadow-1"
    >
      <header className="flex min-h-12 flex-wrap items-center gap-2 py-2 pr-3 pl-4">
        <h2 className="font-semibold text-sm" id={titleId}>
          {title}
        </h2>
        <span className="ml-auto">
          <ChoiceFilter icon={CircleDot} name="State" onChange={onState} options={options} value={state} />
        </span>
      </header>
      {children}
    </section>
  );
}

function ReceivedRows({ items }: { items: readonly ReceivedMail[] }) {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <ul aria-label="Received mails" className="border-t">
        {items.map((mail) => (
          <li className="flex flex-col gap-1.5 border-b px-4 py-3 last:border-b-0" key={mail.id}>
            <Sender mail={mail} />
            <span className="flex flex-wrap items-center gap-2 text-muted text-xs">
              {receivedAims[mail.aim]} <Received mail={mail} />
            </span>
            <State mail={mail} />
          </li>
        ))}
      </ul>
    );
  return (
    <TableRows
      columns={[
        { key: "sender", header: "From", cell: (mail) => <Sender mail={mail} /> },
        { key: "aim", header: "To", cell: ({ aim }) => receivedAims[aim] },
        { key: "received", header: "When", cell: (mail) => <Received mail={mail} /> },
        { key: "state", header: "State", cell: (mail) => <State mail={mail} /> },
      ]}
      label="Received mails"
      minWidth="720px"
      onSort={() => undefined}
      rowKey={({ id }) => id}
      rows={items}
      sort={undefined}
    />
  );
}

function Sender({ mail: { sender, person } }: { mail: ReceivedMail }) {
  return (
    <span className="flex max-w-72 flex-col">
      {person && <span className="truncate font-medium">{person.name}</span>}
      <span className={person ? "truncate text-faint text-xs" : "truncate font-medium"}>
        {sender || "Unknown sender"}
      </span>
    </span>
  );
}

function Received({ mail: { receivedAt } }: { mail: ReceivedMail }) {
  const now = useNow();
  return (
    <time
      className="whitespace-nowrap text-muted text-xs"
      dateTime={receivedAt}
      title={formatInstant(receivedAt)}
    >
      {formatAgo(receivedAt, now)}
    </time>
  );
}

function State({ mail: { state, reason } }: { mail: ReceivedMail }) {
  const { label, tone } = states[state];
  return (
    <span className="flex max-w-96 flex-col items-start gap-1">
      <Badge tone={tone}>{label}</Badge>
      {reason && <span className="text-faint text-xs">{receivedReasons[reason]}</span>}
    </span>
  );
}
