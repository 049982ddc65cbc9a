-- Mails to people and to invited addresses. A row is written in the transaction of what it tells of, and sent afterwards.

CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL,
  -- The person, whose rights are read when it is sent. Null for an address without an account.
  user_id uuid REFERENCES accounts (id) ON DELETE CASCADE,
  address text NOT NULL CHECK (length(address) BETWEEN 3 AND 320),
  -- What it is about, such as an invitation.
  subject_id uuid,
  -- What may be gone when it is sent, such as names. Never a secret: links are made when it is sent.
  facts jsonb NOT NULL DEFAULT '{}',
  -- While it is waiting, no second one with the same key is queued.
  key text,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  -- Of the mails that are due, the lowest goes first: many invitations do not hold back a link that a person waits for.
  priority smallint NOT NULL DEFAULT 0,
  -- The node that sends it puts this off for as long as an attempt takes.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- A node is sending it, until this time at the latest. Null between attempts.
  taken_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  -- It is given up some days after this.
  trying_since timestamptz NOT NULL DEFAULT now(),
  -- When it was sent, refused or dropped.
  settled_at timestamptz,
  -- The last failure, for administrators.
  failure text
);
CREATE INDEX mails_due ON mails (priority, due_at, id) WHERE state = 'waiting';
CREATE INDEX mails_next ON mails (due_at) WHERE state = 'waiting';
CREATE UNIQUE INDEX mails_key ON mails (key) WHERE state = 'waiting';
CREATE INDEX mails_newest ON mails (created_at DESC, id DESC);
CREATE INDEX mails_newest_in_state ON mails (state, created_at DESC, id DESC);
CREATE INDEX mails_user ON mails (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX mails_subject ON mails (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX mails_settled ON mails (settled_at) WHERE settled_at IS NOT NULL;

CREATE FUNCTION announce_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_mail', '');
  RETURN NULL;
END $$;
CREATE TRIGGER mails_announce AFTER INSERT ON mails FOR EACH STATEMENT EXECUTE FUNCTION announce_mail();

-- Administrators who look at the lists of mails and invitations.
CREATE FUNCTION announce_mail_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_mail_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER mails_announce_change AFTER INSERT OR UPDATE OF state, taken_until, failure OR DELETE ON mails
  FOR EACH STATEMENT EXECUTE FUNCTION announce_mail_change();
