import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { Button } from "../../ui/button/button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { unsubscribe } from "./api.ts";

export interface UnsubscribeFormProps {
  /** The signed part of the link, whose second part names the kind of mail. */
  link: string;
  /** The way to all settings, for people who can sign in. */
  settingsLink: ReactNode;
}

/** Stops a kind of mail with one press, without signing in. Opening the page changes nothing. */
export function UnsubscribeForm({ link, settingsLink }: UnsubscribeFormProps) {
  const work = useMutation({ mutationFn: () => unsubscribe(link) });
  const what = link.split(".")[1] === "announcement" ? "announcements to confirm" : "the digest";
  return (
    <div className="flex flex-col gap-4">
      {work.isSuccess ? (
        <InlineAlert tone="success">
          You no longer get {what} by mail. You find everything in Atoll as before.
        </InlineAlert>
      ) : (
        <>
          <p className="text-muted text-sm">
            This button stops {what} by mail. Mails about your account still come.
          </p>
          {work.error && <InlineAlert tone="error">{errorMessage(work.error)}</InlineAlert>}
          <Button
            className="w-full"
            loading={work.isPending}
            onClick={() => work.mutate()}
            size="lg"
            variant="primary"
          >
            Stop {what} by mail
          </Button>
        </>
      )}
      {settingsLink}
    </div>
  );
}
