-- Of a word that is everywhere the newest of each kind are looked at, until as many may be read as are counted.
CREATE INDEX search_entries_kind ON search_entries (kind, at);
DROP INDEX search_entries_time;
