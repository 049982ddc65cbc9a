-- Onboarding: paths for departments and roles, and how far each person is on theirs.

INSERT INTO permissions (name, resource, action) VALUES ('onboarding:manage', 'onboarding', 'manage');

CREATE TABLE onboarding_paths (
  -- Chosen by the browser, so that sending it again makes one path.
  id uuid PRIMARY KEY,
  name text NOT NULL,
  summary text NOT NULL DEFAULT '',
  -- It starts for those who are in any of these departments and hold any of these roles; an empty side sets no limit.
  -- No foreign keys: if a department goes, its id stays, or the side would be empty and the path everybody's.
  department_ids uuid[] NOT NULL DEFAULT '{}',
  role_ids uuid[] NOT NULL DEFAULT '{}',
  owner_id uuid NOT NULL REFERENCES profiles (id),
  created_by uuid NOT NULL REFERENCES profiles (id),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'archived')),
  stages jsonb NOT NULL DEFAULT '[]',
  items jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1,
  published_at timestamptz(3),
  sent_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX onboarding_paths_owner ON onboarding_paths (owner_id);
CREATE INDEX onboarding_paths_published ON onboarding_paths (id) WHERE state = 'published';

-- A person on a path, once for each path. The items and stages are copies: an edited path changes nobody's.
CREATE TABLE onboardings (
  id uuid PRIMARY KEY,
  path_id uuid NOT NULL REFERENCES onboarding_paths (id),
  person_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  manager_id uuid REFERENCES profiles (id),
  buddy_id uuid REFERENCES profiles (id),
  start_on date NOT NULL,
  stages jsonb NOT NULL,
  -- Null: by itself, with the account, role or department.
  started_by uuid REFERENCES profiles (id),
  stopped_at timestamptz(3),
  -- By a person, or because the role or department was taken away.
  stop_reason text CHECK (stop_reason IN ('person', 'left')),
  nudged_at timestamptz(3),
  revision integer NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (path_id, person_id),
  CHECK ((stopped_at IS NULL) = (stop_reason IS NULL))
);
CREATE INDEX onboardings_person ON onboardings (person_id);
CREATE INDEX onboardings_manager ON onboardings (manager_id) WHERE manager_id IS NOT NULL;
CREATE INDEX onboardings_buddy ON onboardings (buddy_id) WHERE buddy_id IS NOT NULL;
CREATE INDEX onboardings_list ON onboardings (created_at DESC, id DESC);

CREATE TABLE onboarding_items (
  id uuid PRIMARY KEY,
  onboarding_id uuid NOT NULL REFERENCES onboardings (id) ON DELETE CASCADE,
  position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('read', 'sop', 'task', 'event', 'meet', 'text')),
  title text NOT NULL,
  note text NOT NULL,
  -- Day 1 is the first day of work.
  day integer NOT NULL,
  due_on date NOT NULL,
  -- It was given another day by hand: the first day no longer moves it.
  is_moved boolean NOT NULL DEFAULT false,
  at_time text,
  minutes integer NOT NULL,
  doer text NOT NULL CHECK (doer IN ('newcomer', 'manager')),
  article_id uuid REFERENCES articles (id) ON DELETE SET NULL,
  person_id uuid REFERENCES profiles (id),
  meets text CHECK (meets IN ('buddy', 'manager')),
  task_id uuid REFERENCES tasks (id) ON DELETE SET NULL,
  event_id uuid REFERENCES events (id) ON DELETE SET NULL,
  -- Its task or meeting was created: never a second time, also where the first was deleted.
  made_at timestamptz(3),
  told_at timestamptz(3),
  done_at timestamptz(3),
  done_by uuid REFERENCES profiles (id),
  UNIQUE (onboarding_id, position)
);
CREATE INDEX onboarding_items_article ON onboarding_items (article_id) WHERE article_id IS NOT NULL AND done_at IS NULL;
CREATE INDEX onboarding_items_task ON onboarding_items (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX onboarding_items_event ON onboarding_items (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX onboarding_items_to_make ON onboarding_items (due_on) WHERE made_at IS NULL AND done_at IS NULL
  AND kind IN ('task', 'event');
CREATE INDEX onboarding_items_to_tell ON onboarding_items (due_on) WHERE told_at IS NULL AND done_at IS NULL;

-- People who were given, or lost, a role or department: a job looks at them. No foreign key: an account that is deleted
-- loses its roles on the way.
CREATE TABLE onboarding_wanted (
  person_id uuid NOT NULL,
  -- The role or department.
  thing_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, thing_id)
);
CREATE FUNCTION want_onboarding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NOT EXISTS (SELECT FROM onboarding_paths WHERE state = 'published') THEN RETURN NULL; END IF;
  INSERT INTO onboarding_wanted (person_id, thing_id)
  SELECT DISTINCT c.user_id, (to_jsonb(c) ->> TG_ARGV[0])::uuid FROM changed c
  WHERE TG_OP = 'INSERT' OR EXISTS (SELECT FROM onboardings o WHERE o.person_id = c.user_id AND o.stopped_at IS NULL)
  ON CONFLICT DO NOTHING;
  IF FOUND THEN PERFORM pg_notify('atoll_onboarding_wanted', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_roles_want_onboarding AFTER INSERT ON user_roles
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION want_onboarding('role_id');
CREATE TRIGGER user_roles_end_onboarding AFTER DELETE ON user_roles
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION want_onboarding('role_id');
CREATE TRIGGER user_departments_want_onboarding AFTER INSERT ON user_departments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION want_onboarding('department_id');
CREATE TRIGGER user_departments_end_onboarding AFTER DELETE ON user_departments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION want_onboarding('department_id');

-- Pages that are read, procedures that are confirmed and tasks that are done tick their items.
CREATE FUNCTION tick_read_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE onboarding_items i SET done_at = now(), done_by = NEW.user_id FROM onboardings o
  WHERE i.article_id = NEW.article_id AND i.done_at IS NULL AND o.id = i.onboarding_id AND o.person_id = NEW.user_id
    AND o.stopped_at IS NULL AND (i.kind = 'read' OR NEW.confirmed_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER article_reads_tick_items AFTER INSERT OR UPDATE OF confirmed_at ON article_reads
  FOR EACH ROW EXECUTE FUNCTION tick_read_items();

CREATE FUNCTION tick_task_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE onboarding_items SET
    done_at = CASE WHEN NEW.status IN ('done', 'archived') THEN coalesce(done_at, now())
      WHEN OLD.status IN ('done', 'archived') THEN NULL ELSE done_at END,
    done_by = CASE WHEN NEW.status IN ('done', 'archived') THEN coalesce(done_by, NEW.assignee_id) END,
    task_id = CASE WHEN NEW.deleted_at IS NULL THEN task_id END
  WHERE task_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_tick_items AFTER UPDATE OF status, deleted_at ON tasks FOR EACH ROW
  WHEN ((OLD.status, OLD.deleted_at) IS DISTINCT FROM (NEW.status, NEW.deleted_at)) EXECUTE FUNCTION tick_task_items();
CREATE FUNCTION date_task_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE onboarding_items SET due_on = NEW.due_date WHERE task_id = NEW.id AND NEW.due_date IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_date_items AFTER UPDATE OF due_date ON tasks FOR EACH ROW
  WHEN (OLD.due_date IS DISTINCT FROM NEW.due_date) EXECUTE FUNCTION date_task_items();

-- Meetings that are moved move their items; of one that is cancelled the item stays, to be ticked by hand.
CREATE FUNCTION move_event_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE onboarding_items SET due_on = left(NEW.starts, 10)::date, at_time = nullif(substr(NEW.starts, 12, 5), ''),
    event_id = CASE WHEN NEW.deleted_at IS NULL THEN event_id END
  WHERE event_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER events_move_items AFTER UPDATE OF starts, deleted_at ON events FOR EACH ROW
  WHEN ((OLD.starts, OLD.deleted_at) IS DISTINCT FROM (NEW.starts, NEW.deleted_at))
  EXECUTE FUNCTION move_event_items();

-- Whatever changes somebody's path is announced, with whoever no longer sees it.
CREATE FUNCTION announce_onboarding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'onboarding_items' THEN
    PERFORM pg_notify('atoll_onboarding_changed', coalesce(NEW.onboarding_id, OLD.onboarding_id)::text);
    IF TG_OP = 'UPDATE' AND OLD.done_at IS DISTINCT FROM NEW.done_at THEN
      INSERT INTO tellings (kind, subject_id, is_again) SELECT 'onboarding.due', NEW.id, true
      WHERE EXISTS (SELECT FROM notifications n WHERE n.subject_id = NEW.id AND n.kind = 'onboarding.due');
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('atoll_onboarding_changed', NEW.id::text); END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('atoll_onboarding_changed', OLD.id || ' ' || former.id)
    FROM unnest(ARRAY[OLD.person_id, OLD.manager_id, OLD.buddy_id]) AS former (id)
    WHERE former.id IS NOT NULL AND (TG_OP = 'DELETE'
      OR former.id NOT IN (NEW.person_id, coalesce(NEW.manager_id, NEW.person_id), coalesce(NEW.buddy_id, NEW.person_id)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER onboardings_announce AFTER INSERT OR UPDATE OR DELETE ON onboardings
  FOR EACH ROW EXECUTE FUNCTION announce_onboarding();
CREATE TRIGGER onboarding_items_announce AFTER UPDATE ON onboarding_items
  FOR EACH ROW EXECUTE FUNCTION announce_onboarding();
