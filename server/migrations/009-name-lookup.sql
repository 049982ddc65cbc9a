-- A search by author finds people by their whole name, or by words of it that begin so: both by an index, for comparing
-- ten thousand names took longer than the search itself. Names are few and seldom change; this takes a moment.
CREATE INDEX profiles_folded_name ON profiles (folded_name);
CREATE INDEX profiles_name_words ON profiles USING gin ((' ' || translate(folded_name, '-_', '  ')) gin_trgm_ops);
