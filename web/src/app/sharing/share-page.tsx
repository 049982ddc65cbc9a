import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { CircleCheckBig, Lightbulb } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { fileKind } from "../../capabilities/files/links/file-kind.ts";
import { uploadsOf } from "../../capabilities/files/upload/own-uploads.ts";
import { maxAttachments } from "../../capabilities/files/wire.ts";
import { draftsOf } from "../../capabilities/offline/drafts/use-draft.ts";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { writingPlace } from "../../features/chat/stream/writing-place.ts";
import { newIdeaDraft, newIdeaTray } from "../../features/ideas/new/new-idea-outbox.ts";
import { newTaskTray } from "../../features/tasks/create/new-task-files.tsx";
import { formatBytes } from "../../lib/format-bytes.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { makeShare, putShare, removeShare, type Share, sharesOf } from "../../lib/shares.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { ChatPlaces } from "./chat-places.tsx";
import { asText, below, intoDraft, pathOfLink } from "./shared-words.ts";

const route = getRouteApi("/workspace/share");

/** /share: where something goes that another app has shared. Nothing is sent from here. */
export function SharePage() {
  usePageTitle("Share");
  const { id, link, full, lost } = route.useSearch();
  const { shares, again } = useShares(id);
  const isWrong = useLink(link);
  useOpenedFiles(again);
  const share = shares?.find((one) => one.id === id) ?? shares?.[0];
  return (
    <div className="page-pad mx-auto max-w-190">
      <PageHeader title="Share" />
      <div className="flex flex-col gap-4">
        {isWrong && (
          <InlineAlert tone="error">This link does not lead to a page of this workspace.</InlineAlert>
        )}
        {lost !== undefined && (
          <InlineAlert tone="error">
            Atoll could not keep what you shared on this device. Share it again, or attach it in a chat.
          </InlineAlert>
        )}
        {full !== undefined && (
          <InlineAlert tone="error">
            Atoll did not keep what you shared: too much is waiting here already. Take or discard what is
            below, and share it again.
          </InlineAlert>
        )}
        {!shares ? (
          <RowSkeletons label="Loading what was shared" mark={36} rowClassName="py-2" />
        ) : share ? (
          <OneShare key={share.id} share={share} others={shares.length - 1} onGone={again} />
        ) : (
          !isWrong && (
            <EmptyState
              title="Nothing is waiting here. Share something with Atoll from another app."
              drawing="generic"
            />
          )
        )}
      </div>
    </div>
  );
}

/** Returns the viewer's shares in this browser; undefined while they are read. */
function useShares(id: string | undefined) {
  const { viewer } = useSignedIn();
  const [shares, setShares] = useState<Share[]>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once more at each turn
  useEffect(() => {
    let isOver = false;
    sharesOf(viewer.id, id).then(
      (read) => !isOver && setShares(read),
      // Storage is forbidden: nothing can be in it.
      () => !isOver && setShares([]),
    );
    return () => {
      isOver = true;
    };
  }, [viewer.id, id, turn]);
  return { shares, again: () => setTurn((before) => before + 1) };
}

/** Goes where a link of Atoll leads. Returns whether it leads to no page here. */
function useLink(link: string | undefined): boolean {
  const navigate = useNavigate();
  const path = link === undefined ? undefined : pathOfLink(link, location.origin);
  useEffect(() => {
    if (path) void navigate({ href: path, replace: true });
  }, [path, navigate]);
  return path === null;
}

interface LaunchedWindow {
  launchQueue?: {
    setConsumer(consumer: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
  };
}

/** Keeps the files that were opened with the app, as if they had been shared. */
function useOpenedFiles(onKept: () => void): void {
  const { viewer } = useSignedIn();
  const keep = useEffectEvent(async (opened: readonly { getFile(): Promise<File> }[]) => {
    const files = await Promise.all(opened.map((one) => one.getFile()));
    const share = makeShare({ id: uuidv7(), owner: viewer.id, now: Date.now(), files });
    if (!(await putShare(share))) throw new Error("Too much is waiting here already.");
    onKept();
  });
  useEffect(() => {
    const { launchQueue } = window as Window & LaunchedWindow;
    launchQueue?.setConsumer(({ files = [] }) => {
      if (files.length > 0) keep(files).catch(() => notify.error("The files could not be opened."));
    });
  }, []);
}

interface OneShareProps {
  share: Share;
  /** How many more wait. */
  others: number;
  onGone: () => void;
}

function OneShare({ share, others, onGone }: OneShareProps) {
  const signedIn = useSignedIn();
  const { viewer } = signedIn;
  const navigate = useNavigate();
  const chat = useOptionalChat();
  const drafts = draftsOf(signedIn);
  const [isTaken, setTaken] = useState(false);

  /** Puts it into a composer or a form, which opens. Files that do not fit there stay here. */
  async function take(tray: string, write: () => void, open: () => Promise<void>) {
    setTaken(true);
    if (asText(share) !== "") write();
    const uploads = uploadsOf(signedIn);
    const room = maxAttachments - uploads.tray(tray).length;
    if (share.files.length > 0) uploads.add(tray, share.files);
    const left = share.files.slice(Math.max(0, room));
    await (left.length > 0
      ? putShare({ ...share, title: "", text: "", files: left, leftOut: [] })
      : removeShare(share.id)
    ).catch((error: unknown) => console.info("What was shared is still kept", error));
    await open();
  }
  const toChat = (channelId: string) => {
    const place = writingPlace(channelId, null);
    return take(
      place,
      () => drafts.write(place, below(drafts.read(place), asText(share))),
      () => navigate({ to: "/chat/channel/$channelId", params: { channelId } }),
    );
  };
  const toForm = (subject: string, tray: string, body: "description" | "text", open: () => Promise<void>) =>
    take(tray, () => drafts.write(subject, intoDraft(drafts.read(subject), body, share)), open);
  async function discard() {
    await removeShare(share.id);
    onGone();
    notify.success("Discarded", {
      id: `discarded/${share.id}`,
      action: { label: "Undo", onClick: () => void putShare(share).then(onGone) },
    });
  }
  return (
    <>
      <Card
        title="From another app"
        action={
          <Button variant="ghost" size="sm" disabled={isTaken} onClick={() => void discard()}>
            Discard
          </Button>
        }
      >
        <Preview share={share} />
      </Card>
      {share.leftOut.map((text) => (
        <InlineAlert key={text} tone="notice">
          {text}
        </InlineAlert>
      ))}
      <Card title="Where does it go?">
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-2">
            {canCreateTasks(viewer) && (
              <Button
                icon={CircleCheckBig}
                disabled={isTaken}
                onClick={() =>
                  void toForm(`task-new/${viewer.id}`, newTaskTray, "description", () =>
                    navigate({ to: "/tasks", search: { new: "1" } }),
                  )
                }
              >
                New task
              </Button>
            )}
            <Button
              icon={Lightbulb}
              disabled={isTaken}
              onClick={() =>
                void toForm(newIdeaDraft(viewer.id), newIdeaTray, "text", () =>
                  navigate({ to: "/ideas/new" }),
                )
              }
            >
              New idea
            </Button>
          </div>
          {chat && (
            <ChatPlaces
              verb="Choose"
              nameOf={(title) => `Write in ${title}`}
              onChoose={({ id }) => !isTaken && void toChat(id)}
            />
          )}
          <p className="text-muted text-xs">Nothing is sent until you send it there.</p>
        </div>
      </Card>
      {others > 0 && (
        <p className="text-muted">
          {others === 1 ? "1 more thing that you shared is" : `${others} more things that you shared are`}{" "}
          waiting here. What nobody takes is deleted after a day.
        </p>
      )}
    </>
  );
}

/** On a phone, the question below stays in sight. */
const filesShown = 4;

function Preview({ share }: { share: Share }) {
  const text = asText(share);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {text !== "" && <p className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{text}</p>}
      {share.files.length > 0 && (
        <ul aria-label="Shared files" className="flex flex-wrap gap-2">
          {share.files.slice(0, filesShown).map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list stays as it is
            <SharedFile key={file.name + index} file={file} />
          ))}
          {share.files.length > filesShown && (
            <li className="self-center text-muted text-xs">and {share.files.length - filesShown} more</li>
          )}
        </ul>
      )}
    </div>
  );
}

function SharedFile({ file }: { file: File }) {
  const { icon: Icon } = fileKind({ mimeType: file.type, originalName: file.name });
  return (
    <li className="flex w-60 max-w-full items-center gap-2 rounded-md border bg-surface p-1.5 max-md:w-full">
      <span className="grid size-9 flex-none place-items-center rounded-sm bg-surface-sunken text-muted">
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 text-xs">
        <span className="block truncate font-semibold">{file.name}</span>
        <span className="block text-muted">{formatBytes(file.size)}</span>
      </span>
    </li>
  );
}
