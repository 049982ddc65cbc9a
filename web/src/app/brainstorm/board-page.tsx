import { chatRoutes } from "@atoll/contract/chat/routes";
import { isUuid } from "@atoll/contract/uuid";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { BoardScreen } from "../../features/brainstorm/board/board-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { call } from "../../lib/server/api-client.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";

const route = getRouteApi("/workspace/brainstorm/$boardId");

/** /brainstorm/{id}, with `?note=` at one of its elements, and as a list with `?view=list`. */
export function BoardPage() {
  const navigate = useNavigate();
  const { boardId } = route.useParams();
  const { note, view } = route.useSearch();
  usePageTitle("Board");
  const channels = useQuery({
    queryKey: ["brainstorm", "channels"],
    queryFn: ({ signal }) => call(chatRoutes.listChannels, { query: {} }, { signal }),
    select: (answer) =>
      answer.channels.flatMap(({ id, name, type }) => (type === "DIRECT" || !name ? [] : [{ id, name }])),
    staleTime: 60_000,
    retry: false,
  }).data;
  const goTo = (id: string, search: { view?: "list" } = {}) =>
    void navigate({ to: "/brainstorm/$boardId", params: { boardId: id }, search });
  if (!isUuid(boardId)) return <MissingScreen />;
  return (
    <BoardScreen
      key={boardId}
      boardId={boardId}
      noteId={isUuid(note) ? note : null}
      isList={view === "list"}
      onListChange={(next) => goTo(boardId, next ? { view: "list" } : {})}
      renderCrumbs={(title) => (
        <Breadcrumbs items={[{ label: "Brainstorm", link: <Link to="/brainstorm" /> }, { label: title }]} />
      )}
      channels={channels ?? []}
      onPost={async (channelId, content) => {
        await call(chatRoutes.postMessage, { params: { channelId }, body: { id: uuidv7(), content } });
      }}
      onOpenBoard={(id) => goTo(id)}
      onClosed={() => void navigate({ to: "/brainstorm" })}
      onGo={(href) => void navigate({ href })}
    />
  );
}
