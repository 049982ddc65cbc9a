-- The language model behind Ask AI, as administrators set it up. One row: there is one for the company. Off until set.
CREATE TABLE ask_model (
  id uuid PRIMARY KEY DEFAULT '00000000-0000-7000-8000-000000000001'
    CHECK (id = '00000000-0000-7000-8000-000000000001'),
  is_on boolean NOT NULL DEFAULT false,
  -- Of the OpenAI protocol, without a path's end such as /chat/completions. Empty: not set.
  address text NOT NULL DEFAULT '',
  -- The host may be in the company's own network.
  is_host_allowed boolean NOT NULL DEFAULT false,
  -- Encrypted with a key made from one that signs access tokens, which `key_id` names.
  sealed_key bytea,
  key_id uuid REFERENCES signing_keys (id),
  chat_model text NOT NULL DEFAULT '',
  embedding_model text NOT NULL DEFAULT '',
  context_tokens integer NOT NULL DEFAULT 8192 CHECK (context_tokens BETWEEN 2048 AND 1048576),
  person_daily_answers integer NOT NULL DEFAULT 100 CHECK (person_daily_answers > 0),
  company_daily_answers integer NOT NULL DEFAULT 2000 CHECK (company_daily_answers > 0),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT is_on OR (address <> '' AND chat_model <> '')),
  CHECK ((sealed_key IS NULL) = (key_id IS NULL))
);
INSERT INTO ask_model DEFAULT VALUES;

CREATE FUNCTION announce_ask_model() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_ask_model_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER ask_model_announce AFTER UPDATE ON ask_model
  FOR EACH STATEMENT EXECUTE FUNCTION announce_ask_model();
