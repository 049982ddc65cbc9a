import { canUseChat } from "@atoll/contract/chat/policy";
import type { Hit, HitDetail } from "@atoll/contract/search/hit-schemas";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMemo, useState } from "react";
import { channelSubtitle, channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import { useChannels } from "../../features/chat/session/use-channels.ts";
import { readShown, writeShown } from "../../features/search/data/shown.ts";
import type { SearchPlace } from "../../features/search/filters/channel-choice.tsx";
import { SearchScreen } from "../../features/search/search-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { showLoadFailure } from "../../ui/toast/load-failure.ts";
import { PageHeader } from "../page/page-header.tsx";
import { AroundMessage } from "./around-message.tsx";
import { useOpenHit } from "./use-open-hit.tsx";

const route = getRouteApi("/workspace/search");
const viewerPart = lazyPart(() => import("../../capabilities/files/viewer/attachment-viewer.tsx"));
type FileDetail = Extract<HitDetail, { kind: "file" }>;
const noPlaces: readonly SearchPlace[] = [];

/** /search?q=: everything that one may read. Specification, section 2. */
export function SearchPage() {
  // Without permission for chat there are no chats to filter by or to query.
  return canUseChat(useViewer()) ? <WithChats /> : <Search places={noPlaces} />;
}

function WithChats() {
  const { data: channels } = useChannels();
  const places = useMemo(
    () =>
      channels?.map(
        (channel): SearchPlace => ({
          id: channel.id,
          name: channelTitle(channel),
          also: channel.peers.map(({ name }) => name).join(" "),
          detail: channelSubtitle(channel),
          isChannel: channel.type !== "DIRECT",
        }),
      ) ?? noPlaces,
    [channels],
  );
  return <Search places={places} />;
}

function Search({ places }: { places: readonly SearchPlace[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shown = useMemo(() => readShown(search), [search]);
  const goTo = useOpenHit();
  const [file, setFile] = useState<FileDetail | null>(null);
  const viewer = useLazyPart(viewerPart, file !== null, () => {
    setFile(null);
    showLoadFailure();
  });
  usePageTitle(shown.q.trim() ? `${shown.q.trim()} - Search` : "Search");

  function open(hit: Hit) {
    // A file that can be shown is, where it was found.
    if (hit.detail.kind === "file" && hit.detail.attachment.preview !== null) setFile(hit.detail);
    else goTo(hit);
  }
  return (
    <>
      <SearchScreen
        shown={shown}
        places={places}
        onOpen={open}
        onChange={(next, { isTyping }) => {
          // Going back leaves a search, not one letter of it.
          void navigate({ search: writeShown(next), replace: isTyping, resetScroll: false });
        }}
        renderHeader={(found, actions) => <PageHeader title="Search" aside={found} actions={actions} />}
        renderAround={renderAround}
      />
      {viewer && file && (
        <viewer.AttachmentViewer
          attachments={[file.attachment]}
          shownId={file.attachment.id}
          place={{ id: file.attachment.id, ...file.passage }}
          onShow={() => undefined}
          onClose={() => setFile(null)}
        />
      )}
    </>
  );
}

function renderAround(hit: Hit): ReactNode | undefined {
  const { detail } = hit;
  if (detail.kind !== "message" || detail.parentId !== null) return undefined;
  return (
    <AroundMessage messageId={hit.id} marked={hit.text} channelId={detail.channel.id} seq={detail.seq} />
  );
}
