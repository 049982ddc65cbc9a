import { chatRoutes } from "@atoll/contract/chat/routes";
import { isUuid } from "@atoll/contract/uuid";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { BoardScreen } from "../../features/brainstorm/board/board-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { call } from "../../lib/server/api-client.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";

/** /brainstorm/{id}, with `?note=` at one of its elements, and as a list with `?view=list`. */
export function BoardPage() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const boardId = pathname.split("/")[2] ?? "";
  const note: unknown = Reflect.get(search, "note");
  const isList = Reflect.get(search, "view") === "list";
  usePageTitle("Board");
  const channels = useQuery({
    queryKey: ["brainstorm", "channels"],
    queryFn: ({ signal }) => call(chatRoutes.listChannels, { query: {} }, { signal }),
    select: (answer) =>
      answer.channels.flatMap(({ id, name, type }) => (type === "DIRECT" || !name ? [] : [{ id, name }])),
    staleTime: 60_000,
    retry: false,
  }).data;
  const go = (href: string) => void navigate({ href });
  if (!isUuid(boardId)) return <MissingScreen />;
  return (
    <BoardScreen
      key={boardId}
      boardId={boardId}
      noteId={isUuid(note) ? note : null}
      isList={isList}
      onListChange={(next) => go(`/brainstorm/${boardId}${next ? "?view=list" : ""}`)}
      renderCrumbs={(title) => (
        <Breadcrumbs items={[{ label: "Brainstorm", link: <Link to="/brainstorm" /> }, { label: title }]} />
      )}
      channels={channels ?? []}
      onPost={async (channelId, content) => {
        await call(chatRoutes.postMessage, { params: { channelId }, body: { id: uuidv7(), content } });
      }}
      onOpenBoard={(id) => go(`/brainstorm/${id}`)}
      onClosed={() => go("/brainstorm")}
      onGo={go}
    />
  );
}
