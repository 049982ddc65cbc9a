import { retentionRoutes } from "@atoll/contract/retention/routes";
import { holdGraceHours, type LegalHold } from "@atoll/contract/retention/schemas";
import { useMutation } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { counted, countPeople } from "../../lib/counted.ts";
import { call } from "../../lib/server/api-client.ts";
import { formatDate, formatInstant } from "../../lib/time/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { channelName, useHoldActs, useHolds, useRefetchHolds } from "./api.ts";
import { ChangeHoldDialog, NewHoldDialog } from "./hold-dialogs.tsx";

type Opened = { act: "change" | "end" | "acts"; hold: LegalHold } | { act: "add" };

/** The legal holds, which only super administrators know of. */
export function HoldsCard() {
  const list = useHolds();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const add = (
    <Button onClick={() => setOpened({ act: "add" })} size="sm">
      New hold
    </Button>
  );
  return (
    <>
      <SettingCard
        end={add}
        text="A hold keeps messages and files against every deletion and edit. Only super administrators know of it; for everyone else, messages change and disappear as always."
        title="Legal holds"
      >
        <PagedList
          empty={
            <EmptyState title="There is no legal hold">
              A hold is made when a court or lawyers ask for it.
            </EmptyState>
          }
          failure="Failed to load the legal holds"
          list={list}
          skeleton={
            <RowSkeletons label="Loading the legal holds" mark={16} rowClassName="border-t px-4 py-2" />
          }
        >
          {(holds) => (
            <ul aria-label="Legal holds">
              {holds.map((hold) => (
                <HoldRow hold={hold} key={hold.id} onOpen={(act) => setOpened({ act, hold })} />
              ))}
            </ul>
          )}
        </PagedList>
      </SettingCard>
      {opened?.act === "add" && <NewHoldDialog onClose={close} />}
      {opened?.act === "change" && <ChangeHoldDialog hold={opened.hold} onClose={close} />}
      {opened?.act === "end" && <EndHoldDialog hold={opened.hold} onClose={close} />}
      {opened?.act === "acts" && <ActsDialog hold={opened.hold} onClose={close} />}
    </>
  );
}

interface HoldRowProps {
  hold: LegalHold;
  onOpen: (act: "change" | "end" | "acts") => void;
}

function HoldRow({ hold, onOpen }: HoldRowProps) {
  const { name, endedAt } = hold;
  return (
    <SettingRow
      as="li"
      end={
        <div className="flex flex-wrap justify-end gap-2">
          <Button aria-label={`History of ${name}`} onClick={() => onOpen("acts")} size="xs">
            History
          </Button>
          {!endedAt && (
            <>
              <Button aria-label={`Change ${name}`} onClick={() => onOpen("change")} size="xs">
                Change
              </Button>
              <Button aria-label={`End ${name}`} onClick={() => onOpen("end")} size="xs">
                End
              </Button>
            </>
          )}
        </div>
      }
      icon={Lock}
      text={
        <>
          <span className="block whitespace-pre-wrap">{hold.reason}</span>
          {describeCover(hold)}
          <span className="block">
            Made by {authorName(hold.createdBy)} on {formatInstant(hold.createdAt)}
          </span>
        </>
      }
      title={
        <>
          <span className="wrap-anywhere">{name}</span>
          {endedAt && <Badge>Ended {formatDate(endedAt)}</Badge>}
        </>
      }
    />
  );
}

/** The most names that a row lists. */
const namedAtMost = 5;

function describeCover({ people, channels, from, until }: LegalHold): string {
  const who =
    people.length === 0
      ? "Everyone"
      : people.length > namedAtMost
        ? countPeople(people.length)
        : people.map(authorName).join(", ");
  const where =
    channels.length === 0
      ? "in all chats"
      : channels.length > namedAtMost
        ? `in ${counted(channels.length, "channel")}`
        : `in ${channels.map(channelName).join(", ")}`;
  const when = [from && `from ${formatDate(from)}`, until && `before ${formatDate(until)}`].filter(Boolean);
  return [who, where, ...when].join(" ");
}

function EndHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const refetch = useRefetchHolds();
  const ending = useMutation({
    async mutationFn() {
      await call(retentionRoutes.endHold, { params: { holdId: hold.id } });
      onClose();
      await refetch();
    },
  });
  return (
    <ConfirmDialog
      error={ending.error}
      failure="Failed to end the hold"
      loading={ending.isPending}
      onClose={onClose}
      onConfirm={() => ending.mutate()}
      title={`End “${hold.name}”?`}
      verb="End hold"
    >
      What this hold alone has kept is deleted {holdGraceHours} hours later, and cannot be brought back. An
      ended hold cannot be started again; until then, a new one keeps the same.
    </ConfirmDialog>
  );
}

const actWords = {
  created: "made the hold",
  changed: "changed",
  ended: "ended the hold",
  exported: "exported it",
};
const fieldWords: Record<string, string> = {
  ...{ name: "the name", reason: "the reason", personIds: "the people", channelIds: "the channels" },
  ...{ from: "the start", until: "the end" },
};

function ActsDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const list = useHoldActs(hold.id);
  return (
    <Dialog
      description="This is recorded here only. The audit log does not have it, because people who are held may read that."
      onClose={onClose}
      open
      title={`History of “${hold.name}”`}
      width={480}
    >
      <PagedList
        empty={<EmptyState title="Nothing is recorded" />}
        failure="Failed to load the history"
        list={list}
        skeleton={<RowSkeletons label="Loading the history" mark={16} rowClassName="py-2" />}
      >
        {(acts) => (
          <ul aria-label="History" className="flex flex-col gap-2">
            {acts.map(({ id, at, actor, action, after }) => (
              <li className="wrap-anywhere" key={id}>
                {actor.name} {actWords[action]}
                {action === "changed" && ` ${changedFields(after)}`}
                <span className="block text-muted text-xs">{formatInstant(at)}</span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  );
}

const changedFields = (after: object | null): string =>
  Object.keys(after ?? {})
    .map((name) => fieldWords[name] ?? name)
    .join(", ");
