import { MailScreen } from "../../features/mail/mail-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/mail */
export function MailPage() {
  usePageTitle("Mail");
  return <MailScreen />;
}
