-- Mails that the operator's mail server hands over: replies to notifications, and reports of mails that were not delivered.

CREATE TABLE received_mails (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Of its Message-ID and the recipient. The same delivery twice is one mail, unless the first was refused.
  sameness bytea NOT NULL,
  -- The envelope. The recipient is the secret of an address, and is deleted with the text.
  recipient text,
  envelope_sender text NOT NULL,
  -- Deleted as soon as the mail is settled.
  content bytea,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'posted', 'dropped', 'refused')),
  -- What its address is for, once it was read.
  aim text NOT NULL DEFAULT 'unknown',
  -- Why it was dropped or refused.
  reason text,
  -- The address that it says it is from. Empty before it was read.
  sender text NOT NULL DEFAULT '',
  -- The account that it was posted for.
  user_id uuid REFERENCES accounts (id) ON DELETE CASCADE,
  due_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  settled_at timestamptz,
  CHECK ((state = 'waiting') = (content IS NOT NULL)),
  CHECK ((state = 'waiting') = (recipient IS NOT NULL))
);
CREATE UNIQUE INDEX received_mails_same ON received_mails (sameness) WHERE state IN ('waiting', 'posted');
CREATE INDEX received_mails_due ON received_mails (due_at, id) WHERE state = 'waiting';
CREATE INDEX received_mails_newest ON received_mails (received_at DESC, id DESC);
CREATE INDEX received_mails_newest_in_state ON received_mails (state, received_at DESC, id DESC);
CREATE INDEX received_mails_user ON received_mails (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX received_mails_settled ON received_mails (settled_at) WHERE settled_at IS NOT NULL;

CREATE FUNCTION announce_received_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_mail_received', '');
  RETURN NULL;
END $$;
CREATE TRIGGER received_mails_announce AFTER INSERT ON received_mails
  FOR EACH STATEMENT EXECUTE FUNCTION announce_received_mail();
CREATE TRIGGER received_mails_announce_change AFTER INSERT OR UPDATE OF state OR DELETE ON received_mails
  FOR EACH STATEMENT EXECUTE FUNCTION announce_mail_change();
