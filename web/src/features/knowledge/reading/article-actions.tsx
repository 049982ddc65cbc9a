import { articleLink } from "@atoll/contract/knowledge/links";
import { canManageKnowledge } from "@atoll/contract/knowledge/policy";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Bell, Ellipsis, Pencil, Star } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { useExportThing } from "../../../capabilities/export/use-export-thing.tsx";
import { setFollowing } from "../../../capabilities/votes/wire.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { linkEntries } from "../../../ui/popup/link-entries.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { starArticle } from "../data/api.ts";
import { pageChanges } from "../data/changes.ts";
import { keys } from "../data/keys.ts";
import { knowledgeShortcuts } from "../shortcuts.ts";
import { useExport, useWordExport } from "../transfer/transfer-menu.tsx";

interface ArticleActionsProps {
  article: OpenArticle;
  onEdit: () => void;
  onSettings: () => void;
}

/** Actions on a page that the viewer may take. */
export function ArticleActions({ article, onEdit, onSettings }: ArticleActionsProps) {
  const changes = useChanges(pageChanges);
  const [isArchiving, setArchiving] = useState(false);
  const isArchived = article.state === "archived";
  const archive = useMutation({
    mutationFn: () =>
      changes.run({
        about: [article.id],
        title: `“${article.title}”`,
        said: isArchived ? "Page restored" : "Page archived",
        change: { act: isArchived ? "unarchive" : "archive" },
      }),
    onSuccess: () => setArchiving(false),
    onError: (error) => isArchived && notify.error(errorMessage(error)),
  });
  const exporting = useExport();
  const word = useWordExport(article.id);
  const viewer = useViewer();
  const { openExport, exportDialog } = useExportThing({
    kind: "pages",
    id: article.id,
    name: article.title,
  });
  const star = useOwnMark(article, "isStarred", (isOn) => starArticle(article.id, isOn));
  const follow = useOwnMark(article, "isFollowed", (isOn) =>
    setFollowing({ kind: "article", id: article.id }, isOn),
  );
  useShortcut(knowledgeShortcuts.edit, () => article.canEdit && onEdit());
  return (
    <>
      {article.version !== null && (
        <span className="flex items-center max-md:hidden">
          <IconButton
            icon={Star}
            label={star.isOn ? "Remove star" : "Star"}
            pressed={star.isOn}
            onClick={star.toggle}
            className={star.isOn ? "[&_svg]:fill-current" : ""}
          />
          <IconButton
            icon={Bell}
            label={follow.isOn ? "Stop following" : "Follow"}
            pressed={follow.isOn}
            onClick={follow.toggle}
          />
        </span>
      )}
      {article.canEdit && (
        <Button size="sm" icon={Pencil} onClick={onEdit}>
          {article.draft ? "Open draft" : "Edit"}
        </Button>
      )}
      <Menu
        label="More"
        align="end"
        trigger={<IconButton icon={Ellipsis} label="More" />}
        items={[
          ...linkEntries({ title: article.title, path: articleLink(article) }).map(
            ({ icon: _, ...entry }) => entry,
          ),
          ...(article.version === null
            ? []
            : [
                { label: star.isOn ? "Remove star" : "Star", onSelect: star.toggle },
                { label: follow.isOn ? "Stop following" : "Follow", onSelect: follow.toggle },
              ]),
          { label: "Print or save as PDF", onSelect: () => window.print() },
          ...(article.version === null || isArchived
            ? []
            : [
                { label: "Export as Word", disabled: word.isPending, onSelect: () => word.mutate(false) },
                ...(article.kind === "article"
                  ? [
                      {
                        label: "Export as Word with pages below",
                        disabled: word.isPending,
                        onSelect: () => word.mutate(true),
                      },
                    ]
                  : []),
              ]),
          ...(article.version === null
            ? []
            : [{ label: "Export as Markdown", onSelect: () => exporting.mutate(article.id) }]),
          ...(article.kind === "article" &&
          article.version !== null &&
          !isArchived &&
          canManageKnowledge(viewer)
            ? [{ label: "Export with pages below", onSelect: openExport }]
            : []),
          ...(article.canEdit ? [{ label: "Owner, readers and review", onSelect: onSettings }] : []),
          ...(article.canGovern && article.version !== null
            ? [
                {
                  label: isArchived ? "Bring back" : "Archive",
                  danger: !isArchived,
                  onSelect: () => (isArchived ? archive.mutate() : setArchiving(true)),
                },
              ]
            : []),
        ]}
      />
      {exportDialog}
      {isArchiving && (
        <ConfirmDialog
          onClose={() => setArchiving(false)}
          title="Archive this page?"
          verb="Archive"
          loading={archive.isPending}
          error={archive.error ? errorMessage(archive.error) : undefined}
          onConfirm={() => archive.mutate()}
        >
          Its readers no longer see it. Its versions and comments stay, and you can restore it.
        </ConfirmDialog>
      )}
    </>
  );
}

/** A mark that the viewer alone sees on a page: shown at once, and taken back where the server refuses it. */
function useOwnMark(
  article: OpenArticle,
  name: "isStarred" | "isFollowed",
  send: (isOn: boolean) => Promise<unknown>,
): { isOn: boolean; toggle: () => void } {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: send,
    scope: { id: `${name} ${article.id}` },
    async onSuccess(_answer, isOn) {
      queryClient.setQueryData<OpenArticle>(
        keys.open(article.id),
        (there) => there && { ...there, [name]: isOn },
      );
      await Promise.all(
        [keys.overview, keys.lists].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    onError: (error) => notify.error(errorMessage(error)),
  });
  const isOn = change.isPending ? change.variables : article[name];
  return { isOn, toggle: () => change.mutate(!isOn) };
}
