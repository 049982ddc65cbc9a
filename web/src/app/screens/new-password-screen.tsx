import { errorTexts } from "@atoll/contract/errors/error-texts";
import { noticeText } from "@atoll/contract/identity/notices";
import { PasswordForm } from "../../features/identity/password-card.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { HeldBackFrame } from "./held-back-frame.tsx";

/** In place of everything else, for somebody whose way of signing in an administrator has changed. */
export function NewPasswordScreen() {
  const { notices } = useViewer();
  usePageTitle("New password");
  return (
    <HeldBackFrame>
      <section className="flex flex-col gap-4 rounded-xl border bg-surface-raised p-5 shadow-2 md:p-6">
        <h1 className="type-page">Choose a new password</h1>
        <InlineAlert tone="info">
          <p>{errorTexts.new_password_required}</p>
          {notices.map((notice) => (
            <p key={notice.id}>{noticeText(notice)}</p>
          ))}
        </InlineAlert>
        <PasswordForm />
      </section>
    </HeldBackFrame>
  );
}
