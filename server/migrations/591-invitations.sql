-- People who are invited by an administrator, and make their account by themselves.

CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 320),
  -- As the administrator wrote it; the person chooses their own. Empty if there is none.
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 200),
  -- What they get. Whatever is gone when they accept is left out.
  role_ids uuid[] NOT NULL DEFAULT '{}',
  department_ids uuid[] NOT NULL DEFAULT '{}',
  channel_ids uuid[] NOT NULL DEFAULT '{}',
  -- The rights of this person are read again at the acceptance.
  invited_by uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- The newest mail with a link. Null: its link was copied by hand.
  mail_id uuid REFERENCES mails (id) ON DELETE SET NULL,
  -- The newest link was mailed, also after the mail's row is gone.
  is_mailed boolean NOT NULL DEFAULT false,
  -- Why it could not be accepted, for administrators.
  refusal text,
  accepted_at timestamptz,
  accepted_by uuid REFERENCES profiles (id),
  withdrawn_at timestamptz
);
-- An address has one open invitation.
CREATE UNIQUE INDEX invitations_open ON invitations (email) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX invitations_newest ON invitations (created_at DESC, id DESC);
CREATE INDEX invitations_mail ON invitations (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX invitations_inviter ON invitations (invited_by);

-- Only hashes are kept. Each attempt to send the mail has a link of its own, because the one before may have arrived.
CREATE TABLE invitation_links (
  token_hash bytea PRIMARY KEY,
  invitation_id uuid NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX invitation_links_invitation ON invitation_links (invitation_id, created_at);

CREATE TRIGGER invitations_announce_change AFTER INSERT OR UPDATE OR DELETE ON invitations
  FOR EACH ROW EXECUTE FUNCTION announce_mail_change();

-- An address belongs to one account or to one open invitation: an account that comes in another way, such as single
-- sign-on or an import, ends the invitation.
CREATE FUNCTION end_invitations_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invitations SET withdrawn_at = now()
  WHERE email = NEW.email AND accepted_at IS NULL AND withdrawn_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_end_invitations AFTER INSERT OR UPDATE OF email ON accounts
  FOR EACH ROW EXECUTE FUNCTION end_invitations_of();
