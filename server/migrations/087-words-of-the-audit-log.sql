-- The audit log is looked through by words: who did it, what to, and from where. What was done is one of few acts, and is
-- found by what those are called. No hash is over the words: they are made of what the hashes are over.
ALTER TABLE audit_log ADD COLUMN words tsvector NOT NULL DEFAULT '';

CREATE FUNCTION audit_words(entry audit_log) RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT search_lexemes(p.words || p.pairs, '{}')
  FROM search_parts(search_fold(concat_ws(' ', entry.actor_name, entry.subject_name, entry.address))) AS p
$$;

-- What a word that somebody typed asks the words of an entry: it may be the beginning of one.
CREATE FUNCTION search_beginnings(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg('''' || replace(replace(asked.part, '\', '\\'), '''', '''''') || '''' || asked.kind, ' & '), '')::tsquery
  FROM search_parts(search_fold(typed)) AS p, LATERAL (
    SELECT word, ':*' FROM unnest(p.words) AS word
    UNION ALL
    SELECT pair, CASE WHEN char_length(pair) = 2 THEN '' ELSE ':*' END FROM unnest(p.pairs) AS pair
  ) AS asked (part, kind)
$$;

CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last audit_log;
BEGIN
  -- Before the lock, which others wait for.
  NEW.words := audit_words(NEW);
  -- One writer at a time until it commits: numbers without a gap, and every row after the one it names.
  PERFORM pg_advisory_xact_lock(hashtext('atoll audit log'));
  SELECT * INTO last FROM audit_log ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(last.number, 0) + 1;
  -- Never before the entry before, also when the clock is set back: a span of time is a span of numbers.
  NEW.at := greatest(clock_timestamp(), last.at);
  NEW.previous_hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  NEW.hash := audit_hash(NEW);
  RETURN NEW;
END $$;

ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
UPDATE audit_log entry SET words = audit_words(entry);
ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only;
CREATE INDEX audit_log_words ON audit_log USING gin (words) WITH (gin_pending_list_limit = 256);
