import { canUseChat } from "@atoll/contract/chat/policy";
import { canOpenAdmin } from "@atoll/contract/permissions";
import { AtSign, Bookmark, MessagesSquare, Star } from "lucide-react";
import { useViewer } from "../../lib/use-session.tsx";
import { admin, adminPlaces } from "../navigation/admin-places.ts";
import { departmentHome, departmentSections } from "../navigation/department-places.ts";
import type { Place } from "../navigation/place.ts";
import { dashboard, settings, tools } from "../navigation/workspace-places.ts";
import type { Goal } from "./goal.ts";

/** The pages that the viewer may open. */
export function usePlaceGoals(onGo: (path: string) => void): Goal[] {
  const viewer = useViewer();
  const mayChat = canUseChat(viewer);
  const places: PlaceGoal[] = [
    dashboard,
    ...tools.filter(({ path }) => path !== "/chat" || mayChat),
    ...(mayChat ? chatPlaces : []),
    ...viewer.departments.flatMap((department) => [
      departmentHome(department),
      ...departmentSections(department.slug).map((place) => ({ ...place, note: department.name })),
    ]),
    ...(canOpenAdmin(viewer)
      ? [admin, ...adminPlaces.filter(({ canOpen }) => canOpen(viewer)).map(inAdmin)]
      : []),
    settings,
  ];
  return places.map(({ path, label, note, icon: Icon }) => ({
    id: path,
    label,
    note,
    also: note,
    mark: <Icon className="size-4 text-faint" />,
    run: () => onGo(path),
  }));
}

type PlaceGoal = Pick<Place, "path" | "label" | "icon"> & { note?: string };

const inAdmin = (place: Place): PlaceGoal => ({ ...place, note: admin.label });

const chatPlaces: readonly PlaceGoal[] = [
  { path: "/chat?view=mentions", label: "Mentions", note: "Chat", icon: AtSign },
  { path: "/chat?view=starred", label: "Starred", note: "Chat", icon: Star },
  { path: "/chat?view=threads", label: "Threads", note: "Chat", icon: MessagesSquare },
  { path: "/chat?view=saved", label: "Saved", note: "Chat", icon: Bookmark },
];
