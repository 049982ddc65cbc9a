import { useState } from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { signOutEverywhere } from "../../lib/session/session.ts";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { useSessions } from "./api.ts";
import { SessionRow } from "./session-row.tsx";

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
          {error ? (
            <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <SessionSkeletons />
          )}
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
        onOpenChange={setIsOpen}
        open={isOpen}
        title="Sign out everywhere?"
        verb="Sign out everywhere"
      >
        You will be signed out on all your devices, and here too. The address by which other programs follow
        your calendar ends as well.
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
