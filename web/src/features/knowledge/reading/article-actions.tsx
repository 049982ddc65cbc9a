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
import { Menu } from "../../../ui/popup/menu.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { ArticleSettings } from "../article-settings.tsx";
import { pageChanges } from "../data/changes.ts";
import { knowledgeShortcuts } from "../shortcuts.ts";
import { useExport } from "../transfer/transfer-menu.tsx";

/** Actions on a page that the viewer may take. */
export function ArticleActions({ article, onEdit }: { article: OpenArticle; onEdit: () => void }) {
  const changes = useChanges(pageChanges);
  const [asked, setAsked] = useState<"archive" | "settings" | null>(null);
  const isArchived = article.state === "archived";
  const archive = useMutation({
    mutationFn: () =>
      changes.run({
        about: [article.id],
        title: `“${article.title}”`,
        said: isArchived ? "Page restored" : "Page archived",
        change: { act: isArchived ? "unarchive" : "archive" },
      }),
    onSuccess: () => setAsked(null),
    onError: (error) => isArchived && notify.error(errorMessage(error)),
  });
  const exporting = useExport();
  useShortcut(knowledgeShortcuts.edit, () => article.canEdit && onEdit());
  const link = `${location.origin}${articleLink(article)}`;
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
          { label: "Copy link", onSelect: () => copyText(link, "Link copied") },
          { label: "Print", onSelect: () => window.print() },
          ...(article.version === null
            ? []
            : [{ label: "Export as Markdown", onSelect: () => exporting.mutate(article.id) }]),
          ...(article.canEdit
            ? [{ label: "Owner, readers and review", onSelect: () => setAsked("settings") }]
            : []),
          ...(article.canGovern && article.version !== null
            ? [
                {
                  label: isArchived ? "Bring back" : "Archive",
                  danger: !isArchived,
                  onSelect: () => (isArchived ? archive.mutate() : setAsked("archive")),
                },
              ]
            : []),
        ]}
      />
      {asked === "settings" && <ArticleSettings article={article} onClose={() => setAsked(null)} />}
      {asked === "archive" && (
        <ConfirmDialog
          onClose={() => setAsked(null)}
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
