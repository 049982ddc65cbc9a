-- Pages are followed as questions and ideas are. Owners and writers follow without a row in `followers`, until they stop.
CREATE TRIGGER articles_open_votes AFTER INSERT ON articles
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION open_vote_subject('article');
CREATE TRIGGER articles_close_votes AFTER DELETE ON articles
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION close_vote_subject('article');
INSERT INTO vote_subjects (kind, id, root_id) SELECT 'article', id, id FROM articles ON CONFLICT DO NOTHING;
