-- Pages that a person has starred.
CREATE TABLE article_stars (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  article_id uuid NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  starred_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, article_id)
);
CREATE INDEX article_stars_recent ON article_stars (user_id, starred_at DESC);
CREATE INDEX article_stars_article ON article_stars (article_id);

-- When the reader last opened the page on this day, so that the pages that somebody read recently have an order.
ALTER TABLE article_views ADD COLUMN viewed_at timestamptz(3) NOT NULL DEFAULT now();
UPDATE article_views SET viewed_at = day::timestamp AT TIME ZONE 'UTC';
CREATE INDEX article_views_person ON article_views (user_id, viewed_at DESC);
