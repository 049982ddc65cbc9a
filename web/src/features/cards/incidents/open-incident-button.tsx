import type { CardType } from "@atoll/contract/cards/schemas";
import { useNavigate } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { NewButton } from "../../../ui/button/new-button.tsx";
import { OpenIncidentDialog } from "./open-incident-dialog.tsx";

interface OpenIncidentButtonProps {
  type: CardType;
  department: string;
  /** The main action of the page. */
  isMain: boolean;
}

/** Opens an incident of a section, and goes to its page. */
export function OpenIncidentButton({ type, department, isMain }: OpenIncidentButtonProps) {
  const navigate = useNavigate();
  const [isOpening, setIsOpening] = useState(false);
  return (
    <>
      <NewButton
        label="Open Incident"
        icon={TriangleAlert}
        isMain={isMain}
        onClick={() => setIsOpening(true)}
      />
      {isOpening && (
        <OpenIncidentDialog
          type={type}
          slug={department}
          onClose={() => setIsOpening(false)}
          onOpened={(incidentId) =>
            void navigate({
              to: "/$department/$section/incidents/$incidentId",
              params: { department, section: type.slug, incidentId },
            })
          }
        />
      )}
    </>
  );
}
