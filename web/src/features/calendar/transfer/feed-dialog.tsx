import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";

const programs = [
  {
    name: "Google Calendar",
    steps:
      "On a computer, press the plus next to “Other calendars”, choose “From URL”, paste the address and add the calendar. Google looks for changes a few times a day.",
  },
  {
    name: "Apple Calendar",
    steps:
      "On a Mac choose File, New Calendar Subscription. On an iPhone open Settings, Apps, Calendar, Calendar Accounts, Add Account, Other, Add Subscribed Calendar. Paste the address, and choose how often it looks for changes.",
  },
  {
    name: "Outlook",
    steps:
      "In the calendar choose Add calendar, then Subscribe from web. Paste the address, give the calendar a name and import it. Outlook looks for changes every few hours.",
  },
] as const;

/** How the address gets into the programs that most people use. */
function FeedHelp() {
  return (
    <section aria-label="How to add it" className="flex flex-col">
      {programs.map(({ name, steps }) => (
        <details className="border-t py-2 last:border-b" key={name}>
          <summary className="min-h-8 cursor-pointer rounded-xs py-1 font-medium text-sm">{name}</summary>
          <p className="pb-1 text-muted text-sm">{steps}</p>
        </details>
      ))}
    </section>
  );
}

const feedKey = ["calendar-feed"] as const;

/** The address by which other programs follow the viewer's calendar: to make, to copy this once, to renew and to end. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<"renew" | "end">();
  const state = useQuery({
    queryKey: feedKey,
    queryFn: async ({ signal }) => (await call(icsRoutes.getFeed, {}, { signal })).feed,
    // A program may have asked for it since.
    staleTime: 0,
  });
  const make = useMutation({
    networkMode: "always",
    mutationFn: () => call(icsRoutes.makeFeed, {}),
    onSuccess: ({ feed }) => {
      queryClient.setQueryData(feedKey, feed);
      setAsked(undefined);
    },
  });
  const end = useMutation({
    networkMode: "always",
    mutationFn: () => call(icsRoutes.endFeed, {}),
    onSuccess: () => {
      queryClient.setQueryData(feedKey, null);
      make.reset();
      setAsked(undefined);
      notify.success("The address has ended");
    },
  });
  const feed = state.data;
  const url = make.data && new URL(make.data.url, location.origin).href;
  const isAsked = asked !== undefined;
  return (
    <>
      <Dialog
        description="Your calendar in Google Calendar, Apple Calendar, Outlook or any other that takes an address. It shows 30 days back and 400 ahead, and changes nothing here."
        footer={
          <>
            {feed && (
              <Button className="mr-auto" onClick={() => setAsked("end")} variant="ghost">
                End the address
              </Button>
            )}
            <Button onClick={onClose} variant={feed || state.isPending ? "primary" : "ghost"}>
              {feed || state.isPending ? "Done" : "Cancel"}
            </Button>
            {feed === null && (
              <Button loading={make.isPending} onClick={() => make.mutate()} variant="primary">
                Create an address
              </Button>
            )}
          </>
        }
        onClose={() => !isAsked && onClose()}
        title="Follow your calendar elsewhere"
        width={560}
      >
        {make.error && !isAsked && (
          <InlineAlert tone="error">{errorMessage(make.error, "Failed to create an address")}</InlineAlert>
        )}
        {feed === undefined ? (
          state.error ? (
            <LoadState query={state} failure="Failed to load your address" />
          ) : (
            <RowSkeletons label="Loading your address" mark={28} rowClassName="gap-3 py-2" />
          )
        ) : feed === null ? (
          <p className="text-muted text-sm">
            There is no address yet. Everyone who has it can read your calendar, including private events.
            Give it to programs that you use, and to nobody else.
          </p>
        ) : (
          <div className="flex flex-col gap-4">
            {url ? (
              <Address url={url} />
            ) : (
              <div className="flex items-center gap-3">
                <p className="min-w-0 flex-1 text-muted text-sm">
                  The address was shown when it was created, and is not stored. If you no longer have it,
                  create a new one.
                </p>
                <Button onClick={() => setAsked("renew")}>New address</Button>
              </div>
            )}
            <p className="text-muted text-xs">
              Made {formatInstant(feed.createdAt)}.{" "}
              {feed.readAt
                ? `Last used by a program ${formatInstant(feed.readAt)}.`
                : "No program has used it yet."}{" "}
              It ends when you sign out everywhere, or when an administrator sets your password.
            </p>
            <FeedHelp />
          </div>
        )}
      </Dialog>
      {asked === "renew" && (
        <ConfirmDialog
          loading={make.isPending}
          onConfirm={() => make.mutate()}
          onClose={() => setAsked(undefined)}
          title="Create a new address"
          verb="Create a new address"
          error={make.error}
          failure="Failed to create an address"
        >
          The previous address stops working immediately. Programs that follow it show your calendar as it
          was, until they get the new one.
        </ConfirmDialog>
      )}
      {asked === "end" && (
        <ConfirmDialog
          loading={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setAsked(undefined)}
          title="End the address"
          verb="End the address"
          error={end.error}
          failure="Failed to end the address"
        >
          Programs that follow your calendar no longer get updates. You can create a new address at any time.
        </ConfirmDialog>
      )}
    </>
  );
}

function Address({ url }: { url: string }) {
  return (
    <div className="flex flex-col gap-2">
      <InlineAlert tone="notice">
        Copy the address now: it is shown only once. Everyone who has it can read your calendar.
      </InlineAlert>
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label="Address of your calendar"
          onFocus={({ currentTarget }) => currentTarget.select()}
          readOnly
          value={url}
        />
        {/* Browsers offer the clipboard to secure pages only. */}
        {"clipboard" in navigator && (
          <Button icon={Copy} onClick={() => copyText(url, "Address copied")}>
            Copy
          </Button>
        )}
      </div>
    </div>
  );
}
