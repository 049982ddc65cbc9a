import { Activity, Calendar, CircleCheckBig, LayoutGrid, Megaphone } from "lucide-react";
import { Card } from "../../ui/layout/card.tsx";

const panels = [
  {
    icon: Megaphone,
    label: "Announcements",
    text: "The first three that concern you, and how many are unread.",
  },
  {
    icon: CircleCheckBig,
    label: "My Tasks",
    text: "What is assigned to you and not done, with its due date.",
  },
  { icon: Calendar, label: "Today's Events", text: "What is on today, from the first meeting to the last." },
  {
    icon: Activity,
    label: "Recent Activity",
    text: "What happened across chat, tasks and announcements, newest first.",
  },
  { icon: LayoutGrid, label: "Your own cards", text: "Lists you add yourself and place where you like." },
];

/** Says what will stand here, so that an almost empty dashboard is not taken for a broken one. */
export function ComingPanels({ className }: { className?: string }) {
  return (
    <Card className={className} icon={LayoutGrid} title="Not here yet">
      <p className="mb-3 text-muted">
        The dashboard grows with the workspace. These panels are still to come:
      </p>
      <ul className="flex flex-col gap-3">
        {panels.map(({ icon: Icon, label, text }) => (
          <li className="flex gap-3" key={label}>
            <Icon className="mt-0.5 size-4 text-faint" />
            <div>
              <p className="font-medium">{label}</p>
              <p className="text-muted text-xs">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
