import { canUseChat } from "@atoll/contract/chat/policy";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { appName } from "../../lib/page/page-title.ts";
import { call } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { openTextStorage } from "../../lib/text-storage.ts";
import { useKnown } from "../../lib/use-known.ts";
import { DepartmentBadge } from "../../ui/badge/department-badge.tsx";
import { cx } from "../../ui/base/cx.ts";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";

const hiddenKey = (viewerId: string) => `newcomer-steps-hidden/${viewerId}`;

/** Welcomes a person in their first days: their departments, a channel to say hello in, and first steps until they are done. */
export function NewcomerSteps({ onKnown }: { onKnown: () => void }) {
  const viewer = useViewer();
  const [isHidden, setIsHidden] = useState(() => openTextStorage().getItem(hiddenKey(viewer.id)) !== null);
  const mayChat = canUseChat(viewer);
  const chat = useFirstChannel(mayChat && !isHidden);
  useKnown(isHidden || !chat.isPending || chat.isPaused, onKnown);
  if (isHidden || chat.isPending) return null;
  const { channel, hasWritten } = chat.data ?? { channel: null, hasWritten: true };
  const steps: Step[] = [
    {
      name: "picture",
      isDone: viewer.avatar !== null,
      link: settings("account", "Add a picture of yourself"),
    },
    ...(mayChat
      ? [
          {
            name: "hello",
            isDone: hasWritten,
            link: channel ? (
              <Link className={linkLook} params={{ channelId: channel.id }} to="/chat/channel/$channelId">
                Say hello in {channel.name}
              </Link>
            ) : (
              <Link className={linkLook} to="/chat">
                Say hello in the chat
              </Link>
            ),
          },
        ]
      : []),
    ...("Notification" in globalThis
      ? [
          {
            name: "alerts",
            isDone: Notification.permission === "granted",
            link: settings("notifications", "Turn on notifications on this device"),
          },
        ]
      : []),
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section
      aria-label="First steps"
      className="relative mb-4 flex flex-wrap gap-x-10 gap-y-3 rounded-lg border bg-primary-soft px-4 py-3.5 pr-12"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">Welcome to {appName()}</h2>
        <p className="mt-0.5 text-muted">
          {viewer.departments.length === 0 ? "Your first steps:" : "Your colleagues and their work are here:"}
        </p>
        <ul className="mt-1.5 flex flex-wrap gap-1.5">
          {viewer.departments.map(({ id, name, slug }) => (
            <li key={id}>
              <Link params={{ department: slug }} to="/$department">
                <DepartmentBadge department={slug} name={name} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <ol className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5 max-md:gap-0">
        {steps.map(({ name, isDone, link }, index) => (
          <li className="flex items-center gap-2.5" key={name}>
            <span
              className={cx(
                "grid size-5 flex-none place-items-center rounded-full border bg-surface-raised font-semibold text-2xs",
                isDone ? "border-transparent text-primary-text" : "border-control text-muted",
              )}
            >
              {isDone ? (
                <Check aria-hidden="true" className="size-3" />
              ) : (
                <span aria-hidden="true">{index + 1}</span>
              )}
              {isDone && <VisuallyHidden>Done:</VisuallyHidden>}
            </span>
            {link}
          </li>
        ))}
      </ol>
      <span className="absolute top-2 right-2">
        <IconButton
          icon={X}
          label="Hide the first steps"
          onClick={() => {
            openTextStorage().setItem(hiddenKey(viewer.id), "1");
            setIsHidden(true);
          }}
          size="sm"
        />
      </span>
    </section>
  );
}

interface Step {
  name: string;
  isDone: boolean;
  link: ReactNode;
}

const linkLook = "font-medium text-primary-text hover:underline max-md:py-2";

function settings(view: "account" | "notifications", label: string): ReactNode {
  return (
    <Link className={linkLook} search={{ view }} to="/settings">
      {label}
    </Link>
  );
}

function useFirstChannel(enabled: boolean) {
  const query = useQuery({
    queryKey: ["first-channel"],
    queryFn: ({ signal }) => call(chatRoutes.getFirstChannel, {}, { signal }),
    // The hello may have been said since the dashboard was left.
    refetchOnMount: "always",
    enabled,
  });
  return {
    data: query.data,
    isPending: enabled && query.isPending,
    isPaused: query.fetchStatus === "paused",
  };
}
