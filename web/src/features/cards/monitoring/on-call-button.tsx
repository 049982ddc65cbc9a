import { Phone } from "lucide-react";
import { useState } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { Button } from "../../../ui/button/button.tsx";
import { handoverOf, nameOf, personOf, useOnCall } from "./on-call-api.ts";
import { OnCallDrawer } from "./on-call-drawer.tsx";

/** Opens who is on call for a department. With `showsNow` it also says who that is. */
export function OnCallButton({ slug, showsNow = false }: { slug: string; showsNow?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const viewer = useViewer();
  const name = viewer.departments.find((one) => one.slug === slug)?.name ?? slug;
  const open = () => setIsOpen(true);
  return (
    <>
      {showsNow ? (
        <NowButton slug={slug} onClick={open} />
      ) : (
        <Button size="sm" variant="ghost" icon={Phone} onClick={open}>
          On call
        </Button>
      )}
      {isOpen && <OnCallDrawer slug={slug} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NowButton({ slug, onClick }: { slug: string; onClick: () => void }) {
  const { data: plan } = useOnCall(slug);
  const now = useNow().getTime();
  const shift = plan?.shifts.find(
    ({ startsAt, endsAt }) => Date.parse(startsAt) <= now && Date.parse(endsAt) > now,
  );
  const person = plan && shift && personOf(plan, shift.personId);
  if (!plan || !shift || !person)
    return (
      <Button variant="ghost" icon={Phone} onClick={onClick}>
        {plan ? "Nobody on call" : "On call"}
      </Button>
    );
  return (
    <Button variant="ghost" onClick={onClick}>
      <span className="flex items-center gap-2">
        <PersonAvatar person={person} size={24} decorative />
        <span className="truncate max-md:sr-only">
          {nameOf(plan, shift.personId)}
          <span className="text-muted"> on call until {handoverOf(shift.endsAt)}</span>
        </span>
        {/* A phone has room for the name of the department next to it. */}
        <span aria-hidden="true" className="text-muted md:hidden">
          On call
        </span>
      </span>
    </Button>
  );
}
