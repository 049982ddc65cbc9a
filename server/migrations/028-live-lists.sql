-- Lists of the administration, of one's own sessions and of the audit log follow what happens: the database tells of it
-- in the transaction of the change, whoever makes it. The same told twice in one transaction is told once.

-- A new account, and every change of one that whoever edits it is told of, concern the lists that show it, too.
DROP TRIGGER accounts_announce ON accounts;
CREATE TRIGGER accounts_announce
  AFTER INSERT OR UPDATE OF email, email_confirmed_at, disabled_at, version OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION announce_user('id');

-- The argument is the column that holds the role's id.
CREATE FUNCTION announce_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('atoll_role_changed', to_jsonb(OLD) ->> TG_ARGV[0]); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('atoll_role_changed', to_jsonb(NEW) ->> TG_ARGV[0]); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER roles_announce_role AFTER INSERT OR UPDATE OR DELETE ON roles
  FOR EACH ROW EXECUTE FUNCTION announce_role('id');
CREATE TRIGGER role_permissions_announce_role AFTER INSERT OR UPDATE OR DELETE ON role_permissions
  FOR EACH ROW EXECUTE FUNCTION announce_role('role_id');
-- How many hold it.
CREATE TRIGGER user_roles_announce_role AFTER INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION announce_role('role_id');

CREATE FUNCTION announce_department() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('atoll_department_changed', to_jsonb(OLD) ->> TG_ARGV[0]); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('atoll_department_changed', to_jsonb(NEW) ->> TG_ARGV[0]); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER departments_announce_department AFTER INSERT OR UPDATE OR DELETE ON departments
  FOR EACH ROW EXECUTE FUNCTION announce_department('id');
-- Who is in it.
CREATE TRIGGER user_departments_announce_department AFTER INSERT OR UPDATE OR DELETE ON user_departments
  FOR EACH ROW EXECUTE FUNCTION announce_department('department_id');

-- What its members are called there. Who manages departments hears of these, and not of everybody.
CREATE FUNCTION announce_departments_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_department_changed', department_id::text) FROM user_departments WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_announce_departments AFTER UPDATE OF name, avatar_url ON profiles
  FOR EACH ROW EXECUTE FUNCTION announce_departments_of_person();
CREATE TRIGGER accounts_announce_departments AFTER UPDATE OF email ON accounts
  FOR EACH ROW EXECUTE FUNCTION announce_departments_of_person();

-- A session begins or ends: its owner's list of devices is another.
CREATE FUNCTION announce_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_sessions_changed', NEW.user_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_announce_list AFTER INSERT OR UPDATE OF ended_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION announce_sessions();

-- Says only that there are new ones.
CREATE FUNCTION announce_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_audit_grown', '');
  RETURN NULL;
END $$;
CREATE TRIGGER audit_log_announce_entries AFTER INSERT ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION announce_audit_entries();
