import { usePageTitle } from "../../lib/page/page-title.ts";
import { AccessDeniedState } from "../../ui/state/access-denied-state.tsx";
import { useGoBack } from "../navigation/use-go-back.ts";

/** In place of a page that is not for this person. */
export function AccessDeniedScreen({ text }: { text: string }) {
  const goBack = useGoBack();
  usePageTitle("Access Denied");
  return (
    <div className="grid min-h-full place-items-center">
      <AccessDeniedState onBack={goBack} text={text} />
    </div>
  );
}
