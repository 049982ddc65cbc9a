import { type BoardTemplateName, boardTemplateNames } from "@atoll/contract/brainstorm/limits";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { BoardsOverview } from "../../features/brainstorm/overview/boards-overview.tsx";
import { boardSearch, type ShownBoards } from "../../features/brainstorm/overview/filter.ts";
import { NewBoardDialog } from "../../features/brainstorm/overview/new-board-dialog.tsx";
import { boardListShortcuts } from "../../features/brainstorm/overview/shortcuts.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { NewButton } from "../../ui/button/new-button.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { stringifySearch } from "../search-params.ts";

const addressOf = (boardId: string) => `/brainstorm/${boardId}`;

/** /brainstorm; with `?new=` and the name of a template, over the form of a new board. */
export function BoardsPage() {
  const navigate = useNavigate();
  const raw = useLocation({ select: ({ search }) => search });
  const shown = useMemo(() => boardSearch.read({ ...raw }), [raw]);
  const template = boardTemplateNames.find((name) => name === Reflect.get(raw, "new"));
  usePageTitle("Brainstorm");
  const go = (
    next: ShownBoards,
    { add, replace = false }: { add?: BoardTemplateName; replace?: boolean } = {},
  ) =>
    void navigate({
      href: `/brainstorm${stringifySearch({ ...boardSearch.write(next), ...(add ? { new: add } : {}) })}`,
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
        renderLink={(id) => <Link to={addressOf(id)} />}
        onNew={add}
      />
      {template && (
        <NewBoardDialog
          key={template}
          template={template}
          onClose={() => go(shown, { replace: true })}
          onCreated={(id) => void navigate({ href: addressOf(id), replace: true })}
        />
      )}
    </div>
  );
}
