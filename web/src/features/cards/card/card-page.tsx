import type { Card, OpenCard } from "@atoll/contract/cards/schemas";
import { CircleCheckBig, GitMerge, Pencil, Pin, PinOff } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { GitLinks } from "../../../capabilities/git-links/git-links.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { LinkButtons } from "../../../ui/button/link-buttons.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useCard } from "../data/api.ts";
import { cardChanges } from "../data/changes.ts";
import { hasStages, stageOf, stageTone } from "../data/words.ts";
import { SpentBar } from "../spent-bar.tsx";
import { MergeDialog } from "../tools/merge-dialog.tsx";
import { TaskDialog } from "../tools/task-dialog.tsx";
import { Tools } from "../tools/tools.tsx";
import { Triage } from "../tools/triage.tsx";
import { CardLink, type Opening } from "../views/card-link.tsx";
import { CardDrawer } from "./card-drawer.tsx";
import { CardHistory } from "./card-history.tsx";
import { CardLinks } from "./card-links.tsx";
import { Checklists } from "./checklists.tsx";
import { EarlierValues } from "./earlier-values.tsx";
import { FieldList, TextBlocks } from "./field-list.tsx";

/** A card as a page to read: its fields, text, checklists, comments and history. */
export function CardPage({
  cardId,
  opening,
  onGone,
}: {
  cardId: string;
  opening: Opening;
  onGone: () => void;
}) {
  const query = useCard(cardId);
  if (query.data)
    return (
      <>
        {query.isGone && <LoadState query={query} />}
        {/* Not taken away: a form that is open over it keeps what was typed. */}
        <div hidden={query.isGone}>
          <Opened open={query.data} opening={opening} onGone={onGone} />
        </div>
      </>
    );
  if (query.error) return <LoadState query={query} failure="Failed to load the card" />;
  return <RowSkeletons label="Loading the card" mark={28} rowClassName="py-2" />;
}

const nobody = { mentions: [], mentionsAll: null };

function Opened({ open, opening, onGone }: { open: OpenCard; opening: Opening; onGone: () => void }) {
  const { card, type, merged } = open;
  const viewer = useViewer();
  const [dialog, setDialog] = useState<"edit" | "merge" | "task">();
  const close = () => setDialog(undefined);
  const stage = stageOf(type, card);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_300px]">
      <article className="min-w-0 rounded-lg border bg-surface-raised shadow-1">
        <header className="flex flex-wrap items-center gap-2 border-b px-5 py-3">
          <div className="min-w-0 flex-1">
            <h2 className="truncate font-semibold text-lg">{card.title}</h2>
            {hasStages(type) && <Badge tone={stageTone(type, stage)}>{stage?.name}</Badge>}
          </div>
          <CardActions card={card} onDialog={setDialog} tools={type.options.tools} />
        </header>
        <div className="flex flex-col gap-5 p-5">
          {card.mergedIntoId !== null && (
            <InlineAlert tone="info">
              This was merged into{" "}
              <CardLink cardId={card.mergedIntoId} opening={opening} className="font-semibold underline">
                another {type.singular}
              </CardLink>
              .
            </InlineAlert>
          )}
          {card.reason !== "" && (
            <p className="text-muted text-sm">
              {stage?.name}: {card.reason}
            </p>
          )}
          {type.options.tools.includes("triage") && (
            <Triage
              card={card}
              type={type}
              isNew={stage?.id === type.stages[0]?.id}
              onDuplicate={() => setDialog("merge")}
            />
          )}
          <SpentBar card={card} type={type} />
          <FieldList open={open} />
          <TextBlocks card={card} type={type} />
          <EarlierValues card={card} type={type} />
          {card.body !== "" && (
            <WrittenText
              className="max-w-[72ch] text-sm leading-relaxed wrap-anywhere"
              content={card.body}
              calls={nobody}
              viewerId={viewer.id}
            />
          )}
          <Checklists open={open} />
          {merged.length > 0 && (
            <section aria-label="Merged">
              <h3 className="mb-1 font-semibold text-sm">Merged into this {type.singular}</h3>
              <ul className="flex flex-col gap-1 text-sm">
                {merged.map(({ id, title }) => (
                  <li key={id}>
                    <CardLink cardId={id} opening={opening}>
                      {title}
                    </CardLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <CardLinks card={card} />
          {type.options.tools.includes("triage") && <GitLinks subject={{ kind: "card", id: card.id }} />}
          <Comments subject={{ kind: "card", id: card.id }} />
        </div>
      </article>
      <aside aria-label={`About this ${type.singular}`} className="flex min-w-0 flex-col gap-4">
        <Tools open={open} />
        <section className="rounded-lg border bg-surface-raised p-4 shadow-1">
          <CardHistory cardId={card.id} type={type} />
        </section>
      </aside>
      {dialog === "edit" && <CardDrawer cardId={card.id} onClose={close} onGone={onGone} />}
      {dialog === "merge" && (
        <MergeDialog card={card} type={type} onClose={close} onMerged={opening.onOpen} />
      )}
      {dialog === "task" && <TaskDialog card={card} onClose={close} />}
    </div>
  );
}

function CardActions({
  card,
  tools,
  onDialog,
}: {
  card: Card;
  tools: OpenCard["type"]["options"]["tools"];
  onDialog: (dialog: "edit" | "merge" | "task") => void;
}) {
  const queue = useChanges(cardChanges);
  return (
    <div className="flex flex-none items-center gap-1">
      <IconButton
        icon={card.isPinned ? PinOff : Pin}
        label={card.isPinned ? "Unpin from the overview" : "Pin to the overview"}
        onClick={() =>
          queue.change({
            about: [card.id],
            title: card.title,
            said: card.isPinned ? `${card.title} unpinned` : `${card.title} pinned to the overview`,
            change: { act: "change", set: { isPinned: !card.isPinned } },
          })
        }
      />
      <LinkButtons thing={{ title: card.title, path: window.location.pathname }} />
      {tools.includes("merge") && (
        <IconButton icon={GitMerge} label="Merge into another" onClick={() => onDialog("merge")} />
      )}
      {tools.includes("task") && (
        <IconButton icon={CircleCheckBig} label="Create a task" onClick={() => onDialog("task")} />
      )}
      <Button icon={Pencil} onClick={() => onDialog("edit")}>
        Edit
      </Button>
    </div>
  );
}
