import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, CalendarDays, CircleCheckBig, Hash, Megaphone, User } from "lucide-react";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { keys } from "../data/keys.ts";

const icons: Readonly<Record<string, IconType>> = {
  article: BookOpen,
  task: CircleCheckBig,
  channel: Hash,
  person: User,
  announcement: Megaphone,
  event: CalendarDays,
};

/** Something in the workspace, named as this reader may see it. What they may not read says only that. */
export function ArticleCardRow({ kind, id }: { kind: string; id: string }) {
  const of = `${kind}:${id}`;
  // Guests are told no names.
  const { isGuest } = useViewer();
  const { data, isPending } = useQuery({
    enabled: !isGuest,
    queryKey: keys.card(of),
    queryFn: async ({ signal }) => (await call(routes.getArticleCards, { query: { of } }, { signal })).items,
  });
  const card = data?.[0];
  const Icon = icons[kind] ?? BookOpen;
  const look = "flex min-h-11 items-center gap-3 rounded-md border bg-surface-raised px-3.5 py-2";
  if (!card)
    return (
      <p data-unquoted="" className={`${look} text-muted`}>
        <Icon aria-hidden="true" className="size-4 flex-none" />
        {isPending && !isGuest ? "…" : "This does not exist, or you cannot see it."}
      </p>
    );
  return (
    <a data-unquoted="" href={card.link} className={`${look} hover:bg-surface-hover`}>
      <Icon aria-hidden="true" className="size-4 flex-none text-faint" />
      <span className="min-w-0 truncate font-medium">{card.title}</span>
    </a>
  );
}
