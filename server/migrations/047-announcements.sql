-- Announcements: what they say, whom they are for, and who has read and confirmed them.

CREATE TABLE announcements (
  -- The browser's own, so that one that is sent again is one announcement.
  id uuid PRIMARY KEY,
  title text NOT NULL DEFAULT '',
  content text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  priority text NOT NULL DEFAULT 'MEDIUM' CHECK (priority IN ('LOW', 'MEDIUM', 'HIGH', 'URGENT')),
  -- By the profile: what somebody announced outlasts their account.
  author_id uuid NOT NULL REFERENCES profiles (id),
  -- Whom it is for: any of these departments and any of these roles; an empty side sets no limit. No foreign keys: where
  -- a department goes, its id must stay, or the side would be empty and the announcement everybody's.
  department_ids uuid[] NOT NULL DEFAULT '{}',
  role_ids uuid[] NOT NULL DEFAULT '{}',
  -- A draft that is published by itself, and in whose name.
  scheduled_for timestamptz(3),
  scheduled_by uuid REFERENCES profiles (id),
  published_at timestamptz(3),
  expires_at timestamptz(3),
  -- Its readers were told that it has expired.
  is_expiry_told boolean NOT NULL DEFAULT false,
  must_read boolean NOT NULL DEFAULT false,
  due_at timestamptz(3),
  allows_comments boolean NOT NULL DEFAULT false,
  comment_count integer NOT NULL DEFAULT 0,
  -- One more with every important change: each is read and confirmed by itself.
  edition integer NOT NULL DEFAULT 1,
  edition_at timestamptz(3),
  -- Of all that is edited.
  text_version integer NOT NULL DEFAULT 1,
  -- Grows with every change: of two states the one with the higher version is the newer.
  version integer NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((status = 'DRAFT') = (published_at IS NULL)),
  CHECK (scheduled_for IS NULL OR status = 'DRAFT'),
  CHECK ((scheduled_for IS NULL) = (scheduled_by IS NULL))
);
-- Every list is of one status, the newest first.
CREATE INDEX announcements_list ON announcements (status, (coalesce(published_at, created_at)) DESC, id DESC);
CREATE INDEX announcements_author ON announcements (author_id);
CREATE INDEX announcements_scheduled ON announcements (scheduled_for) WHERE scheduled_for IS NOT NULL;
CREATE INDEX announcements_expiring ON announcements (expires_at)
  WHERE status = 'PUBLISHED' AND expires_at IS NOT NULL AND NOT is_expiry_told;

-- Who has opened which edition, and who has said that they have read it.
CREATE TABLE announcement_reads (
  announcement_id uuid NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  edition integer NOT NULL,
  read_at timestamptz(3) NOT NULL DEFAULT now(),
  confirmed_at timestamptz(3),
  PRIMARY KEY (announcement_id, user_id, edition)
);

-- Who was reminded of it by hand, how often and when last.
CREATE TABLE announcement_nudges (
  announcement_id uuid NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  count integer NOT NULL DEFAULT 1,
  nudged_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (announcement_id, user_id)
);

CREATE TRIGGER announcements_delete_comments AFTER DELETE ON announcements
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('announcement');
CREATE TRIGGER announcements_discard_files AFTER DELETE ON announcements
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('announcement');

-- Every node knows when the next one is published or expires.
CREATE FUNCTION announce_announcement_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_announcement_due', '');
  RETURN NULL;
END $$;
CREATE TRIGGER announcements_announce_due AFTER INSERT OR UPDATE OF scheduled_for, expires_at, status ON announcements
  FOR EACH ROW WHEN (NEW.scheduled_for IS NOT NULL OR NEW.expires_at IS NOT NULL)
  EXECUTE FUNCTION announce_announcement_due();

-- Who comes into a department or gets a role, or leaves one, reads other entries of their inbox than before.
CREATE TRIGGER user_departments_announce_readable_joined AFTER INSERT ON user_departments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_readable_notifications();
CREATE TRIGGER user_departments_announce_readable_left AFTER DELETE ON user_departments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_readable_notifications();
CREATE TRIGGER user_roles_announce_readable_given AFTER INSERT ON user_roles
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_readable_notifications();
CREATE TRIGGER user_roles_announce_readable_taken AFTER DELETE ON user_roles
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_readable_notifications();
