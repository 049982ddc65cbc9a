import { type BoardTemplateName, boardTemplateNames } from "@atoll/contract/brainstorm/limits";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { BoardsOverview } from "../../features/brainstorm/overview/boards-overview.tsx";
import { boardSearch, type ShownBoards } from "../../features/brainstorm/overview/filter.ts";
import { NewBoardDialog } from "../../features/brainstorm/overview/new-board-dialog.tsx";
import { boardListShortcuts } from "../../features/brainstorm/overview/shortcuts.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { NewButton } from "../../ui/button/new-button.tsx";
import { PageHeader } from "../page/page-header.tsx";

const toBoard = (boardId: string) => ({ to: "/brainstorm/$boardId", params: { boardId } }) as const;

/** /brainstorm; with `?new=` and the name of a template, over the form of a new board. */
export function BoardsPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: "/workspace/brainstorm" });
  const shown = useMemo(() => boardSearch.read(search), [search]);
  const template = boardTemplateNames.find((name) => name === search.new);
  usePageTitle("Brainstorm");
  const go = (
    next: ShownBoards,
    { add, replace = false }: { add?: BoardTemplateName; replace?: boolean } = {},
  ) =>
    void navigate({
      to: "/brainstorm",
      search: { ...boardSearch.write(next), new: add },
      replace,
      resetScroll: false,
    });
  const add = (name: BoardTemplateName = "blank") => go(shown, { add: name });
  useShortcut(boardListShortcuts.add, () => add());
  return (
    <div className="page-pad">
      <PageHeader title="Brainstorm" actions={<NewButton label="New Board" onClick={() => add()} />} />
      <BoardsOverview
        shown={shown}
        // Going back leaves a text, not one letter of it.
        onShownChange={(next) => go(next, { replace: shown.text !== "" && next.text !== shown.text })}
        renderLink={(id) => <Link {...toBoard(id)} />}
        onNew={add}
      />
      {template && (
        <NewBoardDialog
          key={template}
          template={template}
          onClose={() => go(shown, { replace: true })}
          onCreated={(id) => void navigate({ ...toBoard(id), replace: true })}
        />
      )}
    </div>
  );
}
