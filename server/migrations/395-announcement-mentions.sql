-- People named in the text of an announcement, as [{id, name}].
ALTER TABLE announcements ADD COLUMN mentions jsonb NOT NULL DEFAULT '[]';
