-- The author also sends an announcement that is to be confirmed by mail, to people who have not stopped such mails.
ALTER TABLE announcements ADD COLUMN by_mail boolean NOT NULL DEFAULT false;
