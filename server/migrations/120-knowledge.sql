-- The knowledge base: articles, procedures and answers of the FAQ, with their drafts, versions, readers and runs.

INSERT INTO permissions (name, resource, action) VALUES ('knowledge:manage', 'knowledge', 'manage');

CREATE TABLE articles (
  -- Chosen by the browser, so that sending it again makes one article.
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('article', 'sop', 'faq')),
  -- Of the published version, or of the draft while there is none.
  title text NOT NULL DEFAULT '',
  summary text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  tags text[] NOT NULL DEFAULT '{}',
  -- The tree. `path` holds the ids of the pages above, the topmost first, and its own at the end.
  parent_id uuid REFERENCES articles (id),
  rank text NOT NULL COLLATE "C",
  path uuid[] NOT NULL,
  -- Chosen for this article: any of these departments and any of these roles; an empty side sets no limit. No foreign
  -- keys: if a department goes, its id stays, or the side would be empty and the article everybody's.
  department_ids uuid[] NOT NULL DEFAULT '{}',
  role_ids uuid[] NOT NULL DEFAULT '{}',
  -- What holds: the same, narrowed by every page above. The nil id stands for nobody.
  shown_department_ids uuid[] NOT NULL DEFAULT '{}',
  shown_role_ids uuid[] NOT NULL DEFAULT '{}',
  -- By the profile: an article outlasts the accounts of its people.
  owner_id uuid NOT NULL REFERENCES profiles (id),
  created_by uuid NOT NULL REFERENCES profiles (id),
  reviewer_id uuid REFERENCES profiles (id),
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  version integer,
  -- The newest version that has to be read and confirmed.
  must_read_version integer,
  due_on date,
  review_days integer,
  review_at timestamptz(3),
  stale_told_at timestamptz(3),
  verified_at timestamptz(3),
  verified_by uuid REFERENCES profiles (id),
  helpful integer NOT NULL DEFAULT 0,
  unhelpful integer NOT NULL DEFAULT 0,
  comment_count integer NOT NULL DEFAULT 0,
  -- What it was made from, as a question that was answered; once for each.
  origin_kind text,
  origin_id uuid,
  revision integer NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((status = 'DRAFT') = (version IS NULL)),
  CHECK ((origin_kind IS NULL) = (origin_id IS NULL))
);
CREATE UNIQUE INDEX articles_origin ON articles (origin_kind, origin_id) WHERE origin_id IS NOT NULL;
CREATE INDEX articles_list ON articles (kind, status, lower(title), id);
CREATE INDEX articles_title ON articles (status, lower(title), id);
CREATE INDEX articles_tree ON articles (parent_id, rank);
CREATE INDEX articles_below ON articles USING gin (path);
CREATE INDEX articles_owner ON articles (owner_id);
CREATE INDEX articles_creator ON articles (created_by);
CREATE INDEX articles_reviewer ON articles (reviewer_id) WHERE reviewer_id IS NOT NULL;
CREATE INDEX articles_due ON articles (review_at) WHERE status = 'PUBLISHED' AND review_at IS NOT NULL;
CREATE INDEX articles_verified ON articles (verified_at DESC) WHERE status = 'PUBLISHED';
CREATE INDEX articles_must_read ON articles (id) WHERE status = 'PUBLISHED' AND must_read_version IS NOT NULL;
CREATE INDEX articles_departments ON articles USING gin (department_ids);

-- Published versions. They never change.
CREATE TABLE article_versions (
  article_id uuid NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  number integer NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  note text NOT NULL,
  words integer NOT NULL,
  -- As [{"id", "title"}], in order.
  steps jsonb NOT NULL DEFAULT '[]',
  effective_on date,
  must_read boolean NOT NULL,
  due_on date,
  published_by uuid NOT NULL REFERENCES profiles (id),
  approved_by uuid REFERENCES profiles (id),
  published_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (article_id, number)
);
CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a published version never changes';
END $$;
CREATE TRIGGER article_versions_stay BEFORE UPDATE ON article_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_version_change();

CREATE TABLE article_drafts (
  article_id uuid PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  note text NOT NULL DEFAULT '',
  effective_on date,
  must_read boolean NOT NULL DEFAULT false,
  due_on date,
  based_on integer,
  state text NOT NULL DEFAULT 'writing' CHECK (state IN ('writing', 'review', 'approved')),
  -- Everybody who wrote any of it: none of them approves it.
  editor_ids uuid[] NOT NULL,
  submitted_by uuid REFERENCES profiles (id),
  approved_by uuid REFERENCES profiles (id),
  approved_at timestamptz(3),
  -- Of the one text that was approved.
  approved_hash text,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid NOT NULL REFERENCES profiles (id),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((state = 'approved') = (approved_hash IS NOT NULL))
);

-- Who has opened and confirmed which version. Confirmations of earlier versions are kept.
CREATE TABLE article_reads (
  article_id uuid NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  version integer NOT NULL,
  read_at timestamptz(3) NOT NULL DEFAULT now(),
  confirmed_at timestamptz(3),
  PRIMARY KEY (article_id, user_id, version)
);
CREATE INDEX article_reads_person ON article_reads (user_id, article_id);

-- Each reader counts once a day. Days older than a month are deleted.
CREATE TABLE article_views (
  day date NOT NULL,
  article_id uuid NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  PRIMARY KEY (day, article_id, user_id)
);
CREATE INDEX article_views_article ON article_views (article_id);

CREATE TABLE article_votes (
  article_id uuid NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  is_helpful boolean NOT NULL,
  PRIMARY KEY (article_id, user_id)
);

-- What a published version links to.
CREATE TABLE article_links (
  article_id uuid NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  target_kind text NOT NULL,
  target_id uuid NOT NULL,
  PRIMARY KEY (article_id, target_kind, target_id)
);
CREATE INDEX article_links_target ON article_links (target_kind, target_id);

-- Words that were searched and not found. Who searched is a keyed digest that changes with the words and the week, so
-- that people can be counted and not recognised.
CREATE TABLE missed_searches (
  words text NOT NULL,
  week date NOT NULL,
  searcher bytea NOT NULL,
  PRIMARY KEY (week, words, searcher)
);

CREATE TABLE sop_runs (
  id uuid PRIMARY KEY,
  article_id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  note text NOT NULL DEFAULT '',
  started_by uuid NOT NULL REFERENCES profiles (id),
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_by uuid REFERENCES profiles (id),
  ended_at timestamptz(3),
  revision integer NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  -- The version that the run began with stays as long as the run.
  FOREIGN KEY (article_id, version) REFERENCES article_versions (article_id, number) ON DELETE CASCADE
);
CREATE INDEX sop_runs_list ON sop_runs (article_id, started_at DESC, id DESC);

CREATE TABLE sop_run_ticks (
  run_id uuid NOT NULL REFERENCES sop_runs (id) ON DELETE CASCADE,
  step_id text NOT NULL,
  done_by uuid NOT NULL REFERENCES profiles (id),
  done_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, step_id)
);

CREATE TRIGGER articles_delete_comments AFTER DELETE ON articles
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('article');
CREATE TRIGGER articles_discard_files AFTER DELETE ON articles
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('article');

-- The search knows published articles only, and of these the published text: no draft's title is in the index.
CREATE VIEW search_article AS
SELECT a.id, v.published_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, v.title,
  concat_ws(E'\n', nullif(v.summary, ''), nullif(array_to_string(a.tags, ' '), ''), nullif(a.category, ''), v.body) AS body,
  ARRAY[a.owner_id] AS people, a.shown_department_ids AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = a.id AND f.subject_kind = 'article' AND f.discarded_at IS NULL) AS has_file,
  v.body ~ 'https?://' AS has_link
FROM articles a JOIN article_versions v ON v.article_id = a.id AND v.number = a.version
WHERE a.status = 'PUBLISHED';
SELECT search_source('article');
CREATE TRIGGER articles_search_new AFTER INSERT ON articles
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('article');
CREATE TRIGGER articles_search_gone AFTER DELETE ON articles
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('article');
CREATE TRIGGER articles_search_changed
  AFTER UPDATE OF status, version, tags, category, owner_id, shown_department_ids ON articles
  FOR EACH ROW WHEN ((OLD.status, OLD.version, OLD.tags, OLD.category, OLD.owner_id, OLD.shown_department_ids)
    IS DISTINCT FROM (NEW.status, NEW.version, NEW.tags, NEW.category, NEW.owner_id, NEW.shown_department_ids))
  EXECUTE FUNCTION search_follow('article');
SELECT search_index_all('article');
