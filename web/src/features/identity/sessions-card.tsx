import type { SessionSummary } from "@atoll/contract/identity/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BellRing, Laptop, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { hasCode } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { signOutEverywhere } from "../../lib/session/session.ts";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatDate, formatInstant } from "../../lib/time/format-date.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { LiveBadge } from "../../ui/badge/live-badge.tsx";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { endOneSession, identityKeys, useSessions } from "./api.ts";

/** Everywhere the person is signed in, and the ways to end that. */
export function SessionsCard() {
  const { data, error, refetch, isFetching } = useSessions();
  return (
    <SettingCard end={<SignOutEverywhere />} text="Places where you are signed in." title="Devices">
      {data ? (
        <ul>
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <div className="border-t">
          {error ? <LoadState query={{ error, isFetching, refetch }} /> : <SessionSkeletons />}
        </div>
      )}
    </SettingCard>
  );
}

function SignOutEverywhere() {
  const [isOpen, setIsOpen] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setFailure(undefined);
    setIsSending(true);
    try {
      await signOutEverywhere();
    } catch (error) {
      setFailure(errorMessage(error, "Logout failed"));
      setIsSending(false);
    }
  };
  return (
    <>
      <Button
        onClick={() => {
          setFailure(undefined);
          setIsOpen(true);
        }}
        size="sm"
      >
        Sign out everywhere
      </Button>
      <ConfirmDialog
        error={failure}
        loading={isSending}
        onConfirm={() => void confirm()}
        onClose={() => setIsOpen(false)}
        open={isOpen}
        title="Sign out everywhere?"
        verb="Sign out everywhere"
      >
        You will be signed out on all your devices, including this one. The address of your calendar for other
        programs stops working as well.
      </ConfirmDialog>
    </>
  );
}

function SessionSkeletons() {
  return (
    <SkeletonGroup label="Loading your devices">
      {["42%", "36%"].map((width) => (
        <div className="flex min-h-[52px] items-center gap-3.5 px-4 py-2 md:px-5" key={width}>
          <Skeleton height={20} width={20} />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton width={width} />
            <Skeleton width="28%" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** One place where the person is signed in. */
function SessionRow({ session }: { session: SessionSummary }) {
  const { device, address, createdAt, lastUsedAt, endsAt, isCurrent, hasPush } = session;
  const now = useNow();
  return (
    <SettingRow
      as="li"
      end={
        isCurrent ? (
          <LiveBadge>Now</LiveBadge>
        ) : (
          <div className="flex items-center gap-3">
            <LastUsed
              className="whitespace-nowrap text-faint text-xs max-md:hidden"
              instant={lastUsedAt}
              now={now}
            />
            <EndButton session={session} />
          </div>
        )
      }
      icon={iconOf(device)}
      text={
        <>
          {address}, since {formatDate(createdAt, now)}, until {formatDate(endsAt, now)} at the latest
          {!isCurrent && <LastUsed className="block md:hidden" instant={lastUsedAt} now={now} />}
        </>
      }
      title={
        <>
          {device}
          {isCurrent && <Badge tone="success">This device</Badge>}
          {hasPush && <Badge icon={BellRing}>Notifications</Badge>}
        </>
      }
    />
  );
}

/** Next to the button if there is space, and otherwise below the address. */
function LastUsed({ instant, now, className }: { instant: string; now: Date; className: string }) {
  return (
    <time className={className} dateTime={instant} title={formatInstant(instant)}>
      <VisuallyHidden>Last used </VisuallyHidden>
      {formatAgo(instant, now)}
    </time>
  );
}

function EndButton({ session: { id, device } }: { session: SessionSummary }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => endOneSession(id),
    onError: (error) => {
      // It has already ended, as intended. The list shows it.
      if (hasCode(error, "session_not_found")) return;
      notify.error(errorMessage(error, "Logout failed"), { id: `end-session-${id}` });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: identityKeys.sessions }),
  });
  return (
    <Button aria-label={`Sign Out of ${device}`} loading={isPending} onClick={() => mutate()} size="xs">
      Sign Out
    </Button>
  );
}

function iconOf(device: string): IconType {
  if (/iPhone|iPad|Android/.test(device)) return Smartphone;
  return /macOS|ChromeOS/.test(device) ? Laptop : Monitor;
}
