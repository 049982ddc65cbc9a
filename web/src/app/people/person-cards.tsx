import { PersonCards as Cards } from "../../capabilities/people/card/person-card.tsx";
import { PersonActions } from "./person-actions.tsx";

/** The cards of people, with what the workspace can do with one. */
export function PersonCards() {
  return <Cards actions={(personId, close) => <PersonActions personId={personId} onDone={close} />} />;
}
