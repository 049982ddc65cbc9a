-- Addresses of accounts that a mail server has refused for good. Mail that people can stop is not sent there.
CREATE TABLE mail_refusals (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- It counts only while the account has this address.
  address text NOT NULL,
  -- The mail server's answer.
  detail text NOT NULL,
  refused_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION forget_mail_refusal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mail_refusals WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_forget_mail_refusal AFTER UPDATE OF email ON accounts FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION forget_mail_refusal();

-- Lists of people show it.
CREATE FUNCTION announce_mail_refusal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_viewer_changed', coalesce(NEW.user_id, OLD.user_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER mail_refusals_announce AFTER INSERT OR DELETE ON mail_refusals
  FOR EACH ROW EXECUTE FUNCTION announce_mail_refusal();
