-- Logout tokens of the last minutes: a sign-in that the provider had started before one of them, and that is on its way here,
-- gets no session.
CREATE TABLE single_sign_on_logouts (
  id uuid PRIMARY KEY,
  issuer text NOT NULL,
  subject text,
  sid text,
  -- By the provider's clock, as the time of the sign-in.
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (subject IS NOT NULL OR sid IS NOT NULL)
);
CREATE INDEX single_sign_on_logouts_subject ON single_sign_on_logouts (issuer, subject);
CREATE INDEX single_sign_on_logouts_sid ON single_sign_on_logouts (issuer, sid);
CREATE INDEX single_sign_on_logouts_expiry ON single_sign_on_logouts (expires_at);

-- When the provider signed the person in. Null: it sends no logout tokens.
ALTER TABLE single_sign_on_codes ADD COLUMN issued_at timestamptz;
