import { revealSeconds } from "@atoll/contract/sensitive-data/limits";
import { canEditSensitiveCard } from "@atoll/contract/sensitive-data/policy";
import type { SensitiveCard } from "@atoll/contract/sensitive-data/schemas";
import { Copy, Ellipsis, Eye, EyeOff, Lock, UserCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { errorMessage } from "../../lib/request/api-error.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { Popover } from "../../ui/popup/popover.tsx";
import { RingProgress } from "../../ui/progress/ring-progress.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { approveRequest, askForSecond, confirmOwner } from "./api.ts";
import { ReasonForm } from "./reason-form.tsx";
import { useReveal } from "./use-reveal.ts";

export interface CardRowProps {
  card: SensitiveCard;
  /** An address names it. */
  isNamed: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onShowLooks: () => void;
}

/** A sensitive card: its name, and its value while it is revealed. */
export function CardRow({ card, isNamed, onEdit, onDelete, onShowLooks }: CardRowProps) {
  const viewer = useViewer();
  const { revealed, secondsLeft, reveal, copy, hide } = useReveal(card.id);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView({ block: "center" });
  }, [isNamed]);
  const mayEdit = canEditSensitiveCard(viewer, { ...card, ownerId: card.owner.id });
  return (
    <li
      ref={row}
      className={cx(
        "flex flex-col gap-2 border-t px-4 py-2",
        revealed && "bg-highlight-soft",
        isNamed && "inset-ring-2 inset-ring-primary",
      )}
    >
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-muted text-xs">{card.title}</h3>
          {revealed ? (
            <p
              data-testid="revealed-value"
              className="max-h-40 overflow-y-auto whitespace-pre-wrap break-all font-mono text-sm"
            >
              {revealed.value}
            </p>
          ) : (
            <p aria-hidden="true" className="truncate text-muted text-sm tracking-[0.3em]">
              ••••••••••••
            </p>
          )}
        </div>
        {revealed ? (
          <>
            <span className="mr-1 flex items-center gap-1.5 font-medium text-warning-text text-xs tabular-nums">
              <RingProgress
                tone="highlight"
                label="Time left"
                value={Math.min(0.99, secondsLeft / revealSeconds)}
              />
              {secondsLeft} s
            </span>
            <IconButton size="sm" icon={Copy} label="Copy" onClick={() => void copy()} />
            <IconButton size="sm" icon={EyeOff} label="Hide now" onClick={hide} />
          </>
        ) : (
          <LookButton card={card} onReveal={reveal} />
        )}
        <Menu
          label={`More about ${card.title}`}
          trigger={<IconButton size="sm" icon={Ellipsis} label={`More about ${card.title}`} />}
          items={[
            { label: "Who has looked", onSelect: onShowLooks },
            ...(mayEdit
              ? [
                  { label: "Edit card", onSelect: onEdit },
                  "separator" as const,
                  { label: "Delete card", danger: true, onSelect: onDelete },
                ]
              : []),
          ]}
        />
      </div>
      {card.isInherited && <Inherited card={card} />}
      {card.openRequests.map((request) => (
        <Request key={request.id} cardId={card.id} request={request} />
      ))}
    </li>
  );
}

/** Reveals, or asks for a second person first. */
function LookButton({
  card,
  onReveal,
}: {
  card: SensitiveCard;
  onReveal: (reason: string) => Promise<void>;
}) {
  const viewer = useViewer();
  const { ownRequest } = card;
  const isAsking = card.needsTwo && !ownRequest?.approvedBy;
  const owner = card.owner.id === viewer.id ? null : authorName(card.owner);
  const heard = owner
    ? `${owner} will be notified that you looked at ${card.title}.`
    : "Your look is recorded. You own this card, so nobody else is notified.";
  return (
    <>
      {isAsking && ownRequest && <span className="text-muted text-xs">Waiting for approval</span>}
      <Popover
        label="Why do you need it?"
        className="w-80 max-w-[calc(100vw-32px)]"
        trigger={
          <Button
            size="xs"
            icon={isAsking ? Lock : Eye}
            aria-label={isAsking ? `Two people: ${card.title}` : `Reveal ${card.title}`}
          >
            {isAsking ? "Two people" : "Reveal"}
          </Button>
        }
      >
        {(close) => (
          <ReasonForm
            note={
              isAsking
                ? "This card needs two people. Everyone who can approve is notified. Once someone has, you can look for 15 minutes."
                : heard
            }
            verb={isAsking ? "Ask for a second person" : `Reveal for ${revealSeconds} s`}
            icon={isAsking ? UserCheck : Eye}
            onSend={isAsking ? (reason) => askForSecond(card.id, reason) : onReveal}
            onClose={close}
          />
        )}
      </Popover>
    </>
  );
}

/** The owner inherited a card of two people: another person who sees it confirms them. */
function Inherited({ card: { id, owner } }: { card: SensitiveCard }) {
  const viewer = useViewer();
  const isOwn = owner.id === viewer.id;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-surface px-2.5 py-2 text-xs">
      <p className="min-w-0 flex-1">
        {isOwn
          ? "You inherited this card. Until another person confirms you, it keeps needing two people."
          : `${authorName(owner)} inherited this card. Until another person confirms them, it keeps needing two people.`}
      </p>
      {!isOwn && (
        <Button
          size="xs"
          icon={UserCheck}
          onClick={() =>
            void confirmOwner(id, owner.id).then(
              () => notify.success(`${authorName(owner)} is confirmed as the owner`),
              (error: unknown) => notify.error(errorMessage(error, "Failed to confirm the owner")),
            )
          }
        >
          Confirm owner
        </Button>
      )}
    </div>
  );
}

function Request({ cardId, request }: { cardId: string; request: SensitiveCard["openRequests"][number] }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-surface px-2.5 py-2 text-xs">
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{authorName(request.person)}</strong> asks to look: {request.reason}
      </p>
      <Button
        size="xs"
        icon={UserCheck}
        onClick={() =>
          void approveRequest(cardId, request.id).then(
            () => notify.success(`${authorName(request.person)} may look once within 15 minutes`),
            (error: unknown) => notify.error(errorMessage(error, "Failed to approve the request")),
          )
        }
      >
        Approve
      </Button>
    </div>
  );
}
