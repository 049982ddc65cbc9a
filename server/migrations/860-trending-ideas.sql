-- The trending order of ideas. A vote counts half as much with each week that passes, so the sums of all ideas shrink alike:
-- their order needs no clock. What is stored is the logarithm of the sum as if every vote were counted at one moment, in
-- weeks: it changes with the votes of its idea alone, and an index keeps the order. The idea itself counts as one vote.
CREATE INDEX votes_recent ON votes (root_id, subject_kind, created_at DESC);

CREATE FUNCTION idea_trend(idea_id uuid, posted_at timestamptz) RETURNS double precision LANGUAGE sql STABLE AS $$
  WITH voted AS (
    SELECT extract(epoch FROM posted_at)::double precision / 604800 AS week
    UNION ALL
    -- One vote for each person. Older ones than the last thousand hardly count.
    SELECT extract(epoch FROM max(recent.created_at))::double precision / 604800 FROM (
      SELECT v.person_id, v.created_at FROM votes v
      WHERE v.root_id = idea_id AND v.subject_kind = 'idea' ORDER BY v.created_at DESC LIMIT 1000
    ) recent GROUP BY recent.person_id
  ), newest AS (SELECT max(week) AS week FROM voted)
  SELECT newest.week + ln(sum(power(2::double precision, greatest(voted.week - newest.week, -60)))) / ln(2::double precision)
  FROM voted, newest GROUP BY newest.week
$$;

ALTER TABLE ideas ADD COLUMN trend double precision NOT NULL DEFAULT 0;
UPDATE ideas SET trend = idea_trend(id, created_at);
CREATE INDEX ideas_trending ON ideas (trend DESC, id DESC) WHERE merged_into_id IS NULL;

CREATE FUNCTION ideas_begin_trend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.trend := extract(epoch FROM NEW.created_at)::double precision / 604800;
  RETURN NEW;
END $$;
CREATE TRIGGER ideas_begin_trend BEFORE INSERT ON ideas FOR EACH ROW EXECUTE FUNCTION ideas_begin_trend();

CREATE OR REPLACE FUNCTION ideas_follow_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ideas SET vote_count = NEW.vote_count, vote_version = NEW.version, hidden_at = NEW.hidden_at,
    locked_at = NEW.locked_at, merged_into_id = nullif(NEW.root_id, NEW.id),
    trend = CASE WHEN OLD.version = NEW.version THEN trend ELSE idea_trend(id, created_at) END,
    version = version + CASE WHEN (OLD.hidden_at, OLD.locked_at, OLD.root_id)
      IS DISTINCT FROM (NEW.hidden_at, NEW.locked_at, NEW.root_id) THEN 1 ELSE 0 END
  WHERE id = NEW.id;
  RETURN NULL;
END $$;
