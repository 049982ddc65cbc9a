-- Mails that a mail server took, and reported as not delivered later.

ALTER TABLE mails DROP CONSTRAINT mails_state_check;
ALTER TABLE mails ADD CONSTRAINT mails_state_check
  CHECK (state IN ('waiting', 'sent', 'bounced', 'failed', 'dropped'));
-- The report says that there is no such address.
ALTER TABLE mails ADD COLUMN is_hard_bounce boolean NOT NULL DEFAULT false;
CREATE INDEX mails_hard_bounces ON mails (user_id, address) WHERE is_hard_bounce;

-- The address was not refused, but several mails to it came back. Its server takes every mail at first, so a mail that
-- was taken says nothing.
ALTER TABLE mail_refusals ADD COLUMN is_by_reports boolean NOT NULL DEFAULT false;
