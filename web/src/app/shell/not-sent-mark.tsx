import { Link } from "@tanstack/react-router";
import { MailWarning } from "lucide-react";
import { useSyncExternalStore } from "react";
import { outboxOf } from "../../capabilities/offline/outbox/own-outbox.ts";
import { useIsOffline } from "../../lib/server/use-offline.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Count } from "../../ui/badge/count.tsx";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";

/** Leads to what could not be sent, while there is any. Offline, also to what waits. */
export function NotSentMark() {
  const outbox = outboxOf(useSignedIn());
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.all);
  const isOffline = useIsOffline();
  const count = unsent.filter(({ failure }) => failure !== null || isOffline).length;
  if (count === 0) return null;
  return (
    <Link
      className="relative grid size-8 place-items-center rounded-sm text-danger-text max-md:size-9 hover:bg-surface-active"
      title="Not sent"
      to={path}
    >
      <MailWarning aria-hidden="true" className="size-4" />
      <VisuallyHidden>Not sent</VisuallyHidden>
      <span className="absolute -top-px left-1/2 flex">
        <Count label="not sent" ringed tone="bell" value={count} />
      </span>
    </Link>
  );
}

const path: string = "/not-sent";
