import { canWriteAnnouncements } from "@atoll/contract/announcements/policy";
import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { canManageOnboarding } from "@atoll/contract/onboarding/policy";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import {
  Bookmark,
  BookOpen,
  CalendarPlus,
  CirclePlus,
  CircleQuestionMark,
  CopyPlus,
  Lightbulb,
  ListChecks,
  Map as MapIcon,
  Megaphone,
  Rocket,
  Route,
  Shapes,
} from "lucide-react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../capabilities/people/person-avatar.tsx";
import { useCachedPeople } from "../../capabilities/people/use-cached-people.ts";
import { useViews } from "../../capabilities/saved-views/use-views.ts";
import { useOwnSections } from "../../features/cards/data/own-sections.ts";
import { useTemplates } from "../../features/tasks/data/use-templates.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { DepartmentDot } from "../../ui/badge/department-badge.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import type { AreaGoalsProps, Goal } from "./goal.ts";

type Go = AreaGoalsProps["onGo"];

/** Palette entries of the areas that need no search of their own, in the order of the navigation. */
export function AreaGoals({ text, onGo, children }: AreaGoalsProps) {
  return children({
    found: [{ title: "Tasks", goals: useTasksOf(text, onGo) }],
    places: [
      goal(onGo, "ideas roadmap", "Roadmap of ideas", MapIcon, "/ideas/roadmap"),
      goal(onGo, "ideas shipped", "What shipped", Rocket, "/ideas/shipped"),
      ...useViewGoals("ideas", "Ideas", startOfIdeas, onGo),
      ...useViewGoals("tasks", "Tasks", () => "/tasks?view=list&", onGo),
      ...useViewGoals("questions", "Community FAQs", () => "/community-faqs?", onGo),
      ...useViewGoals("knowledge:faq", "FAQ", () => "/knowledge-base/faq?", onGo),
      ...useViewGoals("knowledge:sop", "SOPs", () => "/knowledge-base/sop?", onGo),
      ...useViewGoals("knowledge:articles", "Articles", () => "/knowledge-base/articles?", onGo),
      ...useSectionGoals(onGo),
    ],
    actions: [...useBeginnings(onGo), ...useTemplateGoals(onGo)],
    error: null,
    isSearching: false,
  });
}

function goal(onGo: Go, id: string, label: string, Icon: IconType, path: string): Goal {
  return { id, label, mark: <Icon className="size-4 text-faint" />, run: () => onGo(path) };
}

/** Begins whatever the viewer may create. */
function useBeginnings(onGo: Go): Goal[] {
  const viewer = useViewer();
  const begin = (id: string, label: string, icon: IconType, path: string) =>
    goal(onGo, id, label, icon, path);
  return [
    begin("new idea", "New idea", Lightbulb, "/ideas/new"),
    ...(canCreateTasks(viewer) ? [begin("new task", "New task", CirclePlus, "/tasks?new=1")] : []),
    begin("new board", "New board", Shapes, "/brainstorm?new=blank"),
    begin("new event", "New event", CalendarPlus, "/calendar?new=1"),
    ...(canWriteAnnouncements(viewer)
      ? [begin("new announcement", "New announcement", Megaphone, "/announcements?new=1")]
      : []),
    begin("ask question", "Ask a question", CircleQuestionMark, "/community-faqs/ask"),
    ...(canWriteKnowledge(viewer)
      ? [
          begin("new article", "New article", BookOpen, "/knowledge-base/articles?new=1"),
          begin("new sop", "New SOP", ListChecks, "/knowledge-base/sop?new=1"),
          begin("new faq answer", "New FAQ answer", CircleQuestionMark, "/knowledge-base/faq?new=1"),
        ]
      : []),
    ...(canManageOnboarding(viewer)
      ? [
          begin("start path", "Start an onboarding path", Route, "/knowledge-base/onboarding?new=start"),
          begin("new path", "New onboarding path", Route, "/knowledge-base/onboarding?new=path"),
        ]
      : []),
  ];
}

/** A new task from each template that the viewer may use. */
function useTemplateGoals(onGo: Go): Goal[] {
  const viewer = useViewer();
  const { data } = useTemplates();
  if (!canCreateTasks(viewer)) return [];
  return (data?.templates ?? []).map(({ id, name, departmentId }) => ({
    ...goal(onGo, `template ${id}`, `New task from ${name}`, CopyPlus, `/tasks?new=${id}`),
    note: viewer.departments.find((one) => one.id === departmentId)?.name,
    also: "template",
  }));
}

/** Fewer letters fit too many names. */
const minNameLength = 3;
const maxPeople = 2;

/** The tasks of a colleague, by a name or "tasks of" a name. */
function useTasksOf(text: string, onGo: Go): Goal[] {
  const name = text.trim().replace(/^tasks?\s+((of|for)\s+)?/i, "");
  return useCachedPeople(name.length < minNameLength ? "" : name, maxPeople).map((person) => ({
    id: `tasks of ${person.id}`,
    label: `Tasks of ${authorName(person)}`,
    mark: <PersonAvatar person={person} decorative size={24} />,
    run: () => onGo(`/tasks?view=list&assignee=${person.id}`),
  }));
}

/** The sections that were added to the viewer's departments. Those that come with Atoll are among the places. */
function useSectionGoals(onGo: Go): Goal[] {
  const { departments } = useViewer();
  const { data } = useOwnSections();
  return departments.flatMap(({ id, slug, name }) =>
    (data?.sections ?? [])
      .filter(({ departmentId }) => departmentId === id)
      .map(({ path, name: label }) => ({
        id: `section ${path}`,
        label,
        note: name,
        also: name,
        mark: <DepartmentDot department={slug} />,
        run: () => onGo(path),
      })),
  );
}

/**
 * The viewer's saved views of a page.
 * @param startOf returns the beginning of the address that shows these filters, such as `/tasks?view=list&`.
 */
function useViewGoals(
  place: string,
  page: string,
  startOf: (filters: URLSearchParams) => string,
  onGo: Go,
): Goal[] {
  const { data } = useViews(place);
  return (data ?? []).map(({ id, name, query }) => ({
    id: `view ${id}`,
    label: name,
    note: `View of ${page}`,
    also: "view",
    mark: <Bookmark className="size-4 text-faint" />,
    run: () => onGo(`${startOf(new URLSearchParams(query))}saved=${id}&${query}`),
  }));
}

/** A view of ideas says whether it is the list, the board or the roadmap. */
function startOfIdeas(filters: URLSearchParams): string {
  const page = filters.get("page");
  return page === "board" || page === "roadmap" ? `/ideas/${page}?` : "/ideas?";
}
