import { mailRoutes } from "@atoll/contract/mail/routes";
import type { MailAddressPlace } from "@atoll/contract/mail/schemas";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";
import { notify } from "../../ui/toast/toast.tsx";

const texts = {
  channel:
    "A mail to the address becomes a message here, in the name of its sender. Only mails of people who can write in this channel are taken.",
  department:
    "A mail to the address becomes a task of this department, with its subject as the title. Only mails of people who can create tasks here are taken.",
} as const;

/** The mail address of a channel or of a department's tasks, for those who manage it. Nothing where no mail is taken in. */
export function MailAddress({ kind, id }: MailAddressPlace) {
  const queryClient = useQueryClient();
  const params = { kind, placeId: id };
  const queryKey = ["mail", "address", kind, id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(mailRoutes.getMailAddress, { params }, { signal }),
  });
  const [asked, setAsked] = useState<"renew" | "remove">();
  const onSuccess = () => setAsked(undefined);
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  const renewal = useMutation({
    mutationFn: () => call(mailRoutes.renewMailAddress, { params }),
    onSuccess,
    onSettled,
    onError: (error) => asked === undefined && notify.error(errorMessage(error)),
  });
  const removal = useMutation({
    mutationFn: () => call(mailRoutes.deleteMailAddress, { params }),
    onSuccess,
    onSettled,
  });
  if (query.error) return <LoadState failure="Failed to load the mail address" query={query} />;
  if (!query.data?.isAvailable) return null;
  const { address } = query.data;
  const { error, isPending } = asked === "renew" ? renewal : removal;
  return (
    <section
      aria-label="Mail address"
      className="flex flex-col gap-2 rounded-lg border bg-surface-raised p-3"
    >
      <h3 className="font-semibold text-sm">Mail address</h3>
      <p className="text-muted text-xs">{texts[kind]}</p>
      {address === null ? (
        <Button className="self-start" loading={renewal.isPending} onClick={() => renewal.mutate()} size="sm">
          Turn on
        </Button>
      ) : (
        <>
          <code className="break-all text-xs">{address}</code>
          <div className="flex flex-wrap gap-2">
            <Button icon={Copy} onClick={() => copyText(address, "Address copied")} size="sm">
              Copy address
            </Button>
            <Button icon={KeyRound} onClick={() => setAsked("renew")} size="sm">
              Make a new address
            </Button>
            <Button icon={Trash2} onClick={() => setAsked("remove")} size="sm">
              Turn off
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        error={error && asked ? errorMessage(error) : undefined}
        loading={isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => (asked === "renew" ? renewal.mutate() : removal.mutate())}
        open={asked !== undefined}
        title={asked === "renew" ? "Make a new mail address?" : "Turn off the mail address?"}
        verb={asked === "renew" ? "Make a new address" : "Turn off"}
      >
        The address stops working at once. What was sent to it stays.
      </ConfirmDialog>
    </section>
  );
}
