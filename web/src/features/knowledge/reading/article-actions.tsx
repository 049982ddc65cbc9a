import { articleLink } from "@atoll/contract/knowledge/links";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis, Pencil } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { linkEntries } from "../../../ui/popup/link-entries.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { pageChanges } from "../data/changes.ts";
import { knowledgeShortcuts } from "../shortcuts.ts";
import { useExport } from "../transfer/transfer-menu.tsx";

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
  useShortcut(knowledgeShortcuts.edit, () => article.canEdit && onEdit());
  return (
    <>
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
          { label: "Print", onSelect: () => window.print() },
          ...(article.version === null
            ? []
            : [{ label: "Export as Markdown", onSelect: () => exporting.mutate(article.id) }]),
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
