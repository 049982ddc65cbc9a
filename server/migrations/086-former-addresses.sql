-- Where departments were found that have since become part of this one: whoever follows an old link comes here.
ALTER TABLE departments ADD COLUMN former_slugs text[] NOT NULL DEFAULT '{}';

-- Where its members are led by an old address is in their browsers, too.
DROP TRIGGER departments_announce ON departments;
CREATE TRIGGER departments_announce AFTER UPDATE OF name, former_slugs OR DELETE ON departments
  FOR EACH STATEMENT EXECUTE FUNCTION announce_everyone();
